import type { Statement } from "./world/observed-database.ts";

interface Context {
  /** The statements before it in its transaction. */
  before: readonly Statement[];
  /** YYYY-MM-DD */
  today: string;
}

type Rewrite = (statement: Statement, context: Context) => Statement;

/** Replaces text in statements that have it. */
function replacing(text: string | RegExp, by: string): Rewrite {
  return ({ sql, values }) => ({ sql: sql.replace(text, by), values });
}

const STILL_PAID = "EXISTS (SELECT 1 FROM orders WHERE id = ? AND status = 'paid')";
const NEXT_DUE = /UPDATE services SET next_due_on = \?, term_day = \?,\s+changed_at = CASE/;

/** Mistakes of the engine, each made by rewriting its statements on their way to the database. */
const REWRITES = {
  "refund credited twice": replacing(
    /(UPDATE accounts SET credit = credit \+ coalesce\(.*) AND EXISTS \(SELECT 1 FROM orders WHERE id = \? AND status = 'paid'\)$/s,
    "$1 AND ? > 0",
  ),
  "taxes rounded down": ({ sql, values }) => {
    if (!sql.includes("INSERT INTO invoices")) return { sql, values };
    const [subtotal, taxes] = [Number(values[4]), String(values[5])];
    const down = (JSON.parse(taxes) as { rateThousandths: number }[]).map((tax) => ({
      ...tax,
      amount: Math.floor((subtotal * tax.rateThousandths) / 100_000),
    }));
    const sum = down.reduce((all, { amount }) => all + amount, 0);
    return { sql, values: [...values.slice(0, 5), JSON.stringify(down), sum, ...values.slice(7)] };
  },
  "due date moved by the date of payment": ({ sql, values }, { today }) =>
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
  "discount for ever": replacing(
    "UPDATE services SET status = 'active', next_due_on = ?",
    `UPDATE services SET status = 'active', next_due_on = ?,
      recurring_price = (SELECT term_price FROM orders WHERE service_id = services.id AND kind = 'plan')`,
  ),
  "restoration not charged": ({ sql, values }) =>
    sql.includes("d.renewal_years AS renewalYears") && sql.includes("LIMIT 1")
      ? { sql: sql.replace("d.status,", "replace(d.status, 'redemption', 'grace') AS status,"), values }
      : { sql, values },
  "refused transfer kept": ({ sql, values }) =>
    sql.includes("UPDATE accounts SET credit = credit + coalesce(") && sql.endsWith(STILL_PAID)
      ? {
          sql: `${sql} AND EXISTS (SELECT 1 FROM orders WHERE id = ? AND kind <> 'transfer')`,
          values: [...values, values.at(-1)],
        }
      : { sql, values },
  "suspended a day early": replacing(
    "s.status = 'active' AND date(i.due_on, '+7 days') < ?1",
    "s.status = 'active' AND date(i.due_on, '+7 days') <= ?1",
  ),
} satisfies Record<string, Rewrite>;

export type Mistake = keyof typeof REWRITES;
export const MISTAKES = Object.keys(REWRITES) as Mistake[];

/** The rule that has to find each mistake out; one of several, where it depends on which transactions meet. */
const RULES: Record<Mistake, string[]> = {
  "refund credited twice": ["credit changes by what was given back or used"],
  "taxes rounded down": ["taxes are those of the place and the day"],
  "due date moved by the date of payment": ["the due date is the end of what was paid"],
  "revision not compared": [
    "what changed since is not done at the old price",
    "a plan is changed that runs",
    "an invoice's status goes forward",
    "a payment goes with its invoice",
  ],
  "credit used twice": ["what is given back or used changes the credit"],
  "discount for ever": ["a plan changes by its order"],
  "restoration not charged": ["a restoration is charged in redemption, and only then"],
  "refused transfer kept": ["what is given back or used changes the credit"],
  "suspended a day early": ["a service changes its status on its day"],
};

/** @returns the rule by which the violations of a walk find a mistake out; null where they do not */
export function foundBy(mistake: Mistake, violations: readonly { rule: string }[]): string | null {
  return violations.find(({ rule }) => RULES[mistake].includes(rule))?.rule ?? null;
}

/** A statement as an engine with a mistake would send it. */
export function rewritten(mistake: Mistake, statement: Statement, context: Context): Statement {
  const rewrite: Rewrite = REWRITES[mistake];
  return rewrite(statement, context);
}
