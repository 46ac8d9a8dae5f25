import type { Tables } from "../model/rows.ts";
import type { NetChange } from "../model/transaction.ts";
import type { Rule } from "./rule.ts";

/**
 * Account credit is never negative. It changes by exactly the amounts that payments, invoices, orders and refunds add
 * or use in the same transaction. The money and credit that an account received therefore equal its paid invoices, its
 * remaining credit and its refunds.
 */
export const creditIsAccountedFor: Rule = ({ tx, state, fail }) => {
  const expected = new Map<number, bigint>();
  const add = (account: number | null, amount: number) => {
    if (account !== null) expected.set(account, (expected.get(account) ?? 0n) + BigInt(amount));
  };
  const accountOf = (payment: number) => tx.after("payments", payment)?.account_id ?? null;
  for (const { account_id, amount } of tx.inserted("payments")) add(account_id, amount);
  for (const { account_id, credit } of tx.doneOrders()) add(account_id, credit);
  for (const each of tx.of("invoice_payments"))
    add(accountOf(rowOf(each).payment_id), -grown(each, ({ amount, refunded_on }) => (refunded_on ? 0 : amount)));
  for (const each of tx.of("invoices"))
    add(rowOf(each).account_id, -grown(each, ({ status, credit_applied }) => (status === "paid" ? credit_applied : 0)));
  for (const each of tx.of("refunds"))
    add(accountOf(rowOf(each).payment_id), -grown(each, (row) => (row.state === "failed" ? 0 : row.from_credit)));
  for (const { before, after } of tx.updated("accounts")) {
    add(after.id, 0);
    if (after.credit < 0) fail("credit is never below zero", after);
    if (BigInt(after.credit - before.credit) !== expected.get(after.id))
      fail("the credit changes only by the amounts that are returned or used", {
        before,
        after,
        expected: expected.get(after.id),
      });
  }
  for (const [account, amount] of expected) {
    if (amount !== 0n && tx.after("accounts", account)?.credit === state.get("accounts", account).credit)
      fail("each amount that is returned or used changes the credit", { account, amount });
  }
};

function rowOf<Table extends keyof Tables>({ before, after }: NetChange<Table>): Tables[Table] {
  return (after ?? before) as Tables[Table];
}

/** Returns by how much an amount has grown. A row that does not exist has the amount 0. */
function grown<Table extends keyof Tables>(
  { before, after }: NetChange<Table>,
  amountOf: (row: Tables[Table]) => number,
): number {
  return (after ? amountOf(after) : 0) - (before ? amountOf(before) : 0);
}
