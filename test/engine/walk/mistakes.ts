import type { Statement } from "../support/watched-database.ts";

/** Changes a statement. @param today YYYY-MM-DD */
type Rewrite = (statement: Statement, today: string) => Statement;

/** Returns a rewrite that replaces text in statements. */
function replacing(text: string | RegExp, by: string): Rewrite {
  return ({ sql, values }) => ({ sql: sql.replace(text, by), values });
}

const NEXT_DUE = /UPDATE services SET next_due_on = \?, term_day = \?,\s+changed_at = CASE/;

/**
 * Mistakes of the engine that the walk must find. Each changes the engine's statements on their way to the database.
 */
const REWRITES = {
  "refund credited twice": replacing(
    "credit = credit + (SELECT max(0, total",
    "credit = credit + 2 * (SELECT max(0, total",
  ),
  "due date moved by the date of payment": ({ sql, values }, today) =>
    NEXT_DUE.test(sql)
      ? {
          sql: sql.replace(
            "next_due_on = ?",
            "next_due_on = date(?, '+' || max(0, julianday(?) - julianday(next_due_on)) || ' days')",
          ),
          values: [values[0], today, ...values.slice(1)],
        }
      : { sql, values },
  "revision not compared": replacing("CASE WHEN revision = ?", "CASE WHEN (revision = ? OR 1)"),
  "credit used twice": replacing(
    "UPDATE accounts SET credit = credit + ? - ?",
    "UPDATE accounts SET credit = credit + ? - 0 * ?",
  ),
  "payment settled as often as it is named": ({ sql, values }) => ({
    sql: sql
      .replace("SELECT id FROM payments WHERE reference = ?", "$& AND 0")
      .replace("INSERT INTO payments", "INSERT OR IGNORE INTO payments"),
    values,
  }),
  "refund leaves the credit": replacing(/UPDATE accounts SET credit = credit - \?/, "$& * 0"),
  "lost event not looked for": ({ sql, values }) => ({
    sql: sql.replace("AND checked_at < ?", "$& AND 0").replace("SELECT payments_listed_at AS at", "SELECT 9e15 AS at"),
    values,
  }),
} satisfies Record<string, Rewrite>;

export type Mistake = keyof typeof REWRITES;
export const MISTAKES = Object.keys(REWRITES) as Mistake[];

/** The rule that must find each mistake. If the rule depends on which transactions compete, the list has several. */
const RULES: Record<Mistake, string[]> = {
  "refund credited twice": ["credit changes by what was given back or used"],
  "due date moved by the date of payment": ["the due date is the end of what was paid"],
  "revision not compared": [
    "what changed since is not done at the old price",
    "a plan is changed that runs",
    "an invoice's status goes forward",
    "a payment goes with its invoice",
  ],
  "credit used twice": ["what is given back or used changes the credit"],
  "payment settled as often as it is named": ["credit changes by what was given back or used"],
  "refund leaves the credit": [
    "what is given back or used changes the credit",
    "credit changes by what was given back or used",
  ],
  "lost event not looked for": [
    "what came in is recorded",
    "each refund is recorded",
    "no more goes back than came in",
  ],
};

/** Returns the rule that finds a mistake in a walk's violations; null if none does. */
export function foundBy(mistake: Mistake, violations: readonly { rule: string }[]): string | null {
  return violations.find(({ rule }) => RULES[mistake].includes(rule))?.rule ?? null;
}

/** Returns a statement as an engine with a mistake would send it. */
export function rewritten(mistake: Mistake, statement: Statement, today: string): Statement {
  const rewrite: Rewrite = REWRITES[mistake];
  return rewrite(statement, today);
}
