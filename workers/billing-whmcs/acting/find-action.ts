import type { Actor } from "../../../shared/billing-contract/call.ts";
import type {
  ActorRefused,
  BillingResult,
  BillingUnavailable,
  WriteRefused,
} from "../../../shared/billing-contract/result.ts";
import { type FoundWrite, type SentWrite, WRITE_OPERATIONS } from "../../../shared/billing-contract/writes.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { findThroughAddon, restoreRow, takeOver, withoutRow } from "./addon-actions.ts";
import { finishOrder } from "./finish-order.ts";
import { finishTransfer } from "./finish-transfer.ts";
import type { OrderOperation, StoredCancellation } from "./order-request.ts";
import type { StoredWrite, WriteKey } from "./stored-write.ts";
import { isUndone } from "./undone-order.ts";
import { MAX_BEGUN_MS } from "./write-states.ts";

/** What was sent and is not found this long after is lost: others may act on its target. */
export const DELIVERY_WINDOW_MS = 180_000;
/** Clocks differ: a request this much older than the call may be the one. */
const CLOCK_SKEW_MS = 600_000;

/** Without a check of the login: what was done stays done when its login is gone. */
export async function findWrite(
  context: WhmcsContext,
  { accountId }: Actor,
  reference: string,
  sent?: SentWrite,
): Promise<BillingResult<FoundWrite, BillingUnavailable | ActorRefused>> {
  const row = await context.actions.find({ accountId, reference });
  if (row) return found(context, row, sent);
  return sent ? foundWithoutRow(context, { accountId, reference }, sent) : ABSENT;
}

const ABSENT = { ok: true, value: { state: "absent" } } as const;
const UNDER_WAY = { ok: true, value: { state: "under_way" } } as const;

/**
 * What became of an action, brought to its end where it can be.
 * @param sent what the account's object knows of it; undefined: nobody asks
 */
export async function found(
  context: WhmcsContext,
  row: StoredWrite,
  sent?: SentWrite,
): Promise<BillingResult<FoundWrite>> {
  switch (row.state) {
    case "begun":
      if (context.now() - Date.parse(row.begunAt) < MAX_BEGUN_MS) return UNDER_WAY;
      // Whoever still holds the call cannot send it any more.
      if (await context.actions.withdraw(row)) return foundUnsent(context, row, sent);
      return again(context, row);
    case "withdrawn":
      return foundUnsent(context, row, sent);
    case "sending":
    case "lost":
      return search(context, row);
    case "placed":
    case "taken_back": {
      const finished = await finishOrder(context, row);
      if (finished === "under_way") return UNDER_WAY;
      if (finished === "several") return { ok: true, value: { state: "several", count: 1 } };
      return found(context, finished);
    }
    case "refused":
      return { ok: true, value: { state: "refused", problem: row.answer as WriteRefused } };
    case "done": {
      if (await isUndone(context, row)) return ABSENT;
      const value = { state: "done", operation: row.operation, value: row.answer } as FoundWrite;
      return { ok: true, value };
    }
  }
}

/** The row says that it was not sent, which is so unless the database was restored to a moment before that. */
async function foundUnsent(
  context: WhmcsContext,
  row: StoredWrite,
  sent: SentWrite | undefined,
): Promise<BillingResult<FoundWrite>> {
  return sent ? foundWithoutRow(context, row, sent) : ABSENT;
}

async function again(context: WhmcsContext, row: StoredWrite): Promise<BillingResult<FoundWrite>> {
  const now = await context.actions.find(row);
  return now && now.state !== "begun" ? found(context, now) : UNDER_WAY;
}

async function search(context: WhmcsContext, row: StoredWrite): Promise<BillingResult<FoundWrite>> {
  const { request } = row;
  if (request?.kind === "transfer") {
    const ended = await finishTransfer(context, row, request);
    return ended ? found(context, ended) : UNDER_WAY;
  }
  if (!request) return UNDER_WAY;
  if (request.kind === "cancellation") return searchCancellation(context, row, request);
  const searched = await findThroughAddon(context.bridge, row, context.requestId);
  if (searched.kind !== "ok") return unavailable();
  if (searched.value.state === "several") await loseIfLate(context, row);
  const taken = await takeOver(context, row, searched.value);
  if ("found" in taken) return taken.found;
  // An order that another reference has already: a person is to look at it.
  return taken.row && taken.row.state !== row.state ? found(context, taken.row) : UNDER_WAY;
}

/** A service has one request to cancel it: whoever made it, the one that was asked for is there. */
async function searchCancellation(
  context: WhmcsContext,
  row: StoredWrite,
  { serviceId, when, value }: StoredCancellation,
): Promise<BillingResult<FoundWrite>> {
  const { api, settings, cancellations, requestId } = context;
  const requested = await cancellations.find(api, serviceId, settings.timeZone, requestId);
  if (requested.kind !== "ok") return unavailable(requested);
  if (requested.body?.when !== when) return notFound(context, row);
  await context.actions.settle(row, "done", value);
  const now = await context.actions.find(row);
  return now?.state === "done" ? found(context, now) : UNDER_WAY;
}

async function notFound(context: WhmcsContext, row: StoredWrite): Promise<typeof ABSENT> {
  await loseIfLate(context, row);
  return ABSENT;
}

/** Frees the target of what was not found in time, or is several: whoever keeps the key keeps others from it as long as that is unsettled. */
async function loseIfLate(context: WhmcsContext, row: StoredWrite): Promise<void> {
  const isPast = context.now() - Date.parse(row.sentAt ?? row.begunAt) >= DELIVERY_WINDOW_MS;
  if (row.state === "sending" && isPast) await context.actions.lose(row);
}

/** The row is gone, never was, or is of before it was sent: the database may have been restored to an earlier moment. */
async function foundWithoutRow(
  context: WhmcsContext,
  key: WriteKey,
  sent: SentWrite,
): Promise<BillingResult<FoundWrite>> {
  if (ORDERS.has(sent.operation)) {
    const kept = await findThroughAddon(context.bridge, key, context.requestId);
    if (kept.kind !== "ok") return unavailable();
    const row = await restoreRow(context, key, kept.value);
    return row && row.state !== "withdrawn" ? found(context, row) : withoutRow(kept.value);
  }
  if (!WRITE_OPERATIONS.includes(sent.operation)) return unavailable();
  return sent.operation === "cancelService" ? requestWithoutRow(context, sent) : ABSENT;
}

/** A request to cancel the service that came since, whoever made it, is shown to a person. */
async function requestWithoutRow(
  { api, settings, cancellations, requestId }: WhmcsContext,
  { target, sentAt }: SentWrite,
): Promise<BillingResult<FoundWrite>> {
  const [, serviceId] = /^service:(\d+)$/.exec(target ?? "") ?? [];
  const requested = await cancellations.find(api, Number(serviceId), settings.timeZone, requestId);
  if (requested.kind !== "ok") return unavailable(requested);
  const isLater = requested.body && Date.parse(requested.body.requestedAt) >= Date.parse(sentAt) - CLOCK_SKEW_MS;
  return isLater ? { ok: true, value: { state: "several", count: 1 } } : ABSENT;
}

/** The operations that place orders, which the addon keeps the references of. */
const ORDERS: ReadonlySet<string> = new Set<OrderOperation>(["orderDomain", "orderPlan", "renewDomain", "changePlan"]);
