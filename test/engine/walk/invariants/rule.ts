import type { StripeState } from "../../../../dev/stripe/stripe-state.ts";
import type { ModelState } from "../model/state.ts";
import type { Transaction } from "../model/transaction.ts";

/** What the rules judge one transaction by. */
export interface Judged {
  tx: Transaction;
  /** The state before the transaction. */
  state: ModelState;
  /** What customers have paid, and the refunds, from Stripe itself. */
  stripe: StripeState;
  /** The invoice that an operator recorded money for, by its reference. */
  transfers: ReadonlyMap<string, number>;
  /** YYYY-MM-DD */
  today: string;
  /** @param rule the violated rule @param detail the rows that show it */
  fail(rule: string, detail?: unknown): void;
}

export type Rule = (judged: Judged) => void;

/** Whether two rows differ in these columns alone. */
export function isSameBut<Row extends object>(before: Row, after: Row, columns: readonly string[]): boolean {
  const old = before as Record<string, unknown>;
  return Object.entries(after).every(([column, value]) => columns.includes(column) || old[column] === value);
}
