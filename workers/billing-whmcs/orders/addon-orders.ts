import * as z from "zod";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import { type FoundWrite, WRITE_OPERATIONS } from "../../../shared/billing-contract/writes.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import type { WriteOutcome } from "../answers/whmcs-api.ts";
import type { Parameters } from "../bridge/ask-batch.ts";
import { isUnsent } from "../bridge/bridge.ts";
import { type AddonOutcome, OutcomeAnswer } from "../bridge/messages.ts";
import { jsonObject, NoAnswer, OPERATOR_RETRY_AFTER_S } from "../bridge/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import {
  type ActionKey,
  type ActionRow,
  addAction,
  canBeTakenBack,
  changeAction,
  findAction,
  openAction,
  replaceRequest,
  type StoredOrder,
} from "./action-rows.ts";

/** In bytes, of what the addon keeps beside a reference. */
const MAX_MEMO_BYTES = 8_192;
/** The addon itself waits 10 s for its lock. */
const ACT_DEADLINE_MS = 12_000;
const BUSY_RETRY_AFTER_S = 10;

/** WHMCS's action of an order and its parameters, which are stored nowhere: they may hold an auth code. */
export interface OrderCall {
  action: "AddOrder" | "UpgradeProduct";
  parameters: Parameters;
}

/** What an action's row is made of again where this Worker's database was restored to a moment before it. */
const Memo = z.object({
  operation: z.enum(WRITE_OPERATIONS),
  loginId: z.int(),
  target: z.string(),
  begunAt: z.string(),
  request: z.custom<StoredOrder>((value) => isJsonObject(value) && value.kind === "order"),
});

/** What became of an order that was sent through the addon. `refused` and `not_done`: nothing was done, for certain. */
export type SentOrderOutcome =
  | { kind: "known"; outcome: Exclude<AddonOutcome, { state: "refused" }>; memo: string }
  | Exclude<WriteOutcome, { kind: "ok" }>;

/** Sends an order with its reference and its price, which the addon compares before anybody hears of it. */
export async function sendOrder(
  { bridge }: WhmcsContext,
  { accountId, reference, loginId, requestId }: WriteCall,
  row: Pick<ActionRow, "operation" | "target" | "begunAt">,
  call: OrderCall,
  stored: StoredOrder,
): Promise<SentOrderOutcome> {
  const { operation, target, begunAt } = row;
  const written = JSON.stringify({ operation, loginId, target, begunAt, request: stored });
  const memo = new TextEncoder().encode(written).length <= MAX_MEMO_BYTES ? written : "";
  const subtotal = (stored.price.amount / 100).toFixed(2);
  const order = { client: accountId, reference, ...call, subtotal, take_back: canBeTakenBack(stored.line), memo };
  const options = { accountId, requestId, kind: "action", deadlineMs: ACT_DEADLINE_MS } as const;
  const answer = await bridge.call("act", order, OutcomeAnswer, options);
  switch (answer.kind) {
    case "ok": {
      const { outcome } = answer.value;
      return outcome.state === "refused" ? { kind: "said_no", text: outcome.text } : { kind: "known", outcome, memo };
    }
    case "refused":
      log("billing_addon_refused", { request_id: requestId, account: accountId, call: "act", code: answer.code });
      return { kind: "not_done", retryAfter: answer.code === "busy" ? BUSY_RETRY_AFTER_S : OPERATOR_RETRY_AFTER_S };
    case "unavailable":
      return { kind: isUnsent(answer.cause) ? "not_done" : "unknown", retryAfter: answer.cause.retryAfter };
  }
}

/**
 * What the addon has of a reference. Where it has nothing, nothing will be done under it from now on.
 * @param withdraw false: it is only asked, and the reference stays free
 * @throws {NoAnswer}
 */
export async function findOrder(
  { bridge, requestId }: WhmcsContext,
  { accountId, reference }: ActionKey,
  { withdraw = true } = {},
): Promise<AddonOutcome> {
  const parameters = { client: accountId, reference, ...(withdraw ? {} : { withdraw: false }) };
  const found = await bridge.call("find", parameters, OutcomeAnswer, { accountId, requestId });
  if (found.kind === "ok") return found.value.outcome;
  if (found.kind === "unavailable") throw new NoAnswer(found.cause.reason, RETRY_AFTER_S);
  log("billing_addon_refused", { request_id: requestId, account: accountId, call: "find", code: found.code });
  throw new NoAnswer("refused");
}

const RETRY_AFTER_S = 5;

/** What is to be said of an outcome by itself. */
export function foundIn(outcome: AddonOutcome): FoundWrite {
  switch (outcome.state) {
    case "absent":
    case "refused":
      return { state: "absent" };
    case "under_way":
      return { state: "under_way" };
    case "several":
      return { state: "several", count: outcome.orders.length };
    case "done":
    case "taken_back":
      return { state: "several", count: 1 };
  }
}

/**
 * Takes the order of an outcome over into the action's row.
 * @param sentMemo what was sent with it just now; undefined: it was looked for
 * @returns the row as it is then; null where another action is open on its target, which is ended first
 */
export async function takeOver(
  { db }: WhmcsContext,
  row: Pick<ActionRow, "accountId" | "reference" | "target">,
  outcome: Extract<AddonOutcome, { state: "done" | "taken_back" }>,
  sentMemo?: string,
): Promise<ActionRow | null> {
  const open = sentMemo === undefined ? await openAction(db, row.accountId, row.target) : null;
  if (open && open.reference !== row.reference) return null;
  // A reference that was used before: what counts is what was judged then.
  const memo = outcome.memo === sentMemo ? null : memoIn(outcome.memo);
  if (memo) await replaceRequest(db, row, memo.request);
  const serviceId = (outcome.state === "done" ? outcome.services[0] : undefined) ?? null;
  const made = { serviceId, invoiceId: outcome.invoice };
  await changeAction(db, row, outcome.state === "done" ? "place" : "takeBack", { order_id: outcome.order, made });
  return findAction(db, row);
}

/**
 * Makes the row of a reference again from what the addon has of it.
 * @returns null where the addon has no order of it, or nothing that says what it was
 */
export async function restoreAction(
  context: WhmcsContext,
  key: ActionKey,
  outcome: AddonOutcome,
): Promise<ActionRow | null> {
  if (!("order" in outcome)) return null;
  const memo = memoIn(outcome.memo);
  if (!memo) return null;
  const { accountId, reference } = key;
  await addAction(context.db, { accountId, reference, loginId: memo.loginId }, "lost", memo);
  const row = await takeOver(context, { accountId, reference, target: memo.target }, outcome);
  if (!row) return null;
  log("billing_action_restored", { request_id: context.requestId, account: accountId, order: outcome.order });
  return row;
}

/** Null for one that was too long to be kept. */
function memoIn(text: string): z.output<typeof Memo> | null {
  return Memo.safeParse(jsonObject(text)).data ?? null;
}
