import * as z from "zod";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { type FoundWrite, WRITE_OPERATIONS } from "../../../shared/billing-contract/writes.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import type { WriteOutcome } from "../api/whmcs-api.ts";
import { type AddonOutcome, JournalAnswer } from "../bridge/addon-outcome.ts";
import { type Bridge, type BridgeAnswer, isUnsent } from "../bridge/bridge.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { canBeTakenBack, type JudgedOrder, type StoredOrder } from "./order-request.ts";
import type { StoredWrite, WriteKey } from "./stored-write.ts";

/** In bytes, of what the addon keeps beside a reference. */
const MAX_MEMO_BYTES = 8_192;
/** The addon itself waits 10 s for its lock. */
const ACT_DEADLINE_MS = 12_000;

/** What an action's row is made of again where this Worker's database was restored to a moment before it. */
const Memo = z.object({
  operation: z.enum(WRITE_OPERATIONS),
  loginId: z.int(),
  target: z.string(),
  begunAt: z.string(),
  request: z.custom<StoredOrder>((value) => isJsonObject(value) && value.kind === "order"),
});

type ActionMemo = z.output<typeof Memo>;

/** What became of an order that was sent through the addon. `refused` and `not_done`: nothing was done, for certain. */
export type SentThroughAddon =
  | { kind: "known"; outcome: Exclude<AddonOutcome, { state: "refused" }>; memo: string }
  | Exclude<WriteOutcome, { kind: "ok" }>;

/** Sends an order with its reference and its price, which the addon compares before anybody hears of it. */
export async function actThroughAddon(
  bridge: Bridge,
  { accountId, reference, loginId, requestId }: WriteCall,
  { operation, target, begunAt }: Pick<StoredWrite, "operation" | "target" | "begunAt">,
  { call, stored }: Pick<JudgedOrder, "call" | "stored">,
): Promise<SentThroughAddon> {
  const written = JSON.stringify({ operation, loginId, target, begunAt, request: stored });
  const memo = new TextEncoder().encode(written).length <= MAX_MEMO_BYTES ? written : "";
  const { clientid: _, ...parameters } = call.parameters;
  const answer = await bridge.call(
    "act",
    {
      client: accountId,
      reference,
      action: call.action,
      parameters,
      subtotal: (stored.price.amount / 100).toFixed(2),
      take_back: canBeTakenBack(stored.line),
      memo,
    },
    JournalAnswer,
    { accountId, requestId, kind: "action", deadlineMs: ACT_DEADLINE_MS },
  );
  switch (answer.kind) {
    case "ok": {
      const { outcome } = answer.value;
      return outcome.state === "refused" ? { kind: "said_no", text: outcome.text } : { kind: "known", outcome, memo };
    }
    case "refused":
      log("billing_addon_refused", { request_id: requestId, account: accountId, call: "act", code: answer.code });
      return { kind: "not_done", retryAfter: answer.code === "busy" ? BUSY_RETRY_AFTER_S : OPERATOR_RETRY_AFTER_S };
    case "unavailable":
      return { kind: isUnsent(answer) ? "not_done" : "unknown", retryAfter: answer.retryAfter };
  }
}

const BUSY_RETRY_AFTER_S = 10;
/** Only the operator can end it. */
const OPERATOR_RETRY_AFTER_S = 300;

/**
 * What the addon has of a reference. Where it has nothing, nothing will be done under it from now on.
 * @param withdraw false: it is only asked, and the reference stays free
 */
export async function findThroughAddon(
  bridge: Bridge,
  { accountId, reference }: WriteKey,
  requestId: string | undefined,
  withdraw = true,
): Promise<BridgeAnswer<AddonOutcome>> {
  const parameters = { client: accountId, reference, ...(withdraw ? {} : { withdraw: false }) };
  const found = await bridge.call("find", parameters, JournalAnswer, { accountId, requestId });
  if (found.kind === "ok") return { kind: "ok", value: found.value.outcome };
  if (found.kind === "refused")
    log("billing_addon_refused", { request_id: requestId, account: accountId, call: "find", code: found.code });
  return found;
}

/**
 * Takes an outcome over into the action's row.
 * @param sentMemo what was sent with it just now; undefined: it was looked for
 * @returns the row as it is then where its order is known; otherwise what is to be said of it
 */
export async function takeOver(
  { actions }: WhmcsContext,
  row: Pick<StoredWrite, "accountId" | "reference" | "target">,
  outcome: AddonOutcome,
  sentMemo?: string,
): Promise<{ row: StoredWrite | null } | { found: BillingResult<FoundWrite> }> {
  switch (outcome.state) {
    case "done":
    case "taken_back": {
      // A lost one may find its target taken by another action, which is ended first.
      const open = sentMemo === undefined ? await actions.openOn(row.accountId, row.target) : null;
      if (open && open.reference !== row.reference) return { found: unavailable() };
      // A reference that was used before: what counts is what was judged then.
      const memo = outcome.memo === sentMemo ? null : memoIn(outcome.memo);
      if (memo) await actions.replaceRequest(row, memo.request);
      const serviceId = (outcome.state === "done" ? outcome.services[0] : undefined) ?? null;
      const state = outcome.state === "done" ? "placed" : "taken_back";
      await actions.place(row, state, outcome.order, { serviceId, invoiceId: outcome.invoice });
      return { row: await actions.find(row) };
    }
    case "absent":
    case "refused":
      await actions.lose(row);
      return { found: { ok: true, value: { state: "absent" } } };
    case "under_way":
      return { found: { ok: true, value: { state: "under_way" } } };
    case "several":
      return { found: { ok: true, value: { state: "several", count: outcome.orders.length } } };
  }
}

/**
 * Makes the row of a reference again from what the addon has of it.
 * @returns null where the addon has no order of it, or nothing that says what it was
 */
export async function restoreRow(
  context: WhmcsContext,
  { accountId, reference }: WriteKey,
  outcome: AddonOutcome,
): Promise<StoredWrite | null> {
  if (!("order" in outcome)) return null;
  const memo = memoIn(outcome.memo);
  if (!memo) return null;
  await context.actions.restore({ accountId, reference }, memo);
  const taken = await takeOver(context, { accountId, reference, target: memo.target }, outcome);
  if (!("row" in taken) || !taken.row) return null;
  log("billing_action_restored", { request_id: context.requestId, account: accountId, order: outcome.order });
  return taken.row;
}

function memoIn(text: string): ActionMemo | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // expected: one that was too long to be kept.
    return null;
  }
  const read = Memo.safeParse(value);
  return read.success ? read.data : null;
}

/** What is said of a reference that the addon has and that its row cannot be made of. */
export function withoutRow(outcome: AddonOutcome): BillingResult<FoundWrite> {
  switch (outcome.state) {
    case "absent":
    case "refused":
      return { ok: true, value: { state: "absent" } };
    case "under_way":
      return { ok: true, value: { state: "under_way" } };
    case "several":
      return { ok: true, value: { state: "several", count: outcome.orders.length } };
    case "done":
    case "taken_back":
      return { ok: true, value: { state: "several", count: 1 } };
  }
}
