import type { StripeState } from "../../../../dev/stripe/stripe-state.ts";
import type { ModelState } from "../model/state.ts";
import type { Transaction } from "../model/transaction.ts";

/** One transaction, and everything that a rule needs to check it. */
export interface Judged {
  tx: Transaction;
  /** The state before the transaction. */
  state: ModelState;
  /** The payments and refunds at the simulated Stripe. */
  stripe: StripeState;
  /** The invoice for each payment that an operator recorded, by payment reference. */
  transfers: ReadonlyMap<string, number>;
  /** YYYY-MM-DD */
  today: string;
  /** Reports a violation. @param rule the violated rule @param detail the rows that show it */
  fail(rule: string, detail?: unknown): void;
}

export type Rule = (judged: Judged) => void;

/** Returns whether two rows differ only in these columns. */
export function isSameBut<Row extends object>(before: Row, after: Row, columns: readonly string[]): boolean {
  const old = before as Record<string, unknown>;
  return Object.entries(after).every(([column, value]) => columns.includes(column) || old[column] === value);
}
