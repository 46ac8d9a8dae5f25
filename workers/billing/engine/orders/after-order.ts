import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { Placed } from "../../../../shared/billing-contract/order.ts";
import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { Moment } from "../clock/billing-clock.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendNoticesTo } from "../mails/notice-sender.ts";
import { notice } from "../mails/notices.ts";
import { NEW_ID } from "../store/sql.ts";
import { fulfilOrder } from "./fulfilment.ts";

const MAX_MAILS = 20;

/** The notice of the order that an earlier statement of the transaction inserts. @param subject the domain name or plan */
export function orderNotice(
  { db }: EngineContext,
  query: ActorQuery,
  { at }: Moment,
  operation: WriteOperation,
  subject: Text | string,
): D1PreparedStatement {
  return notice(db, query, at, { kind: "orderPlaced", operation, subject }, { orderId: NEW_ID.order });
}

/** Runs after an order was placed: fulfils it if it needs no payment, and sends the account's notices, after the answer. */
export function afterOrder<Answer extends Placed>(engine: EngineContext, placed: Answer): Answer {
  const { account, orderId, invoice } = placed;
  const fulfilled = orderId !== null && invoice === null ? tryToFulfil(engine, account.id, orderId) : Promise.resolve();
  engine.waitUntil(fulfilled.then(() => sendNotices(engine, account.id)));
  return placed;
}

export function sendNoticesAfterwards(engine: EngineContext, accountId: number): void {
  engine.waitUntil(sendNotices(engine, accountId));
}

/** Fulfils an order; a failure is logged, and the scheduled run tries again. */
export async function tryToFulfil(engine: EngineContext, account: number, order: number): Promise<void> {
  const fields = { request_id: engine.requestId, account, order };
  await logFailure("order_failed", fulfilOrder(engine, order), fields);
}

function sendNotices(engine: EngineContext, accountId: number): Promise<void> {
  return sendNoticesTo(engine, accountId, MAX_MAILS);
}
