import { log, logFailure } from "../../../shared/platform/log.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { DELIVERY_WINDOW_MS, found } from "./find-action.ts";
import { unaccountedOrders } from "./order-search.ts";

const MAX_ACTIONS = 20;
const DAY_MS = 86_400_000;
/** An order that WHMCS makes later than this after it was asked is not looked for. */
const SWEPT_FOR_MS = 2 * DAY_MS;
const MAX_ACCOUNTS = 10;

/** Brings to their end the actions whose caller has left: placed and not answered, being taken back, or not found in time. */
export async function finishActions(context: WhmcsContext): Promise<void> {
  const { actions, requestId } = context;
  const until = new Date(context.now() - DELIVERY_WINDOW_MS).toISOString();
  const open = await actions.inStates(["begun", "sending", "placed", "taking_back"], ["", until], MAX_ACTIONS);
  for (const row of open) {
    const fields = { request_id: requestId, account: row.accountId, reference: row.reference };
    await logFailure("action_not_ended", found(context, row), fields);
  }
}

/**
 * Names the orders of this Worker's administrator that no reference accounts for, in accounts that have acted of late: WHMCS acted
 * twice, or after it was said that nothing was done. Each is logged whenever its account is swept, until somebody has cancelled it.
 */
export async function sweepOrders(context: WhmcsContext): Promise<void> {
  const { requestId } = context;
  for (const { accountId, watermark } of await sweptAccounts(context)) {
    const orders = await unaccountedOrders(context, { accountId, requestId });
    if (orders.kind !== "ok") continue;
    for (const { id, status } of orders.body) {
      const isOver = ["cancelled", "fraud"].includes(status.toLowerCase());
      if (id > watermark && !isOver)
        log("billing_order_unaccounted", { request_id: requestId, account: accountId, order: id });
    }
  }
}

/** The accounts that were swept longest ago, or never, with the order that their first action of late came after. */
async function sweptAccounts({ db, now }: WhmcsContext): Promise<{ accountId: number; watermark: number }[]> {
  const [at, since, until] = [0, SWEPT_FOR_MS, DELIVERY_WINDOW_MS].map((ago) => new Date(now() - ago).toISOString());
  const { results } = await db
    .prepare(
      `SELECT account_id AS accountId, min(watermark) AS watermark FROM actions LEFT JOIN sweeps USING (account_id)
       WHERE sent_at > ?
       GROUP BY account_id HAVING min(watermark) IS NOT NULL AND max(state = 'sending' AND sent_at > ?) = 0
       ORDER BY min(coalesce(swept_at, '')), account_id LIMIT ?`,
    )
    // The order of an action that is being sent has no row yet.
    .bind(since, until, MAX_ACCOUNTS)
    .all<{ accountId: number; watermark: number }>();
  // Before they are read: one whose orders cannot be read keeps no other from its turn.
  await db.batch([
    db
      .prepare("INSERT OR REPLACE INTO sweeps (account_id, swept_at) SELECT value, ? FROM json_each(?)")
      .bind(at, JSON.stringify(results.map(({ accountId }) => accountId))),
    db.prepare("DELETE FROM sweeps WHERE swept_at < ?").bind(since),
  ]);
  return results;
}
