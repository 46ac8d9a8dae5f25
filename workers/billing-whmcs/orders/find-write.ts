import type { Actor, WriteCall } from "../../../shared/billing-contract/call.ts";
import {
  type FoundWrite,
  type SentWrite,
  type SettledWrite,
  WRITE_OPERATIONS,
} from "../../../shared/billing-contract/writes.ts";
import { refusal, settledAsDone } from "../../../shared/ordering/refusals.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import { readCancellations } from "../services/services.ts";
import { instantNow, type PlainContext, type WhmcsContext } from "../whmcs-context.ts";
import {
  type ActionKey,
  type ActionRow,
  addAction,
  changeAction,
  endAction,
  endOf,
  findAction,
  forgetAction,
  isOfAnother,
  openActions,
  outcomeNow,
  type StoredCancellation,
} from "./action-rows.ts";
import { findOrder, memoIn, ORDER_OPERATIONS } from "./addon-orders.ts";
import { ABSENT, DELIVERY_WINDOW_MS, endOrder, foundIn, loseIfLate, NEVER, UNDER_WAY } from "./end-order.ts";
import { finishTransfer } from "./finish-transfer.ts";

/** The tolerated difference between this Worker's clock and WHMCS's clock. */
const CLOCK_SKEW_MS = 600_000;
/** The maximum number of actions that one scheduled run handles. */
const MAX_ACTIONS = 20;

/**
 * Looks up the outcome of an action. Does not check the login's access, because an action stays done after the login
 * has lost access.
 */
export async function findWrite(
  context: WhmcsContext,
  { accountId }: Actor,
  reference: string,
  sent?: SentWrite,
): Promise<FoundWrite> {
  const key = { accountId, reference };
  const row = await findAction(context.db, key);
  if (!row) return sent ? outcomeWithoutRow(context, key, sent) : ABSENT;
  // A restored database may have a sent order in its earlier state `begun`, but the addon has its outcome.
  const isUnsentOrder = row.state === "begun" && ORDER_OPERATIONS.has(row.operation);
  if (sent && isUnsentOrder && (await forgetAction(context.db, row, "begun")))
    return outcomeWithoutRow(context, key, sent);
  if (row.state === "done" && (await isUndone(context, row))) return ABSENT;
  return outcomeOf(context, row);
}

/** Finds the outcome of actions that have been open for too long, and ends them. */
export async function finishActions(context: WhmcsContext): Promise<void> {
  for (const row of await openActions(context.db, instantNow(context, -DELIVERY_WINDOW_MS), MAX_ACTIONS)) {
    const fields = { request_id: context.requestId, account: row.accountId, reference: row.reference };
    await logFailure("action_not_ended", outcomeOf(context, row), fields);
  }
}

/**
 * Returns the outcome of an action, and ends the action if the outcome is final.
 * @param withdraw if false, an order that does not exist yet can still be placed with this reference
 */
export async function outcomeOf(context: WhmcsContext, row: ActionRow, { withdraw = true } = {}): Promise<FoundWrite> {
  if (row.state === "begun") {
    // Nothing was sent, and no caller can send the action after its row is deleted.
    return (await forgetAction(context.db, row, "begun")) ? NEVER : outcomeNow(context.db, row);
  }
  const { request } = row;
  switch (endOf(row) ? undefined : request?.kind) {
    case "transfer":
      return finishTransfer(context, row);
    case "cancellation":
      return findCancellation(context, row, request as StoredCancellation);
    case "order":
      return endOrder(context, row, await findOrder(context, row, { withdraw }), { isAsked: !withdraw });
    case undefined:
      return endOf(row) ?? UNDER_WAY;
  }
}

/** Returns whether staff have cancelled the order of a `done` action. Returns false if the order cannot be read. */
async function isUndone(context: WhmcsContext, row: ActionRow): Promise<boolean> {
  if (!ORDER_OPERATIONS.has(row.operation)) return false;
  const outcome = await orNoAnswer(findOrder(context, row, { withdraw: false }));
  return !(outcome instanceof NoAnswer) && outcome.state === "taken_back";
}

/**
 * Looks up a cancellation request. A request with the same `when` matches even if another user made it.
 */
async function findCancellation(
  context: WhmcsContext,
  row: ActionRow,
  { serviceId, when, value }: StoredCancellation,
): Promise<FoundWrite> {
  const requested = (await readCancellations(context, row.accountId)).get(serviceId);
  if (requested?.when === when) return endAction(context.db, row, "finish", { answer: value });
  await loseIfLate(context, row);
  return ABSENT;
}

/** Returns the outcome of an action that has no row. A restore of the database may have removed the row. */
async function outcomeWithoutRow(context: WhmcsContext, key: ActionKey, sent: SentWrite): Promise<FoundWrite> {
  const { operation, target, sentAt } = sent;
  if (ORDER_OPERATIONS.has(operation)) return outcomeElsewhere(context, key);
  if (!WRITE_OPERATIONS.includes(operation)) throw new NoAnswer("refused");
  if (operation !== "cancelService") return ABSENT;
  // If a cancellation was requested since then, that request may be the one that was sent, so the operator must decide.
  const [, serviceId] = /^service:(\d+)$/.exec(target ?? "") ?? [];
  const requested = (await readCancellations(context, key.accountId)).get(Number(serviceId));
  const isLater = requested && Date.parse(requested.requestedAt) >= Date.parse(sentAt) - CLOCK_SKEW_MS;
  return isLater ? { state: "several", count: 1 } : ABSENT;
}

/** Returns the outcome of an order that has no row. If the addon has a memo of it, recreates the row. */
export async function outcomeElsewhere(
  context: WhmcsContext,
  key: ActionKey,
  { withdraw = true } = {},
): Promise<FoundWrite> {
  const { accountId, reference } = key;
  const outcome = await findOrder(context, key, { withdraw });
  const memo = memoIn(outcome);
  if ("order" in outcome && memo) {
    await addAction(context.db, { accountId, reference, loginId: memo.loginId }, "lost", memo);
    log("billing_action_restored", { request_id: context.requestId, account: accountId, order: outcome.order });
    const row = await findAction(context.db, key);
    if (row) return endOf(row) ?? endOrder(context, row, outcome);
  }
  return foundIn(outcome, withdraw);
}

const SETTLED_AS_NOTHING = refusal(
  "refused",
  "The provider has settled this request: nothing was done.",
  "Le fournisseur a confirmé que rien n’a été fait pour cette requête.",
);

/**
 * Records the operator's decision about an open action, so that other actions may use its target. After `nothing`, an
 * action with a recorded order is refused, and the order is detached from it. Any other action that was sent becomes
 * `lost`, so a later lookup can still end it.
 */
export async function settleWrite(
  context: PlainContext,
  { accountId, loginId, reference, commit }: WriteCall,
  { outcome, operation, target, orderId }: SettledWrite,
): Promise<null> {
  const { db } = context;
  const key = { accountId, reference };
  if (!commit) return null;
  if (outcome === "nothing") {
    const row = await findAction(db, key);
    if (row?.orderId) await changeAction(db, key, "refuse", { order_id: null, made: null, answer: SETTLED_AS_NOTHING });
    else if (!(await forgetAction(db, key, "begun"))) await changeAction(db, key, "lose");
    return null;
  }
  // Recreate the row if a restore of the database has removed it.
  const row = { operation, target: target ?? "", begunAt: instantNow(context) };
  await addAction(db, { ...key, loginId }, "lost", row);
  const isTaken = orderId !== null && (await isOfAnother(db, key, orderId));
  const known = orderId === null || isTaken ? {} : { order_id: orderId };
  if (isTaken) {
    const fields = { request_id: context.requestId, account: accountId, reference };
    log("billing_settled_order_taken", { ...fields, order: orderId });
  }
  await changeAction(db, key, "settle", { ...known, answer: settledAsDone(orderId) });
  return null;
}
