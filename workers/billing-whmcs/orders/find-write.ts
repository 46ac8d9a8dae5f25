import type { Actor, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WriteRefused } from "../../../shared/billing-contract/result.ts";
import {
  type FoundWrite,
  type SentWrite,
  type SettledWrite,
  WRITE_OPERATIONS,
} from "../../../shared/billing-contract/writes.ts";
import { refusal, settledAsDone } from "../../../shared/ordering/refusals.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import { NoAnswer } from "../bridge/outcome.ts";
import { readCancellations } from "../services/services.ts";
import { instantNow, type WhmcsContext } from "../whmcs-context.ts";
import {
  type ActionKey,
  type ActionRow,
  addAction,
  changeAction,
  findAction,
  isOfAnother,
  MAX_BEGUN_MS,
  openActions,
  type StoredCancellation,
} from "./action-rows.ts";
import { findOrder, foundIn, restoreAction, takeOver } from "./addon-orders.ts";
import { finishOrder, isUndone } from "./finish-order.ts";
import { finishTransfer } from "./finish-transfer.ts";
import { ORDER_OPERATIONS } from "./run-write.ts";

/** What was sent and is not found this long after is lost: others may act on its target. */
const DELIVERY_WINDOW_MS = 180_000;
/** Clocks differ: a request this much older than the call may be the one. */
const CLOCK_SKEW_MS = 600_000;
/** That one scheduled run brings to their end. */
const MAX_ACTIONS = 20;

const ABSENT: FoundWrite = { state: "absent" };
const UNDER_WAY: FoundWrite = { state: "under_way" };

/** Without a check of the login: what was done stays done when its login is gone. */
export async function findWrite(
  context: WhmcsContext,
  { accountId }: Actor,
  reference: string,
  sent?: SentWrite,
): Promise<FoundWrite> {
  const key = { accountId, reference };
  const row = await findAction(context.db, key);
  if (row) return found(context, row, sent);
  return sent ? foundWithoutRow(context, key, sent) : ABSENT;
}

/** Brings to their end the actions whose caller has left: placed and not answered, or not found in time. */
export async function finishActions(context: WhmcsContext): Promise<void> {
  for (const row of await openActions(context.db, instantNow(context, -DELIVERY_WINDOW_MS), MAX_ACTIONS)) {
    const fields = { request_id: context.requestId, account: row.accountId, reference: row.reference };
    await logFailure("action_not_ended", found(context, row), fields);
  }
}

/**
 * What became of an action, brought to its end where it can be.
 * @param sent what the account's object knows of it; undefined: nobody asks
 */
async function found(context: WhmcsContext, row: ActionRow, sent?: SentWrite): Promise<FoundWrite> {
  switch (row.state) {
    case "begun": {
      if (context.now() - Date.parse(row.begunAt) < MAX_BEGUN_MS) return UNDER_WAY;
      // Whoever still holds the call cannot send it any more.
      const isWithdrawn = await changeAction(context.db, row, "withdraw");
      return isWithdrawn ? foundUnsent(context, row, sent) : foundNow(context, row);
    }
    case "withdrawn":
      return foundUnsent(context, row, sent);
    case "sending":
    case "lost":
      return search(context, row);
    case "placed":
    case "taken_back": {
      const finished = await finishOrder(context, row);
      if (finished === "under_way") return UNDER_WAY;
      return finished === "several" ? { state: "several", count: 1 } : found(context, finished);
    }
    case "refused":
      return { state: "refused", problem: row.answer as WriteRefused };
    case "done":
      if (await isUndone(context, row)) return ABSENT;
      return { state: "done", operation: row.operation, value: row.answer } as FoundWrite;
  }
}

/** As {@link found}, once the row has moved on from the state that it was read in. */
async function foundNow(context: WhmcsContext, row: ActionRow): Promise<FoundWrite> {
  const now = await findAction(context.db, row);
  return now && now.state !== row.state ? found(context, now) : UNDER_WAY;
}

/** The row says that it was not sent, which is so unless the database was restored to a moment before that. */
async function foundUnsent(context: WhmcsContext, row: ActionRow, sent: SentWrite | undefined): Promise<FoundWrite> {
  return sent ? foundWithoutRow(context, row, sent) : ABSENT;
}

async function search(context: WhmcsContext, row: ActionRow): Promise<FoundWrite> {
  const { request } = row;
  switch (request?.kind) {
    case "transfer": {
      const ended = await finishTransfer(context, row, request);
      return ended ? found(context, ended) : UNDER_WAY;
    }
    case "cancellation":
      return searchCancellation(context, row, request);
    case "order":
      return searchOrder(context, row);
    case undefined:
      return UNDER_WAY;
  }
}

async function searchOrder(context: WhmcsContext, row: ActionRow): Promise<FoundWrite> {
  const outcome = await findOrder(context, row);
  if ("order" in outcome) {
    if (!(await takeOver(context, row, outcome))) throw new NoAnswer("refused");
    // Its row stays as it was where another reference has the order already: a person is to look at it.
    return foundNow(context, row);
  }
  const said = foundIn(outcome);
  if (said.state === "absent") await changeAction(context.db, row, "lose");
  if (said.state === "several") await loseIfLate(context, row);
  return said;
}

/** A service has one request to cancel it: whoever made it, the one that was asked for is there. */
async function searchCancellation(
  context: WhmcsContext,
  row: ActionRow,
  { serviceId, when, value }: StoredCancellation,
): Promise<FoundWrite> {
  const requested = (await readCancellations(context, row.accountId)).get(serviceId);
  if (requested?.when !== when) {
    await loseIfLate(context, row);
    return ABSENT;
  }
  await changeAction(context.db, row, "finish", { answer: value });
  return foundNow(context, row);
}

/** Frees the target of what was not found in time, or is several: whoever keeps the key keeps others from it as long as that is unsettled. */
async function loseIfLate(context: WhmcsContext, row: ActionRow): Promise<void> {
  const isPast = context.now() - Date.parse(row.sentAt ?? row.begunAt) >= DELIVERY_WINDOW_MS;
  if (isPast) await changeAction(context.db, row, "lose");
}

/** The row is gone, never was, or is of before it was sent: the database may have been restored to an earlier moment. */
async function foundWithoutRow(context: WhmcsContext, key: ActionKey, sent: SentWrite): Promise<FoundWrite> {
  const { operation, target, sentAt } = sent;
  if (ORDER_OPERATIONS.has(operation)) {
    const outcome = await findOrder(context, key);
    const row = await restoreAction(context, key, outcome);
    return row && row.state !== "withdrawn" ? found(context, row) : foundIn(outcome);
  }
  if (!WRITE_OPERATIONS.includes(operation)) throw new NoAnswer("refused");
  if (operation !== "cancelService") return ABSENT;
  // A request to cancel the service that came since, whoever made it, is shown to a person.
  const [, serviceId] = /^service:(\d+)$/.exec(target ?? "") ?? [];
  const requested = (await readCancellations(context, key.accountId)).get(Number(serviceId));
  const isLater = requested && Date.parse(requested.requestedAt) >= Date.parse(sentAt) - CLOCK_SKEW_MS;
  return isLater ? { state: "several", count: 1 } : ABSENT;
}

const SETTLED_AS_NOTHING = refusal(
  "refused",
  "The provider has settled what became of this request: nothing was done.",
  "Le fournisseur a établi ce que cette requête est devenue : rien n’a été fait.",
);

/**
 * Writes the operator's word into the row of an action that is open: its target is free, and its order is accounted for. After
 * `nothing` what was sent is looked for on; an order that was known is not the action's any more.
 */
export async function settleWrite(
  context: WhmcsContext,
  { accountId, loginId, reference, commit }: WriteCall,
  { outcome, operation, target, orderId }: SettledWrite,
): Promise<null> {
  const { db } = context;
  const key = { accountId, reference };
  if (!commit) return null;
  if (outcome === "nothing") {
    const isOver = (await changeAction(db, key, "withdraw")) || (await changeAction(db, key, "lose"));
    if (!isOver) {
      await changeAction(db, key, "disown", { order_id: null, made: null, answer: SETTLED_AS_NOTHING });
    }
    return null;
  }
  // The row may have been lost with the database.
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
