import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { WriteOperation } from "../../../shared/billing-contract/writes.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../accounts/access.ts";
import type { WriteOutcome } from "../answers/whmcs-api.ts";
import { knownWords, NoAnswer, OPERATOR_RETRY_AFTER_S } from "../bridge/outcome.ts";
import { type Decided, NO_ANSWER, type Refused } from "../results.ts";
import { instantNow, type WhmcsContext } from "../whmcs-context.ts";
import { type ActionRow, addAction, findAction, forgetAction, MAX_BEGUN_MS, openAction } from "./action-rows.ts";
import { findOrder, restoreAction } from "./addon-orders.ts";
import { finishOrder } from "./finish-order.ts";
import { finishTransfer } from "./finish-transfer.ts";
import { preEffectError } from "./pre-effect-errors.ts";

/** What is said of a write while another one on the same name is being sent. */
export const NAME_UNDER_WAY = refusal(
  "already_requested",
  "Another change of this name is under way.",
  "Une autre modification de ce nom est en cours.",
);

/** The same of a service. */
export const SERVICE_UNDER_WAY = refusal(
  "already_requested",
  "Another change of this service is under way.",
  "Une autre modification de ce service est en cours.",
);

/** A write that is done once per reference. */
export interface ReferencedWrite<Judged, Value> {
  operation: WriteOperation;
  /** Of one target one write is sent at a time. */
  target: string;
  /** What is said of another one that is under way on the target. */
  underWay: WriteRefused;
  /** Reads, with the check of access among them, and decides. Has no effects. */
  judge(): Promise<Decided<Judged>>;
  preview(judged: Judged): Promise<WritePreview> | WritePreview;
  /** Does what was judged; its reference and target are claimed. @param row as it was claimed */
  act(judged: Judged, row: Pick<ActionRow, "operation" | "target" | "begunAt">): Promise<Decided<Value>>;
}

/**
 * Runs a write once per reference: the reference and the target are claimed, the write judged, and then done. A repeated reference gives
 * the first answer. Without `commit` it ends with the preview of the same judgement.
 */
export async function runWrite<Judged extends object, Value extends object>(
  context: WhmcsContext,
  call: WriteCall,
  handler: ReferencedWrite<Judged, Value>,
): Promise<Decided<Value | WritePreview>> {
  const { db } = context;
  const { operation, target, underWay } = handler;
  if (!call.commit) {
    // One that is open on the target goes before, as the target would be claimed before.
    if (await openAction(db, call.accountId, target)) {
      await admit(context, call);
      return { refused: underWay };
    }
    const judged = await handler.judge();
    return "refused" in judged ? judged : handler.preview(judged);
  }
  const row = { operation, target, begunAt: instantNow(context) };
  const earlier = await findAction(db, call);
  // The target is claimed before anything is read: what another write did on it is among what is read.
  if (earlier || !(await addAction(db, call, "begun", row))) {
    // What was done under a reference is told only to who may still ask for it.
    await admit(context, call);
    const first = earlier ?? (await findAction(db, call));
    return first ? answerInTime<Value>(context, first, operation) : { refused: underWay };
  }
  const acting = actClaimed(context, call, handler, row);
  // The call is out once it was sent: what became of it is noted even where the caller has left.
  // expected: the caller is told why it failed
  context.waitUntil(acting.catch(() => null));
  return acting;
}

async function actClaimed<Judged extends object, Value extends object>(
  context: WhmcsContext,
  call: WriteCall,
  { judge, act, operation }: ReferencedWrite<Judged, Value>,
  row: Pick<ActionRow, "operation" | "target" | "begunAt">,
): Promise<Decided<Value>> {
  let judged: Decided<Judged> | undefined;
  try {
    judged = await judge();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    judged = { refused: error.problem };
  } finally {
    // It is refused or cannot be judged: nothing was done.
    if (!judged || "refused" in judged) await forgetAction(context.db, call, "begun");
  }
  if (!("refused" in judged)) return act(judged, row);
  const { refused } = judged;
  return (await answerOfBefore<Value>(context, call, operation, refused.code)) ?? { refused: undone(refused) };
}

function undone(problem: Refused["refused"]): Refused["refused"] {
  return problem.code === "billing_unavailable" ? { ...problem, isUndone: true } : problem;
}

/**
 * The answer of a reference that the addon has and this database has not, because it was restored to an earlier moment: a new order is
 * then refused for what the first one did.
 */
async function answerOfBefore<Value extends object>(
  context: WhmcsContext,
  call: WriteCall,
  operation: WriteOperation,
  code: string,
): Promise<Decided<Value> | null> {
  if (!ORDER_OPERATIONS.has(operation) || UNCHANGED_BY_ORDERS.has(code)) return null;
  try {
    const row = await restoreAction(context, call, await findOrder(context, call, { withdraw: false }));
    return row && (await answerOf<Value>(context, row, operation));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    // expected: the refusal is answered then
    return null;
  }
}

/** The operations that place orders, which the addon keeps the references of. */
export const ORDER_OPERATIONS: ReadonlySet<string> = new Set(["orderDomain", "orderPlan", "renewDomain", "changePlan"]);

/** Refusals that no earlier order of the same can be the cause of. */
const UNCHANGED_BY_ORDERS = new Set(["billing_unavailable", "not_found"]);

/**
 * Ends a sent write that certainly had no effect; null where it had, or may have had one.
 * @param isCertain an error has no effect, whatever it says
 */
export async function refusedBy(
  { db }: WhmcsContext,
  call: WriteCall,
  action: string,
  outcome: WriteOutcome,
  { isCertain = false } = {},
): Promise<Refused | null> {
  const fields = { request_id: call.requestId, account: call.accountId, action };
  switch (outcome.kind) {
    case "ok":
      return null;
    case "unknown":
      log("billing_outcome_unknown", { ...fields, reference: call.reference });
      return null;
    case "not_done":
      await forgetAction(db, call, "sending");
      return { refused: { code: "billing_unavailable", retryAfter: outcome.retryAfter, isUndone: true } };
    case "said_no": {
      const error = preEffectError(action, outcome.text);
      log(error?.kind === "operator" ? "billing_setting_refused" : "billing_order_refused", {
        ...fields,
        said: knownWords(outcome.text),
        is_listed: error !== null,
      });
      if (!error && !isCertain) return null;
      await forgetAction(db, call, "sending");
      if (error?.kind === "refused") return { refused: error.problem };
      return { refused: { code: "billing_unavailable", retryAfter: OPERATOR_RETRY_AFTER_S, isUndone: true } };
    }
  }
}

const POLL_MS = 250;
const MAX_POLLS = 40;

/** The answer of a reference that another call may be working on at this moment: waits for it for ten seconds. */
async function answerInTime<Value extends object>(
  context: WhmcsContext,
  row: ActionRow,
  operation: WriteOperation,
): Promise<Decided<Value>> {
  let now: ActionRow | null = row;
  for (let poll = 0; poll < MAX_POLLS && now && isAtWork(context, now); poll++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await findAction(context.db, row);
  }
  return now ? answerOf<Value>(context, now, operation) : NO_ANSWER;
}

/** Whether a call may still be working on it: none does for longer than this. */
function isAtWork({ now }: WhmcsContext, { state, begunAt }: ActionRow): boolean {
  const isOpen = state === "begun" || state === "sending" || state === "placed" || state === "taken_back";
  return isOpen && now() - Date.parse(begunAt) < MAX_BEGUN_MS;
}

/** The answer of a reference, brought to its end where it can be; one of another operation is refused. */
export async function answerOf<Value extends object>(
  context: WhmcsContext,
  row: ActionRow,
  operation: WriteOperation,
): Promise<Decided<Value>> {
  if (row.operation !== operation) return { refused: OTHER_ACTION };
  switch (row.state) {
    case "done":
      return row.answer as Value;
    case "refused":
      return { refused: row.answer as WriteRefused };
    case "placed":
    case "taken_back": {
      const finished = await finishOrder(context, row);
      return typeof finished === "object" ? answerOf(context, finished, operation) : NO_ANSWER;
    }
    case "sending": {
      const ended = row.request?.kind === "transfer" ? await finishTransfer(context, row, row.request) : null;
      return ended ? answerOf(context, ended, operation) : NO_ANSWER;
    }
    case "begun":
    case "withdrawn":
    case "lost":
      return NO_ANSWER;
  }
}

const OTHER_ACTION: WriteRefused = {
  code: "refused",
  reason: { en: "This reference stands for another action.", fr: "Cette référence désigne une autre action." },
};
