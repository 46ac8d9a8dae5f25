import type { Permission } from "../../../../shared/billing-contract/call.ts";
import { isSameBut, type Rule } from "./rule.ts";

/** What the contract asks of a login for each action. */
export const REQUIRED = {
  orderDomain: ["orders"],
  orderPlan: ["orders"],
  renewDomain: ["orders", "domains"],
  changePlan: ["orders", "products"],
  cancelService: ["orders", "products"],
  transferDomainOut: ["domains", "managedomains"],
  setDomainAutoRenew: ["domains", "managedomains"],
  payInvoice: ["invoices"],
} as const satisfies Record<string, readonly Permission[]>;

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

/** Of an account the engine changes its credit and its payment method alone. */
export const accountsStay: Rule = ({ tx, fail }) => {
  if (tx.task.kind === "operator") return;
  for (const { before, after } of tx.updated("accounts")) {
    if (!isSameBut(before, after, ["credit", "payment_method_on_file", "revision"]))
      fail("an account stays as it is", { before, after });
  }
  if (tx.of("account_logins").length + tx.of("account_login_permissions").length > 0)
    fail("permissions are changed by the operator alone", tx.task);
};

/** An account is erased once it has nothing in use and nothing to pay. */
export const usedAccountsAreNotErased: Rule = ({ tx, state, fail }) => {
  for (const { before, after } of tx.updated("accounts")) {
    if (before.name === after.name) continue;
    const used = [
      ...[...state.activeServices].map((id) => state.get("services", id)),
      ...[...state.activeDomains].map((id) => state.get("domains", id)),
      ...[...state.payableInvoices].map((id) => state.get("invoices", id)),
    ].filter(({ account_id }) => account_id === after.id);
    if (used.length > 0) fail("an account with anything in use is not erased", { after, used });
  }
};

/** Nothing is done for a login that does not hold the permissions when it is written. */
export const actorsAreGranted: Rule = ({ tx, state, fail }) => {
  for (const { operation, login_id: login, account_id: account } of tx.inserted("actions")) {
    const needed = REQUIRED[operation as keyof typeof REQUIRED];
    if (!state.isGranted(login, account, needed)) fail("an action has its permissions", { operation, login, account });
    if (tx.task.actor?.loginId !== login || tx.task.actor.accountId !== account)
      fail("an action is its caller's", { operation, login, account, task: tx.task });
  }
  const actor = tx.task.actor;
  const holds = (account: number, needed: readonly Permission[]) =>
    actor !== null && actor.accountId === account && state.isGranted(actor.loginId, account, needed);
  for (const { before, after } of tx.updated("invoices")) {
    if (before.paid_on !== after.paid_on && !holds(after.account_id, REQUIRED.payInvoice))
      fail("an invoice is paid by who may", { after, task: tx.task });
  }
  for (const { before, after } of tx.updated("domains")) {
    if (before.auto_renew !== after.auto_renew && !holds(after.account_id, REQUIRED.setDomainAutoRenew))
      fail("auto-renewal is set by who may", { after, task: tx.task });
  }
};
