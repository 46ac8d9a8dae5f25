import type Stripe from "stripe";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import { attemptOn, BALANCE, hasAttemptsBegun, isWithinAttempts, nextAttempt } from "../records/charge-days.ts";
import { RevisionConflict } from "../store/account-store.ts";
import { raw, sql } from "../store/sql.ts";
import { StripeRefusal, stripeOf } from "../stripe/stripe-api.ts";
import { expireSession } from "./checkouts.ts";
import { checkoutAmount } from "./payment-settings.ts";
import { receive } from "./receipts.ts";
import { endPending, reconcileSession } from "./reconcile.ts";

/** An attempt to pay an automatic renewal's invoice with the saved card. */
interface Charge {
  accountId: number;
  invoice: number;
  /**
   * The number of the attempt. Attempt 1 starts three days before the due date, attempt 2 on the due date, and attempt
   * 3 three days after it. Further attempts happen only while the invoice is unpaid.
   */
  attempt: number;
  amount: MinorUnits;
  currency: string;
  customer: string;
  paymentMethod: string;
}

/** A renewal to charge, with its account's data from the same read. */
interface ChargeableRow extends Omit<Charge, "amount"> {
  revision: number;
  balance: MinorUnits;
  credit: MinorUnits;
}

interface AskedCharge extends Charge {
  /** Time at which the charge was stored, immediately before it was sent, in epoch milliseconds. */
  sentAt: number;
}

const MINUTE_MS = 60_000;
/**
 * How long an attempt that is missing at Stripe is sent again, in milliseconds. After that, the attempt fails, and the
 * customer can pay in another way.
 */
const RESENT_MS = 10 * MINUTE_MS;

/**
 * Charges saved cards for the invoices of automatic renewals. The attempts are three days before the due date, on the
 * due date, and three days after it, but never on the day of issue. The function charges only between nine o'clock and
 * midnight in the provider's time zone.
 */
export async function chargeRenewals(engine: EngineContext, limit: number): Promise<void> {
  const { db, clock, requestId } = engine;
  const moment = await clock.read(db);
  if (!hasAttemptsBegun(clock, moment)) return;
  const { today: day } = moment;
  for (const { accountId: account, invoice, customer } of await chargeable(db, day, limit)) {
    const work = async () => {
      const sent = await reconcileSent(engine, { customer, invoice });
      if (sent.some(({ status }) => status === "processing")) return;
      // The account may have changed, for example because of the previous charge, so read the renewal again.
      const [row] = await chargeable(db, day, 1, invoice);
      if (row) await charge(engine, row);
    };
    await logFailure("renewal_not_charged", work(), { request_id: requestId, account, invoice });
  }
}

/**
 * Reads the renewals to charge on a day. The order is random, so that failing charges do not delay others.
 * @param invoice the id of the only invoice to read; `null` to read all
 */
async function chargeable(
  db: D1Database,
  day: string,
  limit: number,
  invoice: number | null = null,
): Promise<ChargeableRow[]> {
  const { results } = await sql(db)<ChargeableRow>`
    SELECT i.account_id AS accountId, i.id AS invoice, ${attemptOn(day)} AS attempt, a.currency, a.revision, a.credit,
      c.customer, c.payment_method AS paymentMethod, ${raw(BALANCE)} AS balance
    FROM invoices i JOIN orders o ON o.invoice_id = i.id JOIN accounts a ON a.id = i.account_id
      JOIN saved_cards c ON c.account_id = i.account_id
    WHERE ${isWithinAttempts(day)} AND ${nextAttempt(day)} = ${day} AND (${invoice} IS NULL OR i.id = ${invoice})
    ORDER BY random() LIMIT ${limit}`.all<ChargeableRow>();
  return results;
}

async function charge(engine: EngineContext, { revision, balance, credit, ...row }: ChargeableRow): Promise<void> {
  const { db, now, accounts } = engine;
  const { accountId, invoice, attempt, currency, customer, paymentMethod } = row;
  const amount = checkoutAmount(balance, credit);
  if (amount === null || (await isBeingPaid(engine, accountId, invoice))) return;
  if (amount === 0) {
    await receive(engine, { accountId, invoices: [invoice], amount, currency, reference: "", receivedOn: null });
    return;
  }
  try {
    await accounts.writeAsEngine(accountId, revision, [
      sql(db)`INSERT INTO charges (invoice_id, attempt, amount, customer, payment_method, state, sent_at)
        VALUES (${invoice}, ${attempt}, ${amount}, ${customer}, ${paymentMethod}, 'asked', ${now()})`,
      sql(db)`UPDATE invoices SET status = 'payment_pending' WHERE id = ${invoice}`,
    ]);
  } catch (error) {
    // expected: the account has changed, or another run charges this renewal.
    if (error instanceof RevisionConflict) return;
    throw error;
  }
  await sendCharge(engine, { ...row, amount });
}

/**
 * Expires the Stripe pages on which the customer could still pay the invoice.
 * @returns whether the invoice was paid or is being paid on one of these pages, or one of them may still be open
 */
async function isBeingPaid(engine: EngineContext, accountId: number, invoice: number): Promise<boolean> {
  const { results } = await sql(engine.db)`SELECT session FROM checkouts c JOIN json_each(c.invoices) each
    WHERE c.account_id = ${accountId} AND c.state IN ('asked', 'open') AND each.value = ${invoice}`.all<{
    session: string | null;
  }>();
  for (const { session } of results) {
    if (session === null) return true;
    await expireSession(engine, session);
    if ((await reconcileSession(engine, session)).state !== "ended") return true;
  }
  return false;
}

async function sendCharge(engine: EngineContext, charge: Charge): Promise<void> {
  const { api, installation } = await stripeOf(engine);
  const { accountId, invoice, attempt, amount, currency, customer, paymentMethod } = charge;
  const metadata = {
    installation,
    account: String(accountId),
    invoices: String(invoice),
    attempt: String(attempt),
  };
  const body = {
    ...{ amount, currency: currency.toLowerCase(), customer, payment_method: paymentMethod, metadata },
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    off_session: true,
    confirm: true,
  } satisfies Stripe.PaymentIntentCreateParams;
  const key = `charge-${installation}-${invoice}-${attempt}`;
  try {
    const intent = await api.send<Stripe.PaymentIntent>("/v1/payment_intents", body, key, engine.requestId);
    await reconcileCharge(engine, intent);
  } catch (error) {
    // expected: the client logs the refusal. The bank declined or needs the customer's confirmation, or the card was
    // removed.
    if (!(error instanceof StripeRefusal)) throw error;
    await reconcileSent(engine, charge);
    await failCharge(engine, charge);
  }
}

/**
 * Completes stored charges with an unknown outcome. Finds them at Stripe by their metadata. If a charge is missing
 * there, sends it again under its idempotency key for up to ten minutes.
 */
export async function settleAskedCharges(engine: EngineContext, limit: number): Promise<void> {
  const { db, now, requestId } = engine;
  const { results } = await sql(
    db,
  )`SELECT i.account_id AS accountId, h.invoice_id AS invoice, h.attempt, h.amount, a.currency,
      h.customer, h.payment_method AS paymentMethod, h.sent_at AS sentAt
    FROM charges h JOIN invoices i ON i.id = h.invoice_id JOIN accounts a ON a.id = i.account_id
    WHERE h.state = 'asked' AND h.sent_at < ${now() - MINUTE_MS} ORDER BY random() LIMIT ${limit}`.all<AskedCharge>();
  for (const asked of results) {
    const { accountId: account, invoice } = asked;
    await logFailure("renewal_not_charged", settleAsked(engine, asked), { request_id: requestId, account, invoice });
  }
}

async function settleAsked(engine: EngineContext, asked: AskedCharge): Promise<void> {
  const sent = await reconcileSent(engine, asked);
  if (sent.some(({ metadata }) => metadata.attempt === String(asked.attempt))) return;
  await (asked.sentAt > engine.now() - RESENT_MS ? sendCharge(engine, asked) : failCharge(engine, asked));
}

/**
 * Applies the outcomes of an invoice's attempts at Stripe, including attempts that a restored database has lost. Reads
 * only the customer's last 100 payments.
 * @returns the attempts, in their state before this call
 */
async function reconcileSent(
  engine: EngineContext,
  { customer, invoice }: Pick<Charge, "customer" | "invoice">,
): Promise<Stripe.PaymentIntent[]> {
  const { api, installation } = await stripeOf(engine);
  const query = { customer, limit: 100 } satisfies Stripe.PaymentIntentListParams;
  const { data } = await api.read<Stripe.ApiList<Stripe.PaymentIntent>>("/v1/payment_intents", query, engine.requestId);
  const sent = data.filter(
    ({ metadata: of }) => of.installation === installation && of.attempt && of.invoices === String(invoice),
  );
  for (const intent of sent) await reconcileCharge(engine, intent);
  return sent;
}

/**
 * Applies the outcome of a charge at Stripe, once per payment intent. This includes charges that a restored database
 * has lost. A failed charge is cancelled at Stripe.
 */
export async function reconcileCharge(engine: EngineContext, intent: Stripe.PaymentIntent): Promise<void> {
  const { db } = engine;
  const { id, status, amount_received: amount, currency, metadata } = intent;
  const accountId = Number(metadata.account);
  const invoice = Number(metadata.invoices);
  const attempt = Number(metadata.attempt);
  if (status === "processing") return;
  if (status !== "succeeded") {
    if (status !== "canceled") {
      const { api } = await stripeOf(engine);
      await api.send(`/v1/payment_intents/${id}/cancel`, {}, crypto.randomUUID(), engine.requestId);
    }
    return failCharge(engine, { accountId, invoice, attempt });
  }
  const receipt = { accountId, invoices: [invoice], amount, currency: currency.toUpperCase(), reference: id };
  await receive(engine, { ...receipt, receivedOn: null }, true, [
    endPending(db, accountId, [invoice]),
    sql(
      db,
    )`UPDATE charges SET state = 'done', payment_intent = ${id} WHERE invoice_id = ${invoice} AND attempt = ${attempt}`,
  ]);
}

/**
 * Records that a charge with an unknown outcome has failed. Its invoice becomes unpaid again, or cancelled if the order
 * has ended. If it is unpaid, the customer gets an e-mail about other ways to pay.
 */
async function failCharge(
  engine: EngineContext,
  { accountId, invoice, attempt }: Pick<Charge, "accountId" | "invoice" | "attempt">,
): Promise<void> {
  const { db, accounts, clock } = engine;
  const revision = await sql(db)`SELECT a.revision FROM charges h
    JOIN invoices i ON i.id = h.invoice_id JOIN accounts a ON a.id = i.account_id
    WHERE h.invoice_id = ${invoice} AND h.attempt = ${attempt} AND h.state = 'asked'`.first<number>("revision");
  if (revision === null) return;
  const { at } = await clock.read(db);
  await accounts.writeAsEngine(accountId, revision, [
    endPending(db, accountId, [invoice]),
    sql(db)`UPDATE charges SET state = 'failed' WHERE invoice_id = ${invoice} AND attempt = ${attempt}`,
    notice(db, { accountId }, at, { kind: "chargeFailed", invoiceId: invoice }),
  ]);
  sendNoticesAfterwards(engine, accountId);
}
