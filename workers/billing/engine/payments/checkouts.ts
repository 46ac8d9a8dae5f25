import type Stripe from "stripe";
import type { WriteCall } from "../../../../shared/billing-contract/call.ts";
import { failure, ok, unavailable } from "../../../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { refusal } from "../../../../shared/ordering/refusals.ts";
import type { Currency, MinorUnits } from "../../../../shared/platform/money.ts";
import { runWrite } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { toInvoice } from "../records/invoices.ts";
import { sql } from "../store/sql.ts";
import { StripeRefusal, StripeUnavailable, stripeOf } from "../stripe/stripe-api.ts";
import { allocationOf, settle } from "./allocation.ts";
import { CARD_AGREEMENT } from "./card-agreement.ts";
import { checkoutAmount } from "./payment-settings.ts";
import { NOT_PAYABLE } from "./payments.ts";
import { fulfilPaid, invoicesToPay, orderIn } from "./receipts.ts";
import { reconcileSession } from "./reconcile.ts";

/** A customer's request to pay. */
export interface CheckoutRequest {
  /** The ids of the invoices to pay. If there are none, the page only saves a card. */
  invoices: number[];
  /** Whether the customer accepts {@link CARD_AGREEMENT}. The card is then saved. */
  savesCard: boolean;
  /** The absolute URL of the page to which the customer returns. It must contain a query string. */
  returnTo: string;
}

/** A row of `checkouts` that has not ended. */
interface LiveCheckout {
  id: string;
  amount: MinorUnits;
  agreement: string | null;
  state: "asked" | "open";
  session: string | null;
  /** The time at which the page expires, in epoch milliseconds. */
  expiresAt: number;
}

/** The next step of a payment. */
interface CheckoutStep {
  checkout: LiveCheckout | null;
  /**
   * Whether the checkout has expired, or no longer matches the amount due or the customer's choice to save the card.
   */
  isStale: boolean;
  currency: Currency;
  /** The numbers of the invoices. */
  numbers: string[];
}

const MAX_ATTEMPTS = 3;
/** How long a page stays open, in milliseconds. Stripe keeps a session open for at most a day. */
const OPEN_MS = 23 * 3_600_000;
/** The minimum time for which a page must still be open when a customer gets its URL, in milliseconds. */
const LEAST_OPEN_MS = 60_000;

/**
 * Starts the payment of invoices on a page at Stripe, or saves a card there. The same set of invoices has at most one
 * live checkout, which is stored before the call to Stripe. A second click or a retry after a crash therefore opens the
 * same page. Account credit is used first. If the credit covers everything, the invoices are paid immediately.
 * @returns the URL of Stripe's page; `null` if nothing is left to pay, or if a payment is in progress
 */
export async function beginCheckout(
  engine: EngineContext,
  call: WriteCall,
  request: CheckoutRequest,
): Promise<QuoteResult<string | null>> {
  if (!engine.stripe) return failure(NOT_PAYABLE);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const written = await writeCheckout(engine, { ...call, commit: true }, request);
    if (!written.ok) return written;
    const step = written.value as CheckoutStep;
    const { checkout, isStale } = step;
    if (!checkout) return ok(null);
    if (checkout.session === null) {
      const url = isStale ? null : await openSession(engine, call, step, checkout, request);
      if (url) return ok(url);
      await closeAsked(engine.db, checkout.id);
      continue;
    }
    if (isStale) await expireSession(engine, checkout.session);
    const { state, url } = await reconcileSession(engine, checkout.session);
    if (state === "open" && !isStale) return ok(url);
    if (state === "paid" || state === "pending") return ok(null);
  }
  return unavailable();
}

/** Determines the amount to pay, and stores a checkout unless one exists. */
function writeCheckout(engine: EngineContext, call: WriteCall, { invoices, savesCard }: CheckoutRequest) {
  const { db, now } = engine;
  const { accountId } = call;
  const ids = JSON.stringify(invoices.toSorted((one, other) => one - other));
  const live = sql(
    db,
  )<LiveCheckout>`SELECT id, amount, agreement, state, session, expires_at AS expiresAt FROM checkouts
    WHERE account_id = ${accountId} AND invoices = ${ids} AND state IN ('asked', 'open')`;
  const reads = { invoices: invoicesToPay(db, accountId, invoices), live };
  const agreement = savesCard ? CARD_AGREEMENT.version : null;
  return runWrite<typeof reads, CheckoutStep>(engine, call, {
    operation: null,
    reads,
    decide({ account: { currency }, facts, rows, moment: { at, today } }) {
      const [checkout] = rows.live;
      const toPay = rows.invoices.map((row) => ({ invoice: toInvoice(row, today), order: orderIn(row) }));
      const step = { currency, numbers: toPay.map(({ invoice }) => invoice.number) };
      // A pending payment may still succeed at Stripe, so do not open a second checkout.
      const isPending = toPay.some(({ invoice }) => invoice.status === "payment_pending");
      if (isPending) return { unchanged: { ...step, checkout: checkout ?? null, isStale: false } };
      if (
        toPay.length < invoices.length ||
        toPay.some(({ invoice }) => !["unpaid", "collections"].includes(invoice.status))
      )
        return { refused: NOT_PAYABLE };
      const balance = toPay.reduce((sum, { invoice }) => sum + invoice.balanceDue, 0);
      const amount = checkoutAmount(balance, facts.credit);
      if (amount === null) return { refused: TOO_SMALL };
      if (checkout) {
        const isOver = checkout.expiresAt < now() + LEAST_OPEN_MS;
        return {
          unchanged: {
            ...step,
            checkout,
            isStale: isOver || checkout.amount !== amount || checkout.agreement !== agreement,
          },
        };
      }
      if (amount === 0 && invoices.length > 0) {
        const money = { amount, currency, receivedOn: today, reference: "" };
        const allocation = allocationOf(toPay, facts.credit, money);
        return {
          statements: settle(db, accountId, allocation, money, at),
          value: { ...step, checkout: null, isStale: false },
          afterwards: () => engine.waitUntil(fulfilPaid(engine, accountId, allocation)),
        };
      }
      const row = {
        id: crypto.randomUUID(),
        amount,
        agreement,
        state: "asked",
        session: null,
        expiresAt: now() + OPEN_MS,
      } as const;
      return {
        statements: [
          sql(db)`INSERT INTO checkouts (id, account_id, invoices, amount, agreement, state, expires_at, checked_at)
            VALUES (${row.id}, ${accountId}, ${ids}, ${amount}, ${agreement}, 'asked', ${row.expiresAt}, ${now()})`,
        ],
        value: { ...step, checkout: row, isStale: false },
      };
    },
  });
}

/**
 * Opens the checkout's page at Stripe.
 * @returns the URL of the page; `null` if Stripe refused or reported a server error, or if the checkout was closed
 *   during the call
 */
async function openSession(
  engine: EngineContext,
  { accountId, language }: WriteCall,
  { currency, numbers }: CheckoutStep,
  { id, amount, agreement, expiresAt }: LiveCheckout,
  { invoices, returnTo }: CheckoutRequest,
): Promise<string | null> {
  const { api, installation } = await stripeOf(engine);
  const metadata = {
    ...{ installation, account: String(accountId), invoices: invoices.join(" ") },
    ...(agreement !== null && { agreement }),
  };
  const item = {
    currency: currency.toLowerCase(),
    unit_amount: amount,
    product_data: { name: numbers.join(", ").slice(0, 250) },
  };
  const payment: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: item }],
    // The customer must pay in the account's currency, because the engine records the payment in it.
    adaptive_pricing: { enabled: false },
    payment_intent_data: { metadata, ...(agreement !== null && { setup_future_usage: "off_session" }) },
  };
  const saving: Stripe.Checkout.SessionCreateParams = {
    customer_creation: "always",
    allowed_payment_method_types: ["card"],
  };
  const body = {
    ...(amount > 0 ? payment : { mode: "setup" }),
    ...(agreement !== null && saving),
    client_reference_id: id,
    metadata,
    expires_at: Math.floor(expiresAt / 1000),
    locale: language ?? "auto",
    success_url: `${returnTo}&checkout=${id}`,
    cancel_url: returnTo,
  } satisfies Stripe.Checkout.SessionCreateParams;
  try {
    const key = `checkout-${installation}-${id}`;
    const session = await api.send<Stripe.Checkout.Session>("/v1/checkout/sessions", body, key, engine.requestId);
    const { meta } = await sql(engine.db)`UPDATE checkouts SET state = 'open', session = ${session.id}
      WHERE id = ${id} AND state IN ('asked', 'open')`.run();
    if (meta.changes > 0) return session.url;
    // The checkout was closed during the call, so the customer must not pay on this page.
    await expireSession(engine, session.id);
    return null;
  } catch (error) {
    // expected: the client logs the error. Either Stripe created nothing, or it repeats an earlier 5xx response for
    // this key, or the key was used with another language.
    if (error instanceof StripeRefusal) return null;
    if (error instanceof StripeUnavailable && (error.status === 400 || (error.status ?? 0) >= 500)) return null;
    throw error;
  }
}

/**
 * Closes a checkout that has no session yet. Stripe may have created a page for it, but nobody knows that page's URL.
 */
export function closeAsked(db: D1Database, id: string): Promise<unknown> {
  return sql(db)`UPDATE checkouts SET state = 'expired' WHERE id = ${id} AND state = 'asked'`.run();
}

/**
 * Expires a session. Stripe refuses this for a complete session, and the following reconciliation then finds the
 * payment.
 */
export async function expireSession(engine: EngineContext, session: string): Promise<void> {
  const { api } = await stripeOf(engine);
  try {
    await api.send(`/v1/checkout/sessions/${session}/expire`, {}, crypto.randomUUID(), engine.requestId);
  } catch (error) {
    // expected: the session is complete or has already expired.
    if (!(error instanceof StripeRefusal)) throw error;
  }
}

const TOO_SMALL = refusal(
  "refused",
  "This amount is too small for a card payment.",
  "Ce montant est trop petit pour un paiement par carte.",
);
