/** Checks whether a JSON value is an object, which excludes null and arrays. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON text from another system. Returns `null` unless the value is an object. */
export function jsonObjectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: the sender can send text that is not JSON
    return null;
  }
}

/** Returns a JSON pointer (RFC 6901) with names from outside our code. Each name is made safe to show. */
export function jsonPointer(steps: readonly PropertyKey[]): string {
  return steps
    .map((step) => `/${(printable(String(step)) || '""').replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/**
 * Makes a name from outside our code safe to show. Every character that is not visible ASCII becomes `?`. A name longer
 * than 40 characters is cut and ends with an ellipsis.
 */
export function printable(name: string): string {
  const safe = name.replace(/[^\x21-\x7e]/g, "?");
  return safe.length > 40 ? `${safe.slice(0, 40)}…` : safe;
}
