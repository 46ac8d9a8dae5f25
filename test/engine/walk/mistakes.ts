import type { Statement } from "../support/watched-database.ts";

/** A function that changes a statement. @param today YYYY-MM-DD */
type Rewrite = (statement: Statement, today: string) => Statement;

/** Returns a rewrite that replaces text in statements. */
function replacing(text: string | RegExp, by: string): Rewrite {
  return ({ sql, values }) => ({ sql: sql.replace(text, by), values });
}

const NEXT_DUE = /UPDATE services SET next_due_on = \?, term_day = \?,\s+changed_at = CASE/;

/**
 * Mistakes that the walk must find in the engine. Each one changes the engine's statements before they reach the
 * database.
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
  "refund does not reduce the credit": replacing(/UPDATE accounts SET credit = credit - \?/, "$& * 0"),
  "lost event never found": ({ sql, values }) => ({
    sql: sql.replace("AND checked_at < ?", "$& AND 0").replace("SELECT payments_listed_at AS at", "SELECT 9e15 AS at"),
    values,
  }),
} satisfies Record<string, Rewrite>;

export type Mistake = keyof typeof REWRITES;
export const MISTAKES = Object.keys(REWRITES) as Mistake[];

/** The rules that may find each mistake. If there are several, competing transactions decide which one finds it. */
const RULES: Record<Mistake, string[]> = {
  "refund credited twice": ["the credit changes only by the amounts that are returned or used"],
  "due date moved by the date of payment": ["the due date is the end of what was paid"],
  "revision not compared": [
    "an order is not done at an outdated price",
    "only an active plan is changed",
    "an invoice's status goes forward",
    "an invoice changes with its status",
    "a payment goes with its invoice",
  ],
  "credit used twice": ["each amount that is returned or used changes the credit"],
  "payment settled as often as it is named": ["the credit changes only by the amounts that are returned or used"],
  "refund does not reduce the credit": [
    "each amount that is returned or used changes the credit",
    "the credit changes only by the amounts that are returned or used",
  ],
  "lost event never found": ["what came in is recorded", "each refund is recorded", "refunds never exceed the payment"],
};

/** Returns the violated rule that reveals a mistake, or `null` if none of the mistake's rules was violated. */
export function foundBy(mistake: Mistake, violations: readonly { rule: string }[]): string | null {
  return violations.find(({ rule }) => RULES[mistake].includes(rule))?.rule ?? null;
}

/** Returns a statement as an engine with the mistake would send it. */
export function rewritten(mistake: Mistake, statement: Statement, today: string): Statement {
  const rewrite: Rewrite = REWRITES[mistake];
  return rewrite(statement, today);
}
