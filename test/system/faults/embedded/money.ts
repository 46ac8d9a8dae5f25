import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import type { StripeState } from "../../../../dev/stripe/stripe-state.ts";
import { FIRST_ACCOUNT } from "../harness/accounts.ts";
import type { KillableSystem } from "../harness/killable-system.ts";

export interface MoneyParties {
  stripe: StripeState;
  registry: Pick<SandboxRegistry, "changes">;
}

/**
 * SQL: the accounts in which the received money and the granted credit differ from the sum of paid invoices, account
 * credit and refunds.
 */
const UNACCOUNTED = `SELECT * FROM (SELECT a.id,
    (SELECT coalesce(sum(amount), 0) FROM payments WHERE account_id = a.id) +
    (SELECT coalesce(sum(credit), 0) FROM orders WHERE account_id = a.id AND status = 'done') AS came,
    a.credit + (SELECT coalesce(sum(credit_applied), 0) FROM invoices WHERE account_id = a.id AND status = 'paid') +
    (SELECT coalesce(sum(p.amount), 0) FROM invoice_payments p JOIN invoices i ON i.id = p.invoice_id
     WHERE i.account_id = a.id AND p.refunded_on IS NULL) +
    (SELECT coalesce(sum(r.from_credit), 0) FROM refunds r JOIN payments p ON p.id = r.payment_id
     WHERE p.account_id = a.id AND r.state <> 'failed') AS is_there
  FROM accounts a WHERE a.id >= ${FIRST_ACCOUNT}) WHERE came <> is_there`;

/** SQL: the domains whose registration failed and that are active in no account. */
const REFUSED = `SELECT d.name FROM orders o JOIN domains d ON d.id = o.domain_id
  WHERE o.kind = 'register' AND o.status = 'failed' AND o.account_id >= ${FIRST_ACCOUNT}
    AND NOT EXISTS (SELECT 1 FROM domains held WHERE held.name = d.name AND held.status = 'active')`;

/** Returns the payment violations that are visible while actions are in progress. They reveal a mistake early. */
export async function moneySigns(system: KillableSystem, { registry }: MoneyParties): Promise<string[]> {
  const unaccounted = await system.query("billing", UNACCOUNTED);
  const refused = await system.query("billing", REFUSED);
  const registered = new Set(registry.changes().flatMap(({ kind, name }) => (kind === "register" ? [name] : [])));
  return [
    ...unaccounted.map((row) => `money came in or was given that is neither paid, credit nor refunded: ${row}`),
    ...refused.flatMap(([name]) => (registered.has(String(name)) ? [`${name} is refused, and registered`] : [])),
  ];
}

/** Returns the ids of paid Stripe payment intents that the engine did not record with their account and amount. */
export async function unrecorded(system: KillableSystem, { stripe }: MoneyParties): Promise<string[]> {
  const rows = await system.query("billing", "SELECT reference, account_id, amount FROM payments");
  const recorded = new Map(rows.map(([reference, account, amount]) => [reference, `${account} ${amount}`]));
  return [...stripe.intents.values()].flatMap(({ id, status, amount, metadata }) =>
    status === "succeeded" && recorded.get(id) !== `${metadata.account} ${amount}` ? [id] : [],
  );
}

/**
 * Returns the ids of invoices with a payment that became account credit. The payment came too late, or it was too small
 * because the account credit had been spent elsewhere.
 */
export async function paidInVain(system: KillableSystem, { stripe }: MoneyParties): Promise<Set<number>> {
  const rows = await system.query(
    "billing",
    "SELECT reference FROM payments p WHERE NOT EXISTS (SELECT 1 FROM invoice_payments WHERE payment_id = p.id)",
  );
  return new Set(rows.map(([reference]) => Number(stripe.intents.get(String(reference))?.metadata.invoices)));
}

/** Returns the payment violations once no action is in progress. Stripe and the engine must have the same records. */
export async function moneyFaults(system: KillableSystem, parties: MoneyParties): Promise<string[]> {
  const { stripe } = parties;
  const [payments, refunds, disputed] = await Promise.all([
    system.query("billing", "SELECT reference FROM payments WHERE reference LIKE 'pi_%'"),
    system.query(
      "billing",
      `SELECT p.reference, r.stripe_refund, r.amount FROM refunds r JOIN payments p ON p.id = r.payment_id
       WHERE p.reference LIKE 'pi_%' AND r.state <> 'failed'`,
    ),
    system.query("billing", "SELECT reference FROM payments WHERE disputed_on IS NOT NULL"),
  ]);
  const received = [...stripe.intents.values()].filter(({ status }) => status === "succeeded").map(({ id }) => id);
  const wentBack = stripe.refunds.filter(({ status }) => status === "succeeded");
  const disputes = stripe.disputes.filter(({ status }) => status !== "won");
  return [
    ...(await moneySigns(system, parties)),
    ...(await unrecorded(system, parties)).map((id) => `${id} was received at Stripe, and is not recorded`),
    ...differences("payments", received, payments.flat()),
    ...differences(
      "refunds",
      wentBack.map(({ payment_intent, id, amount }) => `${payment_intent} ${id} ${amount}`),
      refunds.map((row) => row.join(" ")),
    ),
    ...differences(
      "disputes",
      disputes.map(({ payment_intent }) => payment_intent),
      disputed.flat(),
    ),
  ];
}

/**
 * Compares two lists without repeated entries.
 * @param there the entries at Stripe
 * @param here the entries in the engine
 */
function differences(what: string, there: readonly string[], here: readonly unknown[]): string[] {
  const [expected, found] = [there.toSorted(), here.map(String).toSorted()];
  if (JSON.stringify(expected) === JSON.stringify(found)) return [];
  const missing = expected.filter((one) => !found.includes(one));
  const more = found.filter((one) => !expected.includes(one));
  return [`${what} differ: ${JSON.stringify({ missing, more, there: there.length, here: here.length })}`];
}
