import * as z from "zod";
import { WRITE_OPERATIONS } from "../../../shared/billing-contract/writes.ts";
import { isJsonObject, jsonObjectIn } from "../../../shared/platform/json.ts";
import type { WriteOutcome } from "../answers/whmcs-api.ts";
import type { Parameters } from "../bridge/ask-batch.ts";
import { type AddonOutcome, OutcomeAnswer } from "../bridge/messages.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type ActionClaim, type ActionKey, canBeTakenBack, type StoredOrder } from "./action-rows.ts";

/** The maximum size of the memo that the addon stores with a reference, in bytes. */
const MAX_MEMO_BYTES = 8_192;
/** The timeout of an action. The addon waits up to 10 s for its lock. */
const ACT_DEADLINE_MS = 12_000;

/** The operations that place orders. The addon stores their references. */
export const ORDER_OPERATIONS: ReadonlySet<string> = new Set(["orderDomain", "orderPlan", "renewDomain", "changePlan"]);

/** WHMCS's action for an order, with its parameters. Never stored, because the parameters may contain an auth code. */
export interface OrderCall {
  action: "AddOrder" | "UpgradeProduct";
  parameters: Parameters;
}

/** The memo with which this Worker recreates an action's row after a restore of its database. */
const Memo = z.object({
  operation: z.enum(WRITE_OPERATIONS),
  loginId: z.int(),
  target: z.string(),
  begunAt: z.string(),
  request: z.custom<StoredOrder>((value) => isJsonObject(value) && value.kind === "order"),
});

/** Returns the memo of an outcome; null if it was too long to store. */
export function memoIn(outcome: AddonOutcome): z.output<typeof Memo> | null {
  return ("memo" in outcome && Memo.safeParse(jsonObjectIn(outcome.memo)).data) || null;
}

/** The outcome of an order that was sent through the addon. `said_no` and `not_done`: certainly nothing was done. */
export type SentOrderOutcome =
  | { kind: "known"; outcome: Exclude<AddonOutcome, { state: "refused" }> }
  | Exclude<WriteOutcome, { kind: "ok" }>;

/** Sends an order with its reference and price. The addon compares the price before the customer gets a mail. */
export async function sendOrder(
  { api }: WhmcsContext,
  loginId: number,
  { accountId, reference, operation, target, begunAt }: ActionKey & ActionClaim,
  call: OrderCall,
  request: StoredOrder,
): Promise<SentOrderOutcome> {
  const written = JSON.stringify({ operation, loginId, target, begunAt, request } satisfies z.input<typeof Memo>);
  const memo = new TextEncoder().encode(written).length <= MAX_MEMO_BYTES ? written : "";
  const subtotal = (request.price.amount / 100).toFixed(2);
  const order = { reference, ...call, subtotal, take_back: canBeTakenBack(request.line), memo };
  const sent = await api.act(order, OutcomeAnswer, { accountId, deadlineMs: ACT_DEADLINE_MS });
  if (sent.kind !== "ok") return sent;
  const { outcome } = sent.value;
  return outcome.state === "refused" ? { kind: "said_no", text: outcome.text } : { kind: "known", outcome };
}

/**
 * Returns the addon's outcome of a reference. If there is none, the addon refuses the reference from now on.
 * @param withdraw if false, only reads, and the reference stays free
 * @throws {NoAnswer}
 */
export async function findOrder(
  { bridge, requestId }: WhmcsContext,
  { accountId, reference }: ActionKey,
  { withdraw = true } = {},
): Promise<AddonOutcome> {
  const parameters = { client: accountId, reference, ...(withdraw ? {} : { withdraw: false }) };
  return (await bridge.call("find", parameters, OutcomeAnswer, { accountId, requestId })).outcome;
}
