/** Whether a JSON value is an object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object of a JSON text that came from outside; null for any other text. */
export function jsonObjectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: what was sent need not be JSON
    return null;
  }
}

/** A JSON pointer (RFC 6901) of names that came from outside: each is made safe to show. */
export function jsonPointer(steps: readonly PropertyKey[]): string {
  return steps
    .map((step) => `/${(printable(String(step)) || '""').replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** A name that came from outside, safe to show: visible ASCII only, at most 40 characters. */
export function printable(name: string): string {
  const safe = name.replace(/[^\x21-\x7e]/g, "?");
  return safe.length > 40 ? `${safe.slice(0, 40)}…` : safe;
}
