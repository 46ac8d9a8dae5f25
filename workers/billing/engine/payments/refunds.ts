import type Stripe from "stripe";
import type { ActResult } from "../../../../shared/operator-contract/answers.ts";
import type { RefundRequest } from "../../../../shared/operator-contract/billing-operator.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import type { Moment } from "../clock/billing-clock.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import { endRefundedOrder } from "../orders/paid-order.ts";
import { giveBack } from "../records/invoices.ts";
import { RevisionConflict } from "../store/account-store.ts";
import { batchOf, sql } from "../store/sql.ts";
import { StripeRefusal, stripeOf } from "../stripe/stripe-api.ts";

/** A payment, with its account's data from the same read. */
interface PaymentRow {
  id: number;
  reference: string;
  amount: MinorUnits;
  currency: string;
  disputedOn: string | null;
  /** The id of the account that paid; `null` if the money belongs to no account. */
  accountId: number | null;
  credit: MinorUnits;
  revision: number;
}

interface RefundRow {
  id: string;
  amount: MinorUnits;
  fromCredit: MinorUnits;
  state: "asked" | "done" | "failed";
  stripeRefund: string | null;
  /** The time at which the refund was stored, in epoch milliseconds. */
  askedAt: number;
}

interface Payment extends PaymentRow {
  /** The invoices that this payment paid and that were not refunded, newest first. */
  pays: { id: number; number: string; amount: MinorUnits; waitingOrder: number | null }[];
  refunds: RefundRow[];
  /**
   * The refunded amount that was not taken from account credit. It is deducted when one of the payment's invoices is
   * refunded.
   */
  spent: MinorUnits;
  /** The amount that can be refunded: account credit that is not spent, or money that belongs to no account. */
  available: MinorUnits;
}

/** A refund that is not stored yet. */
interface NewRefund extends Pick<RefundRow, "amount" | "fromCredit" | "state" | "stripeRefund"> {
  id: string;
  /** The ids of the invoices that are first refunded as credit. */
  invoices: number[];
}

const MAX_ATTEMPTS = 20;
/** The time within which another refund of the same amount is treated as a repeat, in milliseconds. */
const REPEATED_MS = 600_000;

/**
 * Refunds either the part of a payment that is account credit or belongs to no account, or the part that paid an
 * invoice. In the second case, the invoice becomes `refunded`, and its order fails unless the order or its work at the
 * registrar is done.
 *
 * The refund is stored before the call to Stripe, under its own idempotency key. If the money did not come through
 * Stripe, the operator must return it manually.
 * @param commit `false` returns the same result and changes nothing
 */
export async function refundPayment(
  engine: EngineContext,
  request: RefundRequest,
  commit: boolean,
): Promise<ActResult> {
  for (let attempt = 1; ; attempt++) {
    const payment = await readPayment(engine.db, request.reference);
    if (!payment) return refused(`There is no payment ${request.reference}.`);
    const planned = planOf(payment, request, engine.now());
    if (typeof planned === "string") return refused(planned);
    const isAtStripe = payment.reference.startsWith("pi_");
    if (isAtStripe && !engine.stripe) return refused("This payment came through Stripe, which is not set up here.");
    const how = isAtStripe
      ? "Stripe pays it back."
      : "Return the money manually: this payment did not come through Stripe.";
    const waiting = payment.pays.find(({ id }) => planned.invoices.includes(id))?.waitingOrder;
    const ends = waiting ? ` Order ${waiting} is not complete yet; it ends unless the registrar has completed it.` : "";
    const text = `${money(planned.amount, payment)} of payment ${payment.reference} is refunded to the customer. ${how}${ends}`;
    if (!commit) return { isDone: true, text };
    const refund = {
      ...planned,
      id: crypto.randomUUID(),
      state: isAtStripe ? "asked" : "done",
      stripeRefund: null,
    } as const;
    if (!(await writeRefund(engine, payment, refund))) {
      if (attempt < MAX_ATTEMPTS) continue;
      return refused("The account has changed. Try again.");
    }
    if (isAtStripe)
      await logFailure("refund_not_sent", sendRefund(engine, payment.reference, refund), fieldsOf(engine, payment));
    return { isDone: true, text };
  }
}

/** Returns the refund, or the reason why it is not possible. */
function planOf(payment: Payment, { invoice, amount }: RefundRequest, now: number) {
  const { available, accountId, pays } = payment;
  if (invoice !== null) {
    const paid = pays.find(({ number }) => number === invoice);
    if (!paid) return `Payment ${payment.reference} does not pay invoice ${invoice}.`;
    const left = paid.amount - payment.spent;
    if (left <= 0) return `The part of payment ${payment.reference} that paid invoice ${invoice} was already refunded.`;
    return { amount: left, fromCredit: left, invoices: [paid.id] };
  }
  const asked = amount ?? available;
  if (asked === 0 || asked > available) {
    const paid = pays.map(({ number }) => number).join(", ");
    return `${money(available, payment)} of this payment can be refunded${paid ? `; name the invoice to refund one of ${paid}` : ""}.`;
  }
  if (
    payment.refunds.some((each) => each.amount === asked && each.state !== "failed" && each.askedAt > now - REPEATED_MS)
  )
    return `The same amount of this payment was refunded within the last ten minutes. To refund it again, wait until they have passed.`;
  return { amount: asked, fromCredit: accountId === null ? 0 : asked, invoices: [] };
}

/** Sends stored refunds that may be missing at Stripe. Checks Stripe's list of refunds first. */
export async function sendAskedRefunds(engine: EngineContext, limit: number): Promise<void> {
  const { db, now } = engine;
  // The order is random, so that failing refunds do not delay others.
  const { results } = await sql(db)`SELECT DISTINCT p.reference FROM refunds r JOIN payments p ON p.id = r.payment_id
    WHERE r.state = 'asked' AND r.asked_at < ${now() - 60_000} ORDER BY random() LIMIT ${limit}`.all<{
    reference: string;
  }>();
  for (const { reference } of results) {
    if (!(await tryToReconcileRefunds(engine, reference))) continue;
    const payment = await readPayment(db, reference);
    if (!payment) continue;
    for (const refund of payment.refunds.filter(({ state }) => state === "asked"))
      await logFailure("refund_not_sent", sendRefund(engine, reference, refund), fieldsOf(engine, payment));
    await tryToReconcileRefunds(engine, reference);
  }
}

async function sendRefund(
  engine: EngineContext,
  paymentIntent: string,
  { id, amount }: Pick<RefundRow, "id" | "amount">,
) {
  const { api, installation } = await stripeOf(engine);
  const metadata = { installation, refund: id };
  const body = { payment_intent: paymentIntent, amount, metadata } satisfies Stripe.RefundCreateParams;
  const key = `refund-${installation}-${id}`;
  const sent = await api.send<Stripe.Refund>("/v1/refunds", body, key, engine.requestId).catch((error: unknown) => {
    // expected: the client logs the refusal. No money was sent back.
    if (error instanceof StripeRefusal) return { id, amount, status: "failed", metadata };
    throw error;
  });
  await adopt(engine, paymentIntent, sent);
}

/**
 * Works like {@link reconcileRefunds}, but logs a failure with the payment and its account.
 * @returns whether it succeeded
 */
export async function tryToReconcileRefunds(engine: EngineContext, paymentIntent: string): Promise<boolean> {
  const payment = await readPayment(engine.db, paymentIntent);
  return !payment || logFailure("refund_not_sent", reconcileAll(engine, payment), fieldsOf(engine, payment));
}

/**
 * Records the refunds of a payment at Stripe, including those made in Stripe's dashboard, and whether the payment is
 * disputed. A dispute that the provider won, or an inquiry that was closed, no longer counts. Ignores a payment that is
 * not recorded.
 */
export async function reconcileRefunds(engine: EngineContext, paymentIntent: string): Promise<void> {
  const payment = await readPayment(engine.db, paymentIntent);
  if (payment) await reconcileAll(engine, payment);
}

async function reconcileAll(engine: EngineContext, payment: Payment): Promise<void> {
  const { db, clock, requestId } = engine;
  const paymentIntent = payment.reference;
  const { api } = await stripeOf(engine);
  const query = { payment_intent: paymentIntent, limit: 100 } satisfies Stripe.RefundListParams &
    Stripe.DisputeListParams;
  const refunds = await api.read<Stripe.ApiList<Stripe.Refund>>("/v1/refunds", query, requestId);
  // The oldest refund comes first, because a later refund may resend money that the bank returned.
  for (const refund of refunds.data.toReversed()) await adopt(engine, paymentIntent, refund);
  const disputes = await api.read<Stripe.ApiList<Stripe.Dispute>>("/v1/disputes", query, requestId);
  const isDisputed = disputes.data.some(({ status }) => status !== "won" && status !== "warning_closed");
  if (isDisputed === (payment.disputedOn !== null)) return;
  const { today } = await clock.read(db);
  await sql(db)`UPDATE payments SET disputed_on = ${isDisputed ? today : null} WHERE id = ${payment.id}`.run();
  if (isDisputed) log("payment_disputed", fieldsOf(engine, payment));
}

/** Records the outcome of one refund at Stripe, once. */
async function adopt(
  engine: EngineContext,
  paymentIntent: string,
  { id, amount, status, metadata }: Pick<Stripe.Refund, "id" | "amount" | "status" | "metadata">,
) {
  const hasFailed = status === "failed" || status === "canceled";
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const payment = await readPayment(engine.db, paymentIntent);
    if (!payment) return;
    const known = payment.refunds.find((row) => row.stripeRefund === id || row.id === metadata?.refund);
    if (known?.state === "failed" || (hasFailed && !known)) return;
    // A stored refund may be for the same money. This refund must wait until Stripe has accepted the stored one, or has
    // refused it and its credit is available again.
    if (!known && payment.refunds.some(({ state }) => state === "asked")) return;
    if (known && !hasFailed) {
      await sql(engine.db)`UPDATE refunds SET state = 'done', stripe_refund = ${id}
        WHERE id = ${known.id} AND state = 'asked'`.run();
      return;
    }
    const isWritten = known
      ? await failRefund(engine, payment, known)
      : await recordRefund(engine, payment, id, amount);
    if (isWritten) return;
  }
  throw new RevisionConflict("the account is being changed");
}

/**
 * Records a refund that was made in Stripe's dashboard. The refund is taken from account credit first, and then from
 * whole invoices. An operator must review any remaining amount.
 */
async function recordRefund(engine: EngineContext, payment: Payment, stripeRefund: string, amount: MinorUnits) {
  let fromCredit = payment.accountId ? Math.min(amount, payment.available) : 0;
  let { spent } = payment;
  const invoices: number[] = [];
  for (const invoice of payment.pays) {
    if (invoice.amount > amount + spent - fromCredit) continue;
    invoices.push(invoice.id);
    fromCredit += Math.max(0, invoice.amount - spent);
    spent = 0;
  }
  if (payment.accountId && fromCredit < amount) log("refund_unassigned", fieldsOf(engine, payment));
  const refund = { id: stripeRefund, amount, fromCredit, invoices, state: "done", stripeRefund } as const;
  return writeRefund(engine, payment, refund);
}

/**
 * Stores a refund.
 * @returns `false` if the account has changed since it was read
 */
function writeRefund(engine: EngineContext, payment: Payment, refund: NewRefund): Promise<boolean> {
  const { db, now } = engine;
  const { id, amount, fromCredit, state, stripeRefund, invoices } = refund;
  return write(engine, payment, { amount, hasFailed: false }, (moment) => [
    ...invoices.flatMap((id) => [...giveBack(db, id, moment.today), ...endRefundedOrder(db, id, moment)]),
    sql(db)`UPDATE accounts SET credit = credit - ${fromCredit} WHERE id = ${payment.accountId}`,
    sql(db)`INSERT INTO refunds (id, payment_id, amount, from_credit, state, asked_at, stripe_refund)
      VALUES (${id}, ${payment.id}, ${amount}, ${fromCredit}, ${state}, ${now()}, ${stripeRefund})`,
  ]);
}

/**
 * Records that a refund failed, or that the bank returned it. The amount that was taken from credit becomes credit
 * again.
 */
function failRefund(engine: EngineContext, payment: Payment, { id, amount, fromCredit }: RefundRow): Promise<boolean> {
  const { db } = engine;
  log("refund_failed", fieldsOf(engine, payment));
  return write(engine, payment, { amount, hasFailed: true }, () => [
    sql(db)`UPDATE accounts SET credit = credit + ${fromCredit} WHERE id = ${payment.accountId}`,
    sql(db)`UPDATE refunds SET state = 'failed' WHERE id = ${id}`,
  ]);
}

/**
 * Writes statements, and mails the customer if the payment belongs to an account.
 * @returns `false` if the account has changed since it was read
 */
async function write(
  engine: EngineContext,
  { accountId, revision, currency }: Payment,
  told: { amount: MinorUnits; hasFailed: boolean },
  statements: (moment: Moment) => D1PreparedStatement[],
): Promise<boolean> {
  const { db, accounts, clock } = engine;
  const moment = await clock.read(db);
  if (accountId === null) {
    await db.batch(statements(moment));
    return true;
  }
  const mail = notice(db, { accountId }, moment.at, { kind: "paymentRefunded", currency, ...told });
  try {
    await accounts.writeAsEngine(accountId, revision, [...statements(moment), mail]);
  } catch (error) {
    // expected: the account has changed, so the caller reads it again.
    if (error instanceof RevisionConflict) return false;
    throw error;
  }
  sendNoticesAfterwards(engine, accountId);
  return true;
}

async function readPayment(db: D1Database, reference: string): Promise<Payment | null> {
  const rows = await batchOf(db, {
    payment: sql(
      db,
    )<PaymentRow>`SELECT p.id, p.reference, p.amount, p.currency, p.disputed_on AS disputedOn, p.account_id AS accountId,
      coalesce(a.credit, 0) AS credit, coalesce(a.revision, 0) AS revision
      FROM payments p LEFT JOIN accounts a ON a.id = p.account_id WHERE p.reference = ${reference}`,
    pays: sql(db)<Payment["pays"][number]>`SELECT i.id, i.number, ip.amount, o.id AS waitingOrder FROM payments p
      JOIN invoice_payments ip ON ip.payment_id = p.id JOIN invoices i ON i.id = ip.invoice_id
      LEFT JOIN orders o ON o.invoice_id = i.id AND o.status = 'paid'
      WHERE p.reference = ${reference} AND ip.refunded_on IS NULL AND i.status = 'paid' ORDER BY i.id DESC`,
    refunds: sql(
      db,
    )<RefundRow>`SELECT r.id, r.amount, r.from_credit AS fromCredit, r.state, r.stripe_refund AS stripeRefund, r.asked_at AS askedAt
      FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.reference = ${reference}`,
  });
  const [payment] = rows.payment;
  if (!payment) return null;
  const paid = rows.pays.reduce((sum, { amount }) => sum + amount, 0);
  const refunded = rows.refunds.reduce((sum, { amount, state }) => sum + (state === "failed" ? 0 : amount), 0);
  const left = Math.max(0, payment.amount - paid - refunded);
  const available = payment.accountId === null ? left : Math.min(left, payment.credit);
  const spent = rows.refunds.reduce(
    (sum, each) => sum + (each.state === "failed" ? 0 : each.amount - each.fromCredit),
    0,
  );
  return { ...payment, pays: rows.pays, refunds: rows.refunds, available, spent };
}

/** Returns the fields for a log line. `payment` is the reference that `operate refund` needs. */
function fieldsOf({ requestId }: EngineContext, { accountId, reference }: Payment) {
  return { request_id: requestId, account: accountId ?? undefined, payment: reference };
}

function money(units: MinorUnits, { currency }: Payment): string {
  return `${toMajorUnits(units).toFixed(2)} ${currency}`;
}

function refused(text: string): ActResult {
  return { isDone: false, text };
}
