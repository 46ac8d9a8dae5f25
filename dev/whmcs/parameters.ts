/** Parameters of an action in PHP's form: texts, numbers, booleans, and lists or maps of them. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Undefined if it is absent, and for a list. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === "object" ? undefined : String(value);
}

/** A number as PHP converts it: 0 for any other text; undefined if it is absent or empty, so that it filters nothing. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text === undefined || text === "" ? undefined : Number.parseInt(text, 10) || 0;
}

/** A value as PHP converts it to a boolean: the text `false` is true. */
export function isTruthy(value: unknown): boolean {
  return value !== false && !["", "0"].includes(textOf(value) ?? "");
}

/** The keys and values of a list or a map. */
export function entriesOf(value: unknown): [key: string, value: string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, item]) => [key, String(item)]);
}
