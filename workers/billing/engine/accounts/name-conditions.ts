import type { Condition } from "../store/account-gate.ts";

/**
 * The column holds this domain name or one under it; the name in A-label form and lower case. Compared as text, never
 * as a pattern, so that `%` and `_` mean themselves.
 */
export function isOrIsUnder(column: string, name: string): Condition {
  const suffix = `.${name}`;
  return { sql: `${column} = ? OR substr(${column}, ?) = ?`, values: [name, -suffix.length, suffix] };
}
