import type { Placed } from "../../../../shared/billing-contract/order.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { cleaned } from "../../../../shared/platform/plain-text.ts";
import type { Moment } from "../clock/billing-clock.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendNotices } from "../mails/notices.ts";
import {
  CHANGED_SINCE,
  IS_HELD_ELSEWHERE,
  PAID_STATUS,
  SET_UP,
  SITE_TAKEN_FIRST,
  TAKEN_FIRST,
} from "../records/orders.ts";
import { siteOfAnother } from "../records/services.ts";
import { RevisionConflict } from "../store/account-store.ts";
import { raw, sql } from "../store/sql.ts";
import {
  isPriceStillValid,
  isServiceOrder,
  orderDone,
  orderRefused,
  type PaidOrder,
  readPaidOrder,
  type ServiceOrder,
  serviceFulfilment,
} from "./paid-order.ts";
import { findAtRegistrar, fulfilAtRegistrar, type RegistrarOutcome, type WaitingReason } from "./registrar-orders.ts";

type WaitingOrder = Pick<PaidOrder, "id" | "account_id" | "kind" | "placed_at" | "tries" | "waits_for">;

const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;
const HOUR_MS = 3_600_000;
/** How long a claim lasts. It exceeds the total of all registrar timeouts in one attempt. */
const CLAIM_MS = 120_000;
/** A pending transfer is logged if its order is older than this. */
const TRANSFER_TAKES_MS = 7 * 24 * HOUR_MS;
const MAX_REASON_LENGTH = 200;
const MAX_ATTEMPTS = 20;

/**
 * Fulfils an order if it is paid, due and not claimed by another run. If the registrar does not respond, a scheduled
 * run retries. If the registrar refuses, the paid amount becomes credit.
 */
async function fulfilOrder(engine: EngineContext, orderId: number): Promise<void> {
  const { db, clock, registrar } = engine;
  const moment = await clock.read(db);
  if (!(await claimOrder(db, orderId, moment.at))) return;
  const order = await readPaidOrder(db, orderId);
  if (!order) return;
  if (isServiceOrder(order)) return fulfilServiceOrder(engine, order, moment);
  if (order.name === null) return;
  if (order.domain_status === "pending" && !(await claimName(engine, order))) {
    return refuseOrder(engine, order, TAKEN_FIRST, moment);
  }
  const fulfil = order.is_refunded ? findAtRegistrar : fulfilAtRegistrar;
  const outcome: RegistrarOutcome = registrar
    ? await fulfil(engine, registrar, order, order.name, moment)
    : { waiting: "no_registrar" };
  if ("waiting" in outcome) return scheduleRetry(engine, order, moment.at, outcome.waiting);
  if ("refused" in outcome) return refuseOrder(engine, order, cleaned(outcome.refused, MAX_REASON_LENGTH), moment);
  await engine.accounts.writeAsEngine(order.account_id, null, [outcome.done, ...orderDone(db, order, moment)]);
}

/**
 * Runs in the background after an order was placed. Fulfils the order if it needs no payment, and sends the account's
 * notices.
 */
export function afterOrder(engine: EngineContext, { account, orderId, invoice }: Placed): void {
  const fulfilled = orderId !== null && invoice === null ? tryToFulfil(engine, account.id, orderId) : Promise.resolve();
  engine.waitUntil(fulfilled.then(() => sendNotices(engine, account.id)));
}

/** Fulfils an order. Logs a failure, and the scheduled run retries. */
export async function tryToFulfil(engine: EngineContext, account: number, order: number): Promise<void> {
  const fields = { request_id: engine.requestId, account, order };
  await logFailure("order_failed", fulfilOrder(engine, order), fields);
}

/** Fulfils the due orders. A failed order does not affect the others. */
export async function fulfilDueOrders(engine: EngineContext, limit: number): Promise<void> {
  const { db, clock, requestId: request_id } = engine;
  const { at } = await clock.read(db);
  const { results } = await sql(db)`SELECT id, account_id, kind, placed_at, tries, waits_for FROM orders
    WHERE status = 'paid' AND next_try_at <= ${at} ORDER BY next_try_at, id LIMIT ${limit}`.all<WaitingOrder>();
  for (const order of results) {
    const fields = { request_id, account: order.account_id, order: order.id };
    const isDone = await logFailure("order_failed", fulfilOrder(engine, order.id), fields);
    if (!isDone) await logFailure("order_not_put_off", scheduleRetry(engine, order, at, "failed"), fields);
  }
}

async function fulfilServiceOrder(engine: EngineContext, read: ServiceOrder, moment: Moment): Promise<void> {
  const { db, accounts } = engine;
  let order: PaidOrder | null = read;
  for (let attempt = 1; order && isServiceOrder(order); attempt++) {
    const refused = await refusalOf(engine, order, moment.today);
    if (refused === null && engine.setsUp && order.kind === "plan") return awaitSetUp(db, order);
    const statements =
      refused === null
        ? [...serviceFulfilment(db, order, moment), ...orderDone(db, order, moment)]
        : orderRefused(db, order, refused, moment);
    try {
      await accounts.writeAsEngine(order.account_id, order.revision, statements);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === MAX_ATTEMPTS) throw error;
      order = await readPaidOrder(db, read.id);
    }
  }
}

/** Marks an order as waiting for its set-up. Scheduled runs skip the order, because an operator confirms the set-up. */
async function awaitSetUp(db: D1Database, { id }: PaidOrder): Promise<void> {
  await sql(db)`UPDATE orders SET waits_for = ${SET_UP}, next_try_at = ${Number.MAX_SAFE_INTEGER}
    WHERE id = ${id} AND status = 'paid'`.run();
}

/** Returns the reason why a paid service order can no longer be fulfilled; `null` if it can be. */
export async function refusalOf({ db }: EngineContext, order: ServiceOrder, today: string): Promise<string | null> {
  if (!isPriceStillValid(order, today)) return CHANGED_SINCE;
  if (order.kind !== "plan") return null;
  return (await siteOfAnother(db, order.account_id, order.site).first()) ? SITE_TAKEN_FIRST : null;
}

/** Claims the order until this run completes or postpones it. If the run crashes, the claim expires. */
async function claimOrder(db: D1Database, orderId: number, at: number): Promise<boolean> {
  const claimed = sql(db)`UPDATE orders SET next_try_at = ${at + CLAIM_MS}
    WHERE id = ${orderId} AND status = 'paid' AND next_try_at <= ${at} RETURNING id`;
  return (await claimed.first()) !== null;
}

/**
 * Claims a domain name for an order. If several accounts ordered the name, the first one to pay gets it, unless its
 * order fails.
 */
async function claimName(
  { db, accounts }: EngineContext,
  { account_id: account, domain_id, kind }: PaidOrder,
): Promise<boolean> {
  if (domain_id === null || (kind !== "register" && kind !== "transfer")) return true;
  const taken = sql(db)<{ id: number }>`UPDATE domains SET status = ${PAID_STATUS[kind]}
    WHERE id = ${domain_id} AND status = 'pending' AND NOT ${raw(IS_HELD_ELSEWHERE)} RETURNING id`;
  const rows = await accounts.writeAsEngine(account, null, [taken]);
  return rows.length === 1;
}

async function refuseOrder(
  { db, accounts }: EngineContext,
  order: PaidOrder,
  reason: string,
  moment: Moment,
): Promise<void> {
  await accounts.writeAsEngine(order.account_id, null, orderRefused(db, order, reason, moment));
}

async function scheduleRetry(
  { db, requestId }: EngineContext,
  order: WaitingOrder,
  at: number,
  why: WaitingReason,
): Promise<void> {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(order.tries, 10), MAX_WAIT_MS);
  const age = at - Date.parse(order.placed_at);
  if (why !== "transfer_pending" || age > TRANSFER_TAKES_MS) {
    const { id, account_id: account, kind, placed_at, tries } = order;
    const age_hours = Math.floor(age / HOUR_MS);
    const fields = { request_id: requestId, account, order: id, kind, why, placed_at, age_hours, tries: tries + 1 };
    log("order_not_done_yet", fields);
  }
  if (NEEDS_PROVIDER.includes(why) && order.waits_for !== why) {
    log("registrar_needs_provider", { request_id: requestId, account: order.account_id, order: order.id, why });
  }
  await sql(db)`UPDATE orders SET tries = tries + 1, next_try_at = ${at + wait}, waits_for = ${why}
    WHERE id = ${order.id} AND status = 'paid'`.run();
}

/** The reasons that require the provider to fix a problem at the registrar. */
export const NEEDS_PROVIDER: readonly WaitingReason[] = [
  "registrar_funds",
  "registrar_credentials",
  "registrar_not_permitted",
];
