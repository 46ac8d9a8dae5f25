/** Parameters of an action in PHP's form: texts, numbers, booleans, and lists or maps of these. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Returns a parameter as text; `undefined` if it is absent or a list. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === "object" ? undefined : String(value);
}

/**
 * Converts a value to a number, as PHP does. Text that is not a number gives 0. An absent or empty value gives
 * `undefined`, so that it filters nothing.
 */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text === undefined || text === "" ? undefined : Number.parseInt(text, 10) || 0;
}

/** Converts a value to a boolean, as PHP does. The text `false` is true. */
export function isTruthy(value: unknown): boolean {
  return value !== false && !["", "0"].includes(textOf(value) ?? "");
}

/** Returns the keys and values of a list or a map. */
export function entriesOf(value: unknown): [key: string, value: string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, item]) => [key, String(item)]);
}
