/** Checks that a JSON value is an object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON text from outside. Null unless it is an object. */
export function jsonObjectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: the sender may send other text than JSON
    return null;
  }
}

/** Returns a JSON pointer (RFC 6901) of names from outside. Makes each name safe to show. */
export function jsonPointer(steps: readonly PropertyKey[]): string {
  return steps
    .map((step) => `/${(printable(String(step)) || '""').replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Returns a name from outside in a form that is safe to show: visible ASCII only, at most 40 characters. */
export function printable(name: string): string {
  const safe = name.replace(/[^\x21-\x7e]/g, "?");
  return safe.length > 40 ? `${safe.slice(0, 40)}…` : safe;
}
