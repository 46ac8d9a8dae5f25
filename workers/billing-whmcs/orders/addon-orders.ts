import * as z from "zod";
import { WRITE_OPERATIONS } from "../../../shared/billing-contract/writes.ts";
import { isJsonObject, jsonObjectIn } from "../../../shared/platform/json.ts";
import type { WriteOutcome } from "../answers/whmcs-api.ts";
import type { Parameters } from "../bridge/ask-batch.ts";
import { type AddonOutcome, OutcomeAnswer } from "../bridge/messages.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type ActionClaim, type ActionKey, canBeTakenBack, type StoredOrder } from "./action-rows.ts";

/** The maximum size in bytes of the memo that the addon stores with a reference. */
const MAX_MEMO_BYTES = 8_192;
/** The timeout of an order. The addon may wait for its lock for up to 10 s. */
const ACT_DEADLINE_MS = 12_000;

/** The operations that place orders. The addon stores the references of these actions. */
export const ORDER_OPERATIONS: ReadonlySet<string> = new Set(["orderDomain", "orderPlan", "renewDomain", "changePlan"]);

/**
 * The WHMCS action that places an order, with its parameters. It is never stored, because the parameters may contain an
 * auth code.
 */
export interface OrderCall {
  action: "AddOrder" | "UpgradeProduct";
  parameters: Parameters;
}

/**
 * The memo that the addon stores with a reference. If a restore of this Worker's database removes the action's row, the
 * Worker recreates the row from the memo.
 */
const Memo = z.object({
  operation: z.enum(WRITE_OPERATIONS),
  loginId: z.int(),
  target: z.string(),
  begunAt: z.string(),
  request: z.custom<StoredOrder>((value) => isJsonObject(value) && value.kind === "order"),
});

/** Returns the memo in an outcome; `null` if the memo is missing, for example because it was too long to store. */
export function memoIn(outcome: AddonOutcome): z.output<typeof Memo> | null {
  return ("memo" in outcome && Memo.safeParse(jsonObjectIn(outcome.memo)).data) || null;
}

/** The outcome of an order that was sent to the addon. After `said_no` and `not_done`, nothing was changed. */
export type SentOrderOutcome =
  | { kind: "known"; outcome: Exclude<AddonOutcome, { state: "refused" }> }
  | Exclude<WriteOutcome, { kind: "ok" }>;

/**
 * Sends an order with its reference and expected price. The addon compares the invoice with that price before it sends
 * the customer an e-mail about it. WHMCS itself sends the e-mail about a plan change.
 */
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
 * Returns the outcome that the addon has for a reference. If the addon has none, it refuses that reference from then
 * on.
 * @param withdraw if false, the reference can still be used if nothing was done
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
