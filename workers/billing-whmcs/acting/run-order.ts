import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { NotFound, WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult, WriteValue } from "../../../shared/billing-contract/writes.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../access/gate.ts";
import { knownWords } from "../api/outcome.ts";
import type { WriteOutcome } from "../api/whmcs-api.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { actThroughAddon, findThroughAddon, restoreRow, takeOver } from "./addon-actions.ts";
import { finishOrder } from "./finish-order.ts";
import { finishTransfer } from "./finish-transfer.ts";
import type { JudgedOrder, OrderOperation } from "./order-request.ts";
import { preEffectError } from "./pre-effect-errors.ts";
import { instantNow, type StoredWrite } from "./stored-write.ts";

export interface OrderHandler {
  operation: OrderOperation;
  /** Of one target one order is sent at a time. */
  target: string;
  /** What is said of another one that is under way on the target. */
  underWay: WriteRefused;
  /** Reads, with the check of access among them, and decides. Has no effects. */
  judge(): Promise<QuoteResult<JudgedOrder>>;
}

/**
 * Places an order once per reference: the reference is claimed, the order judged, and one call sent to the addon, which keeps the
 * reference too. A repeated reference gives the first answer.
 */
export function runOrder<Value extends WriteValue>(
  context: WhmcsContext,
  action: WriteCall,
  handler: OrderHandler,
): Promise<QuoteResult<Value>> {
  return runClaimed<Value>(context, action, handler, () => place<Value>(context, action, handler));
}

/** Judges an order as {@link runOrder} would, and does not place it. */
export async function checkOrder(
  context: WhmcsContext,
  query: ActorQuery,
  handler: OrderHandler,
): Promise<QuoteResult<WritePreview>> {
  const judged = await judgeUnclaimed(context, query, handler, handler.judge);
  if (!judged.ok) return judged;
  const { account, stored, preview } = judged.value;
  return { ok: true, value: previewOf(account, { price: stored.price, ...preview }) };
}

/** Judges an action that is not to be claimed: one that is open on its target goes before, as it would be claimed before. */
export async function judgeUnclaimed<Judged>(
  context: WhmcsContext,
  query: ActorQuery,
  { target, underWay }: Pick<OrderHandler, "target" | "underWay">,
  judge: () => Promise<QuoteResult<Judged>>,
): Promise<QuoteResult<Judged>> {
  if (!(await context.actions.openOn(query.accountId, target))) return judge();
  const admitted = await admit(context, query);
  return admitted.ok ? { ok: false, problem: underWay } : admitted;
}

/** Claims the reference and the target for an action that is begun by `act`; a repeated reference gives the first answer. */
export async function runClaimed<Value extends WriteValue>(
  context: WhmcsContext,
  action: WriteCall,
  handler: Pick<OrderHandler, "target" | "underWay"> & { operation: StoredWrite["operation"] },
  act: () => Promise<QuoteResult<Value>>,
): Promise<QuoteResult<Value>> {
  const { actions } = context;
  const earlier = await actions.find(action);
  if (earlier) return answerAdmitted<Value>(context, action, earlier, handler.operation);
  // The target is claimed before anything is read: what another action did on it is among what is read.
  if (!(await actions.begin(action, handler, instantNow(context)))) {
    const concurrent = await actions.find(action);
    if (concurrent) return answerAdmitted<Value>(context, action, concurrent, handler.operation);
    const admitted = await admit(context, action);
    return admitted.ok ? { ok: false, problem: handler.underWay } : admitted;
  }
  const acting = act();
  // The call is out once it was sent: what became of it is noted even where the caller has left.
  context.waitUntil(acting);
  return acting;
}

/** Judges a claimed action; its claim is given up where it is refused or cannot be judged, and then nothing was done. */
export async function judgeClaimed<Judged>(
  { actions }: WhmcsContext,
  action: WriteCall,
  judge: () => Promise<QuoteResult<Judged>>,
): Promise<QuoteResult<Judged>> {
  let judged: QuoteResult<Judged> | undefined;
  try {
    judged = await judge();
    return judged.ok ? judged : { ok: false, problem: undone(judged.problem) };
  } finally {
    if (!judged?.ok) await actions.forget(action, "begun");
  }
}

function undone<Problem extends { code: string }>(problem: Problem): Problem {
  return problem.code === "billing_unavailable" ? { ...problem, isUndone: true } : problem;
}

async function place<Value extends WriteValue>(
  context: WhmcsContext,
  action: WriteCall,
  { judge, operation, target }: OrderHandler,
): Promise<QuoteResult<Value>> {
  const { actions } = context;
  const begunAt = instantNow(context);
  const judged = await judgeClaimed(context, action, judge);
  if (!judged.ok) return (await answerOfBefore<Value>(context, action, operation, judged.problem)) ?? judged;
  const { call, stored } = judged.value;
  // Whoever was slower than the lookup of it has been withdrawn, and sends nothing.
  if (!(await actions.sending(action, instantNow(context), stored))) return unavailable();
  const sent = await actThroughAddon(context.bridge, action, { operation, target, begunAt }, judged.value);
  if (sent.kind !== "known")
    return (await endRefused(context, action, call.action, sent, { isCertain: true })) ?? unavailable();
  const taken = await takeOver(context, { ...action, target }, sent.outcome, sent.memo);
  return "row" in taken && taken.row ? answerOf<Value>(context, taken.row, operation) : unavailable();
}

/**
 * The answer of a reference that the addon has and this database has not, because it was restored to an earlier moment: a new order is
 * then refused for what the first one did.
 */
async function answerOfBefore<Value extends WriteValue>(
  context: WhmcsContext,
  action: WriteCall,
  operation: OrderOperation,
  { code }: { code: string },
): Promise<QuoteResult<Value> | null> {
  if (UNCHANGED_BY_ORDERS.has(code)) return null;
  const found = await findThroughAddon(context.bridge, action, action.requestId, false);
  const row = found.kind === "ok" ? await restoreRow(context, action, found.value) : null;
  return row && answerOf<Value>(context, row, operation);
}

/** Refusals that no earlier order of the same can be the cause of. */
const UNCHANGED_BY_ORDERS = new Set(["access_lost", "permission_denied", "billing_unavailable", "not_found"]);

/**
 * Ends an action that certainly had no effect; null where it had, or may have had one.
 * @param isCertain an error has no effect, whatever it says
 */
export async function endRefused(
  { actions }: WhmcsContext,
  action: WriteCall,
  call: string,
  outcome: WriteOutcome,
  { isCertain = false } = {},
): Promise<{ ok: false; problem: WriteRefused | NotFound | ReturnType<typeof unavailable>["problem"] } | null> {
  const fields = { request_id: action.requestId, account: action.accountId, action: call };
  switch (outcome.kind) {
    case "ok":
      return null;
    case "unknown":
      log("billing_outcome_unknown", { ...fields, reference: action.reference });
      return null;
    case "not_done":
      await actions.forget(action, "sending");
      return { ok: false, problem: { code: "billing_unavailable", retryAfter: outcome.retryAfter, isUndone: true } };
    case "said_no": {
      const error = preEffectError(call, outcome.text);
      log(error?.kind === "operator" ? "billing_setting_refused" : "billing_order_refused", {
        ...fields,
        said: knownWords(outcome.text),
        is_listed: error !== null,
      });
      if (!error && !isCertain) return null;
      await actions.forget(action, "sending");
      const retryAfter = OPERATOR_RETRY_AFTER_S;
      return {
        ok: false,
        problem:
          error?.kind === "refused" ? error.problem : { code: "billing_unavailable", retryAfter, isUndone: true },
      };
    }
  }
}

/** Only the operator can end it. */
const OPERATOR_RETRY_AFTER_S = 300;

/** What was done under a reference is told only to who may still ask for it. */
async function answerAdmitted<Value extends WriteValue>(
  context: WhmcsContext,
  action: WriteCall,
  row: StoredWrite,
  operation: StoredWrite["operation"],
): Promise<QuoteResult<Value>> {
  const admitted = await admit(context, action);
  return admitted.ok ? answerInTime<Value>(context, row, operation) : admitted;
}

const POLL_MS = 250;
const MAX_POLLS = 40;

/** The answer of a reference that another call may be working on at this moment: waits for it for ten seconds. */
async function answerInTime<Value extends WriteValue>(
  context: WhmcsContext,
  row: StoredWrite,
  operation: StoredWrite["operation"],
): Promise<QuoteResult<Value>> {
  let now: StoredWrite | null = row;
  for (let poll = 0; poll < MAX_POLLS && now && isAtWork(context, now); poll++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await context.actions.find(row);
  }
  return now ? answerOf<Value>(context, now, operation) : unavailable();
}

/** Whether a call may still be working on it: none does for longer than this. */
function isAtWork({ now }: WhmcsContext, { state, begunAt }: StoredWrite): boolean {
  const isOpen = state === "begun" || state === "sending" || state === "placed" || state === "taken_back";
  return isOpen && now() - Date.parse(begunAt) < MAX_WORK_MS;
}

const MAX_WORK_MS = 30_000;

/** The answer of a reference, brought to its end where it can be; one of another operation is refused. */
export async function answerOf<Value extends WriteValue>(
  context: WhmcsContext,
  row: StoredWrite,
  operation: StoredWrite["operation"],
): Promise<QuoteResult<Value>> {
  if (row.operation !== operation) return { ok: false, problem: OTHER_ACTION };
  switch (row.state) {
    case "done":
      return { ok: true, value: row.answer as Value };
    case "refused":
      return { ok: false, problem: row.answer as WriteRefused };
    case "placed":
    case "taken_back": {
      const finished = await finishOrder(context, row);
      return typeof finished === "object" ? answerOf(context, finished, operation) : unavailable();
    }
    case "sending": {
      const ended = row.request?.kind === "transfer" ? await finishTransfer(context, row, row.request) : null;
      return ended ? answerOf(context, ended, operation) : unavailable();
    }
    case "begun":
    case "withdrawn":
    case "lost":
      return unavailable();
  }
}

const OTHER_ACTION: WriteRefused = {
  code: "refused",
  reason: { en: "This reference stands for another action.", fr: "Cette référence désigne une autre action." },
};
