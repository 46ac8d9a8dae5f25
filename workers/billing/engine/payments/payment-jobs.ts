import type Stripe from "stripe";
import { type LogEvent, type LogFields, logFailure } from "../../../../shared/platform/log.ts";
import type { EngineContext } from "../engine-context.ts";
import { sql } from "../store/sql.ts";
import { stripeOf } from "../stripe/stripe-api.ts";
import { reconcileCharge } from "./charges.ts";
import { closeAsked, expireSession } from "./checkouts.ts";
import { reconcileSession } from "./reconcile.ts";
import { tryToReconcileRefunds } from "./refunds.ts";

const MINUTE_MS = 60_000;
const CHECKED_EVERY_MS = 15 * MINUTE_MS;
const DAY_MS = 86_400_000;
const LISTED_DAYS = 3;
/** How long after a refund the bank may still return the money, in milliseconds. */
const REFUND_OPEN_MS = 90 * DAY_MS;

/**
 * Finds payments that no webhook reported. Reads the open checkouts that have not been read for 15 minutes, starting
 * with the one read longest ago. Closes a checkout without a session. If none of a checkout's invoices can be paid any
 * more, expires its page, so that no customer pays unnecessarily.
 */
export async function checkOpenCheckouts(engine: EngineContext, limit: number): Promise<void> {
  const { db, now, requestId } = engine;
  const before = now() - CHECKED_EVERY_MS;
  const { results } = await sql(
    db,
  )`SELECT id, account_id AS account, session, c.invoices = '[]' OR EXISTS (SELECT 1 FROM json_each(c.invoices) each JOIN invoices i
      ON i.id = each.value AND i.status IN ('unpaid', 'payment_pending', 'collections')) AS isPayable
    FROM checkouts c WHERE state IN ('asked', 'open') AND checked_at < ${before} ORDER BY checked_at LIMIT ${limit}`.all<{
    id: string;
    account: number;
    session: string | null;
    isPayable: 0 | 1;
  }>();
  for (const { id, account, session, isPayable } of results) {
    const check = async () => {
      // Store the time first, so that a checkout that cannot be read does not delay others.
      await sql(db)`UPDATE checkouts SET checked_at = ${now()} WHERE id = ${id}`.run();
      if (session === null) return closeAsked(db, id);
      if (!isPayable) await expireSession(engine, session);
      return reconcileSession(engine, session);
    };
    await logFailure("checkout_not_checked", check(), { request_id: requestId, account });
  }
}

/**
 * Once a day, records payments that Stripe lists and that are missing here. The lists start three days before the last
 * run that the database knows, so they include payments that a restored database has lost. Refunds and disputes from
 * that time are recorded too. Recorded disputes and recent refunds are read individually, because no list shows how
 * they end.
 * @throws if a listed item could not be recorded; the next run lists it again
 */
export async function reconcileListed(engine: EngineContext): Promise<void> {
  const { db, now, requestId: request_id } = engine;
  const listedAt = await sql(db)`SELECT payments_listed_at AS at FROM installation`.first<number>("at");
  if ((listedAt ?? 0) > now() - DAY_MS) return;
  const { installation } = await stripeOf(engine);
  let isWhole = true;
  const record = async (event: LogEvent, work: Promise<unknown>, fields: LogFields) => {
    if (!(await logFailure(event, work, { request_id, ...fields }))) isWhole = false;
  };
  const created = { gte: Math.floor(((listedAt || now()) - LISTED_DAYS * DAY_MS) / 1000) };
  const query = { status: "complete", created } satisfies Stripe.Checkout.SessionListParams;
  for await (const sessions of pagesOf<Stripe.Checkout.Session>(engine, "/v1/checkout/sessions", query)) {
    const own = sessions.filter(({ metadata }) => metadata?.installation === installation);
    const payments = JSON.stringify(own.map(({ payment_intent }) => payment_intent));
    const known = await sql(db)`SELECT reference FROM payments
      WHERE reference IN (SELECT value FROM json_each(${payments}))`.all<{ reference: string }>();
    const settled = new Set<unknown>(known.results.map(({ reference }) => reference));
    for (const { id, payment_intent, metadata } of own) {
      const fields = { account: Number(metadata?.account) };
      if (!settled.has(payment_intent)) await record("checkout_not_checked", reconcileSession(engine, id), fields);
    }
  }
  for await (const intents of pagesOf<Stripe.PaymentIntent>(engine, "/v1/payment_intents", { created })) {
    // A checkout's payment is recorded with its session, above.
    for (const intent of intents.filter(({ metadata }) => metadata.installation === installation && metadata.attempt)) {
      const { account, invoices } = intent.metadata;
      const fields = { account: Number(account), invoice: Number(invoices) };
      await record("renewal_not_charged", reconcileCharge(engine, intent), fields);
    }
  }
  for (const path of ["/v1/refunds", "/v1/disputes"]) {
    for await (const changes of pagesOf<Stripe.Refund | Stripe.Dispute>(engine, path, { created })) {
      for (const payment of new Set(changes.map(({ payment_intent }) => String(payment_intent))))
        if (!(await tryToReconcileRefunds(engine, payment))) isWhole = false;
    }
  }
  if (!isWhole) throw new Error("some listed items could not be recorded");
  const { results: open } = await sql(db)`SELECT reference FROM payments WHERE disputed_on IS NOT NULL
    UNION SELECT p.reference FROM refunds r JOIN payments p ON p.id = r.payment_id
      WHERE r.state = 'done' AND r.stripe_refund IS NOT NULL AND r.asked_at > ${now() - REFUND_OPEN_MS}`.all<{
    reference: string;
  }>();
  for (const { reference } of open) await tryToReconcileRefunds(engine, reference);
  await sql(db)`UPDATE installation SET payments_listed_at = ${now()}`.run();
}

/**
 * Makes the next scheduled run list payments before it charges saved cards. Call this after a restore, because the
 * restored database may lack recent payments.
 */
export async function listPaymentsAgain(db: D1Database, now: number): Promise<void> {
  await sql(db)`UPDATE installation SET payments_listed_at = min(payments_listed_at, ${now - DAY_MS})`.run();
}

/** Yields the pages of a list at Stripe, newest items first. */
async function* pagesOf<Item extends { id: string }>(
  engine: EngineContext,
  path: string,
  query: object,
): AsyncGenerator<Item[]> {
  const { api } = await stripeOf(engine);
  let after: string | undefined;
  do {
    const page = { ...query, limit: 100, ...(after && { starting_after: after }) };
    const { data, has_more } = await api.read<Stripe.ApiList<Item>>(path, page, engine.requestId);
    yield data;
    after = has_more ? data.at(-1)?.id : undefined;
  } while (after);
}
