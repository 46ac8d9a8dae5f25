/** Parameters of an action as PHP has them: texts, numbers, yes and no, and lists or maps of them. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Undefined where it is absent, and of a list. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === "object" ? undefined : String(value);
}

/** What PHP makes of a number: 0 for what is none; undefined where it is absent or empty, so that it filters nothing. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text === undefined || text === "" ? undefined : Number.parseInt(text, 10) || 0;
}

/** As PHP takes a value for yes or no: the text `false` is yes. */
export function isTruthy(value: unknown): boolean {
  return value !== false && !["", "0"].includes(textOf(value) ?? "");
}

/** The keys and values of a list or a map. */
export function entriesOf(value: unknown): [key: string, value: string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, item]) => [key, String(item)]);
}
