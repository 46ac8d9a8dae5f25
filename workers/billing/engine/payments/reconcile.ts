import type Stripe from "stripe";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import type { CardDetails } from "../records/details.ts";
import { batchOf, sql } from "../store/sql.ts";
import { StripeRefusal, stripeOf } from "../stripe/stripe-api.ts";
import { receive } from "./receipts.ts";
import { reconcileRefunds } from "./refunds.ts";
import { detachCard, saveCard } from "./saved-cards.ts";

/**
 * The state of a checkout at Stripe. A checkout that only saves a card is `paid` once the card is saved. While a
 * checkout is `pending`, the customer's bank has not decided yet. An `ended` checkout will never be paid. A `foreign`
 * checkout belongs to another installation.
 */
type CheckoutState = "open" | "pending" | "paid" | "ended" | "foreign";

interface ReconciledSession {
  state: CheckoutState;
  url: string | null;
}

/** A session with its payment, the payment's charge, and the saved card. One call to Stripe reads all of them. */
type PaidSession = Omit<Stripe.Checkout.Session, "payment_intent" | "setup_intent"> & {
  payment_intent:
    | (Omit<Stripe.PaymentIntent, "latest_charge" | "payment_method"> & {
        latest_charge: Stripe.Charge | null;
        payment_method: Stripe.PaymentMethod | null;
      })
    | null;
  setup_intent: { payment_method: Stripe.PaymentMethod | null } | null;
};
const EXPANDED = ["payment_intent.latest_charge", "payment_intent.payment_method", "setup_intent.payment_method"];

/**
 * Reads a session from Stripe and applies its state. Repeated calls have no further effect. A payment is recorded once
 * per payment intent, and a saved card is stored.
 * @returns the session's state; the URL of its page while the session is open
 */
export async function reconcileSession(engine: EngineContext, sessionId: string): Promise<ReconciledSession> {
  const { db, now, requestId } = engine;
  const keep = (state: "open" | "complete" | "expired") =>
    sql(db)`UPDATE checkouts SET state = ${state}, checked_at = ${now()} WHERE session = ${sessionId}`.run();
  const { api, installation } = await stripeOf(engine);
  const path = `/v1/checkout/sessions/${encodeURIComponent(sessionId)}`;
  const session = await api.read<PaidSession>(path, { expand: EXPANDED }, requestId).catch((error: unknown) => {
    // expected: Stripe does not have this session, for example because its test data was deleted.
    if (error instanceof StripeRefusal && error.status === 404) return null;
    throw error;
  });
  if (!session) {
    await keep("expired");
    return { state: "ended", url: null };
  }
  const { metadata, payment_intent: payment, amount_total: amount, currency } = session;
  if (metadata?.installation !== installation) return { state: "foreign", url: null };
  const accountId = Number(metadata.account);
  const invoices = (metadata.invoices ?? "").split(" ").map(Number);
  const state = stateOf(session);
  if (state === "paid" && payment && amount !== null && currency !== null) {
    const receipt = { accountId, invoices, amount, currency: currency.toUpperCase(), reference: payment.id };
    const complete = sql(db)`UPDATE checkouts SET state = 'complete' WHERE session = ${sessionId}`;
    await receive(engine, { ...receipt, receivedOn: null }, true, [endPending(db, accountId, invoices), complete]);
    const { latest_charge: charge } = payment;
    if (charge && (charge.amount_refunded > 0 || charge.disputed)) await reconcileRefunds(engine, payment.id);
  }
  if (state === "paid") await keepCard(engine, session, accountId);
  if (state === "pending") await markPending(engine, sessionId, accountId, invoices);
  if (state === "ended" && session.status === "complete") await endCheckout(engine, session, accountId, invoices);
  await keep(state === "paid" ? "complete" : state === "ended" ? "expired" : "open");
  return { state, url: session.url };
}

/** Reconciles one of the account's checkouts. Does nothing if the checkout is missing or has no open session. */
export async function reconcileCheckout(engine: EngineContext, accountId: number, id: string): Promise<void> {
  const session = await sql(engine.db)`SELECT session FROM checkouts
    WHERE id = ${id} AND account_id = ${accountId} AND state = 'open'`.first<string>("session");
  if (session !== null) await reconcileSession(engine, session);
}

/**
 * Stores the newest card that the customer agreed to save, and removes any other card at Stripe. Skips a card without a
 * customer, because that card was removed at Stripe.
 */
async function keepCard(
  engine: EngineContext,
  { metadata, payment_intent: payment, setup_intent: setup }: PaidSession,
  accountId: number,
): Promise<void> {
  const method = (setup ?? payment)?.payment_method;
  if (!metadata?.agreement || typeof method?.customer !== "string") return;
  const { db } = engine;
  const card = { customer: method.customer, paymentMethod: method.id, agreement: metadata.agreement };
  const details = method.card ? detailsOf(method.card) : null;
  const saved = sql(db)<{ id: string }>`SELECT payment_method AS id FROM saved_cards WHERE account_id = ${accountId}`;
  const { former, kept } = await batchOf(db, {
    former: saved,
    revision: sql(db)`UPDATE accounts SET revision = revision + 1 WHERE id = ${accountId}`,
    // Use the time at which the customer entered the card, because the page that was opened first may be completed
    // last.
    card: saveCard(db, accountId, { ...card, agreedAt: method.created * 1000, details }),
    kept: saved,
  });
  for (const id of new Set([method.id, ...former.map((each) => each.id)]))
    if (id !== kept[0]?.id) await detachCard(engine, id);
}

function detailsOf({ brand, last4, exp_year: year, exp_month: month }: Stripe.PaymentMethod.Card): CardDetails {
  return { brand, last4, expires: `${year}-${String(month).padStart(2, "0")}` };
}

function stateOf({ mode, status, payment_status: paid, payment_intent: payment }: PaidSession): CheckoutState {
  if (paid === "paid" || (mode === "setup" && status === "complete")) return "paid";
  if (status === "open") return "open";
  return status === "complete" && payment?.status === "processing" ? "pending" : "ended";
}

/**
 * Marks unpaid invoices as pending, unless the checkout has already ended. An invoice with another status keeps it. The
 * money for a cancelled invoice becomes credit.
 */
async function markPending(
  { db, accounts }: EngineContext,
  sessionId: string,
  accountId: number,
  invoices: number[],
): Promise<void> {
  await accounts.writeAsEngine(accountId, null, [
    sql(db)`UPDATE invoices SET status = 'payment_pending' WHERE account_id = ${accountId} AND status = 'unpaid'
      AND id IN (SELECT value FROM json_each(${JSON.stringify(invoices)}))
      AND NOT EXISTS (SELECT 1 FROM checkouts WHERE session = ${sessionId} AND state IN ('complete', 'expired'))`,
  ]);
}

/**
 * Returns the statement that ends the pending status of invoices. They become unpaid again, or cancelled if their order
 * has ended.
 */
export function endPending(db: D1Database, accountId: number, invoices: number[]): D1PreparedStatement {
  return sql(db)`UPDATE invoices SET status = CASE WHEN EXISTS (SELECT 1 FROM orders o
      WHERE o.invoice_id = invoices.id AND o.status IN ('cancelled', 'failed')) THEN 'cancelled' ELSE 'unpaid' END
    WHERE account_id = ${accountId} AND status = 'payment_pending'
      AND id IN (SELECT value FROM json_each(${JSON.stringify(invoices)}))`;
}

/**
 * Ends a checkout whose payment the bank refused. Its pending invoices become unpaid or cancelled, and the customer
 * gets an e-mail. Does nothing if none of them is pending.
 */
async function endCheckout(
  engine: EngineContext,
  { id }: PaidSession,
  accountId: number,
  invoices: number[],
): Promise<void> {
  const { db, accounts, clock } = engine;
  // The condition also holds without a row for the session, because a restored database may lack it.
  const pending = sql(db)`SELECT id, number FROM invoices WHERE account_id = ${accountId} AND status = 'payment_pending'
    AND id IN (SELECT value FROM json_each(${JSON.stringify(invoices)}))
    AND NOT EXISTS (SELECT 1 FROM checkouts WHERE session = ${id} AND state <> 'open')`;
  const first = await pending.first<{ id: number; number: string }>();
  if (!first) return;
  const { at } = await clock.read(db);
  const revision = await accounts.revision(accountId);
  await accounts.writeAsEngine(accountId, revision, [
    endPending(db, accountId, invoices),
    sql(db)`UPDATE checkouts SET state = 'expired' WHERE session = ${id}`,
    notice(db, { accountId }, at, { kind: "paymentFailed", invoiceId: first.id, number: first.number }),
  ]);
  sendNoticesAfterwards(engine, accountId);
}
