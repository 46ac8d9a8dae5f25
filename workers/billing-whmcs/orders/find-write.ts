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

/** The tolerated clock skew between a call and its cancellation request. */
const CLOCK_SKEW_MS = 600_000;
/** The maximum number of actions in one scheduled run. */
const MAX_ACTIONS = 20;

/** Looks up an action. Does not check the login, because a done action stays done after the login has lost access. */
export async function findWrite(
  context: WhmcsContext,
  { accountId }: Actor,
  reference: string,
  sent?: SentWrite,
): Promise<FoundWrite> {
  const key = { accountId, reference };
  const row = await findAction(context.db, key);
  if (!row) return sent ? outcomeWithoutRow(context, key, sent) : ABSENT;
  // After a restore, the database lacks later actions, but the addon has them.
  const isUnsentOrder = row.state === "begun" && ORDER_OPERATIONS.has(row.operation);
  if (sent && isUnsentOrder && (await forgetAction(context.db, row, "begun")))
    return outcomeWithoutRow(context, key, sent);
  if (row.state === "done" && (await isUndone(context, row))) return ABSENT;
  return outcomeOf(context, row);
}

/** Settles actions without an answer, or not found in time. */
export async function finishActions(context: WhmcsContext): Promise<void> {
  for (const row of await openActions(context.db, instantNow(context, -DELIVERY_WINDOW_MS), MAX_ACTIONS)) {
    const fields = { request_id: context.requestId, account: row.accountId, reference: row.reference };
    await logFailure("action_not_ended", outcomeOf(context, row), fields);
  }
}

/**
 * Returns the outcome of an action. Settles the action if possible.
 * @param withdraw if false, an order that does not exist can still be placed under its reference
 */
export async function outcomeOf(context: WhmcsContext, row: ActionRow, { withdraw = true } = {}): Promise<FoundWrite> {
  if (row.state === "begun") {
    // Nothing was sent. A caller cannot send without this row.
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

/** Returns whether staff have undone the order of a done action; false if that cannot be read. */
async function isUndone(context: WhmcsContext, row: ActionRow): Promise<boolean> {
  if (!ORDER_OPERATIONS.has(row.operation)) return false;
  const outcome = await orNoAnswer(findOrder(context, row, { withdraw: false }));
  return !(outcome instanceof NoAnswer) && outcome.state === "taken_back";
}

/** Looks up the cancellation request. A service has at most one, so a match counts even if another user made it. */
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

/** Returns the outcome of an action without a row. A restore of the database may have removed the row. */
async function outcomeWithoutRow(context: WhmcsContext, key: ActionKey, sent: SentWrite): Promise<FoundWrite> {
  const { operation, target, sentAt } = sent;
  if (ORDER_OPERATIONS.has(operation)) return outcomeElsewhere(context, key);
  if (!WRITE_OPERATIONS.includes(operation)) throw new NoAnswer("refused");
  if (operation !== "cancelService") return ABSENT;
  // The operator must decide about a cancellation request that was made since then.
  const [, serviceId] = /^service:(\d+)$/.exec(target ?? "") ?? [];
  const requested = (await readCancellations(context, key.accountId)).get(Number(serviceId));
  const isLater = requested && Date.parse(requested.requestedAt) >= Date.parse(sentAt) - CLOCK_SKEW_MS;
  return isLater ? { state: "several", count: 1 } : ABSENT;
}

/** Returns the outcome of an order without a row. Recreates the row from the addon's memo. */
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
 * Records the operator's decision in the row of an open action, which frees its target. After `nothing`, lookups of the
 * sent request continue, and a known order no longer belongs to the action.
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
  // A restore of the database may have removed the row.
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
