import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { FoundWrite } from "../../../shared/billing-contract/writes.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../accounts/access.ts";
import type { WriteOutcome } from "../answers/whmcs-api.ts";
import { knownWords, NoAnswer, OPERATOR_RETRY_AFTER_S, orNoAnswer } from "../bridge/outcome.ts";
import { orRefused, Refused } from "../results.ts";
import { instantNow, keepGoing, type WhmcsContext } from "../whmcs-context.ts";
import {
  type ActionClaim,
  type ActionRow,
  addAction,
  changeAction,
  endOf,
  findAction,
  forgetAction,
  openAction,
} from "./action-rows.ts";
import { ORDER_OPERATIONS } from "./addon-orders.ts";
import { outcomeElsewhere, outcomeOf } from "./find-write.ts";
import { preEffectError } from "./pre-effect-errors.ts";

/** The refusal of a write while another write on the same domain is in progress. */
export const NAME_UNDER_WAY = refusal(
  "already_requested",
  "Another change of this name is in progress.",
  "Une autre modification de ce nom est en cours.",
);

/** The refusal of a write while another write on the same service is in progress. */
export const SERVICE_UNDER_WAY = refusal(
  "already_requested",
  "Another change of this service is in progress.",
  "Une autre modification de ce service est en cours.",
);

/** A write that runs at most once per reference. */
export interface ReferencedWrite<Judged> extends Pick<ActionClaim, "operation" | "target"> {
  /** The refusal while another write on the target is in progress. */
  underWay: WriteRefused;
  /** Checks access, reads the necessary data, and decides. Changes nothing. @throws {Refused} */
  judge(): Promise<Judged>;
  preview(judged: Judged): WritePreview;
  /** Returns the request to store in the row before the write is sent. */
  requestOf(judged: Judged): NonNullable<ActionRow["request"]>;
  /** Sends the write and ends its row. */
  send(judged: Judged, row: ActionRow): Promise<FoundWrite>;
}

/**
 * Runs a write at most once per reference. It claims the reference and the target, checks the write, moves its row to
 * `sending`, and sends the write. A repeated reference returns the first outcome. Without `commit`, it runs the same
 * checks and returns the preview.
 */
export async function runWrite<Judged extends object, Value>(
  context: WhmcsContext,
  call: WriteCall,
  handler: ReferencedWrite<Judged>,
): Promise<Value | WritePreview> {
  const { db } = context;
  const { operation, target, underWay } = handler;
  if (!call.commit) {
    // Look for an open write on the target first, because with `commit` the claim also precedes the checks.
    if (await openAction(db, call.accountId, target)) {
      await admit(context, call);
      throw new Refused(underWay);
    }
    return handler.preview(await handler.judge());
  }
  const claim = { operation, target, begunAt: instantNow(context) };
  const earlier = await findAction(db, call);
  // Claim the target before any read, so that the reads include earlier writes on it.
  if (earlier || !(await addAction(db, call, "begun", claim))) {
    // Only a login that still has access may learn the outcome of a reference.
    await admit(context, call);
    const first = earlier ?? (await findAction(db, call));
    if (!first) throw new Refused(underWay);
    if (first.operation !== operation) throw new Refused(OTHER_ACTION);
    return answerOf(await outcomeInTime(context, first));
  }
  return answerOf(await keepGoing(context, runClaimed(context, call, handler, claim)));
}

async function runClaimed<Judged extends object>(
  context: WhmcsContext,
  call: WriteCall,
  { judge, requestOf, send }: ReferencedWrite<Judged>,
  claim: ActionClaim,
): Promise<FoundWrite> {
  const { db } = context;
  const { accountId, reference } = call;
  let judged: Judged | Refused | undefined;
  try {
    judged = await orRefused(judge());
  } finally {
    // The write was refused or its check failed, so it had no effect.
    if (!judged || judged instanceof Refused) await forgetAction(db, call, "begun");
  }
  if (judged instanceof Refused) {
    const { problem } = judged;
    if (problem.code === "billing_unavailable") throw new Refused({ ...problem, isUndone: true });
    const before = await outcomeBefore(context, call, claim, judged);
    if (before) return before;
    throw judged;
  }
  const [request, sentAt] = [requestOf(judged), instantNow(context)];
  // Do not send the write if a lookup has deleted its row.
  if (!(await changeAction(db, call, "send", { sent_at: sentAt, request }))) throw new NoAnswer("unread");
  const nothing = { orderId: null, made: null, answer: null };
  return send(judged, { accountId, reference, ...claim, sentAt, state: "sending", request, ...nothing });
}

/**
 * Returns the outcome that the addon has for the reference of a refused order; `null` if none is known. After a
 * restore, this database may lack the row of an order that was placed. The repeated order would then be refused because
 * of the effects of the first order.
 */
async function outcomeBefore(
  context: WhmcsContext,
  call: WriteCall,
  { operation }: ActionClaim,
  { problem: { code } }: Refused,
): Promise<FoundWrite | null> {
  if (!ORDER_OPERATIONS.has(operation) || code === "not_found") return null;
  const found = await orNoAnswer(outcomeElsewhere(context, call, { withdraw: false }));
  return found instanceof NoAnswer || found.state === "absent" ? null : found;
}

function answerOf<Value>(outcome: FoundWrite): Value {
  // The row belongs to the caller's operation, so its value has that operation's type.
  if (outcome.state === "done") return outcome.value as unknown as Value;
  throw outcome.state === "refused" ? new Refused(outcome.problem) : new NoAnswer("unread");
}

/**
 * Throws the error for a write that did not succeed, and deletes its row if the write certainly had no effect.
 * @param isCertain whether an error with any text proves that the write had no effect
 */
export async function refusedBy(
  { db }: WhmcsContext,
  call: WriteCall,
  action: string,
  outcome: Exclude<WriteOutcome, { kind: "ok" }>,
  { isCertain = false } = {},
): Promise<never> {
  const fields = { request_id: call.requestId, account: call.accountId, action };
  switch (outcome.kind) {
    case "unknown":
      log("billing_outcome_unknown", { ...fields, reference: call.reference });
      throw new NoAnswer("unread");
    case "not_done":
      await forgetAction(db, call, "sending");
      throw new Refused({ code: "billing_unavailable", retryAfter: outcome.retryAfter, isUndone: true });
    case "said_no": {
      const error = preEffectError(action, outcome.text);
      log(error === "operator" ? "billing_setting_refused" : "billing_order_refused", {
        ...fields,
        said: knownWords(outcome.text),
        is_listed: error !== null,
      });
      if (!error && !isCertain) throw new NoAnswer("unread");
      await forgetAction(db, call, "sending");
      if (error && error !== "operator") throw new Refused(error);
      throw new Refused({ code: "billing_unavailable", retryAfter: OPERATOR_RETRY_AFTER_S, isUndone: true });
    }
  }
}

const POLL_MS = 250;
const MAX_POLLS = 40;
/** The maximum time that a call works on an action. */
const AT_WORK_MS = 30_000;

/** Returns the outcome of an action that another call may be working on. Waits for that call for up to ten seconds. */
async function outcomeInTime(context: WhmcsContext, row: ActionRow): Promise<FoundWrite> {
  const isRecent = context.now() - Date.parse(row.begunAt) < AT_WORK_MS;
  let now: ActionRow | null = row;
  for (let poll = 0; poll < MAX_POLLS && isRecent && now && !endOf(now); poll++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await findAction(context.db, row);
  }
  if (!now || now.state === "begun") throw new NoAnswer("unread");
  return outcomeOf(context, now, { withdraw: false });
}

const OTHER_ACTION: WriteRefused = {
  code: "refused",
  reason: { en: "This reference belongs to another action.", fr: "Cette référence désigne une autre action." },
};
