import { log } from "../../../shared/platform/log.ts";
import type { ActingSettings, WhmcsContext } from "../whmcs-context.ts";
import { instantNow } from "./stored-write.ts";

/** The settings of orders and changes, where these are taken now: they are set, there are terms to accept, and nothing has stopped them. */
export async function actingNow({ db, settings }: WhmcsContext): Promise<ActingSettings | null> {
  if (!settings.acting) return null;
  // Nobody can accept terms that are not there.
  const isTaken = await db
    .prepare(
      "SELECT EXISTS (SELECT 1 FROM terms WHERE scope = '') AND NOT EXISTS (SELECT 1 FROM acting_stopped) AS taken",
    )
    .first<0 | 1>("taken");
  return isTaken ? settings.acting : null;
}

/** Takes no more orders and changes until the operator has removed the row. */
export async function stopActing(
  context: WhmcsContext,
  reason: "order_may_be_captured" | "order_was_paid",
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<void> {
  await context.db
    .prepare(
      `INSERT INTO acting_stopped (only_row, stopped_at, reason, account_id, order_id) VALUES (1, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )
    .bind(instantNow(context), reason, accountId, orderId)
    .run();
  log("billing_acting_stopped", { request_id: context.requestId, reason, account: accountId, order: orderId });
}
