import type { Rule } from "./rule.ts";

/** Credit changes by what gives or uses it in the same transaction, to the cent, and is never below zero. */
export const creditIsAccountedFor: Rule = ({ tx, state, fail }) => {
  const expected = new Map<number, bigint>();
  const add = (account: number, amount: bigint) => expected.set(account, (expected.get(account) ?? 0n) + amount);
  for (const { before, after } of tx.updated("invoices")) {
    add(after.account_id, BigInt(before.credit_applied - after.credit_applied));
    if (before.status !== "refunded" && after.status === "refunded") add(after.account_id, state.totalOf(after.id));
  }
  for (const { account_id, credit } of tx.doneOrders()) add(account_id, BigInt(credit));
  for (const { before, after } of tx.updated("accounts")) {
    add(after.id, 0n);
    if (after.credit < 0) fail("credit is never below zero", after);
    if (BigInt(after.credit - before.credit) !== expected.get(after.id))
      fail("credit changes by what was given back or used", { before, after, expected: expected.get(after.id) });
  }
  for (const [account, amount] of expected) {
    if (amount !== 0n && tx.after("accounts", account)?.credit === state.get("accounts", account).credit)
      fail("what is given back or used changes the credit", { account, amount });
  }
};
