import { isOpen, reserved, transition } from "../../../../durable-objects/account/journal/journal.ts";
import { OPEN_STATES } from "../../../../workers/billing-whmcs/acting/action-states.ts";
import { addonSteps } from "./addon.ts";
import { lookupSteps } from "./lookup.ts";
import {
  BEGUN,
  type Call,
  heard,
  isTargetTaken,
  LAST_TICK,
  type ModelBounds,
  type ModelMistake,
  type ModelState,
  moved,
  type Owner,
  placed,
  type Sent,
  TIMING,
  type WorkerRow,
  withCall,
} from "./state.ts";

export interface ActionVerdict {
  states: number;
  /** How often each end was reached: a model that never gets there proves nothing. */
  reached: Record<
    "DONE" | "NOT_PLACED" | "STUCK" | "FOUND_LATE" | "WITHDRAWN" | "LOST" | "OTHER" | "RESTORED" | "ADDON_WITHDRAWN",
    number
  >;
  violation: string | null;
  /** The states that lead to the violation, oldest first. */
  trace: ModelState[];
}

const MAX_EFFECT = 2;

const REFERENCE = "r";

/** Tries everything. */
export function explore(bounds: ModelBounds, mistake: ModelMistake | null): ActionVerdict {
  const journal = transition<Owner, "no">(reserved(REFERENCE), { type: "sent", at: 0 }, TIMING);
  if (!journal) throw new Error("the journal does not send");
  const call: Call = { step: "delivered", watermark: 0, order: null };
  const first: ModelState = {
    ...{ clock: 0, journal, row: null, addon: null, orders: ["older"], sent: [], lookup: null, other: null },
    ...{ calls: Array.from({ length: bounds.deliveries }, () => call), left: bounds },
    said: { placed: false, notPlaced: false },
  };
  /** Each state with the one that it was first reached from. */
  const seen = new Map<string, ModelState | null>([[JSON.stringify(first), null]]);
  const open = [first];
  const reached: ActionVerdict["reached"] = {
    ...{ DONE: 0, NOT_PLACED: 0, STUCK: 0, FOUND_LATE: 0, WITHDRAWN: 0, LOST: 0, OTHER: 0, RESTORED: 0 },
    ADDON_WITHDRAWN: 0,
  };
  for (let state = open.pop(); state; state = open.pop()) {
    const violation = violationIn(state, bounds);
    if (violation) return { states: seen.size, reached, violation, trace: traceTo(state, seen) };
    const end = state.journal.state;
    if (end === "DONE" || end === "NOT_PLACED" || end === "STUCK") reached[end]++;
    if (state.journal.stuckReason === "found_late") reached.FOUND_LATE++;
    if (state.row?.state === "withdrawn") reached.WITHDRAWN++;
    if (state.row?.state === "lost") reached.LOST++;
    if (state.other === "placed") reached.OTHER++;
    if (state.left.restores < bounds.restores && !isOpen(state.journal)) reached.RESTORED++;
    if (state.addon?.state === "withdrawn") reached.ADDON_WITHDRAWN++;
    for (const next of stepsFrom(state, mistake)) {
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      seen.set(key, state);
      open.push(next);
    }
  }
  return { states: seen.size, reached, violation: null, trace: [] };
}

function traceTo(state: ModelState, seen: ReadonlyMap<string, ModelState | null>): ModelState[] {
  const from = seen.get(JSON.stringify(state));
  return [...(from ? traceTo(from, seen) : []), state];
}

function violationIn(
  { orders, said, journal, row }: ModelState,
  { restores, addonLosses, isLate, hasAddon }: ModelBounds,
): string | null {
  const own = orders.filter((owner) => owner === "own").length;
  if (own > 1) return "one key, two orders";
  if (journal.state === "DONE" && journal.value !== "own") return "said done, with an order that is another's";
  if (typeof row?.order === "number" && orders[row.order] !== "own") return "its row has an order that is another's";
  if (restores === 0 && !isLate && journal.stuckReason === "found_late" && own === 0)
    return "said to be found late, and it is not there";
  if (said.placed && said.notPlaced) return "said both done and not placed";
  // The addon's word that nothing will be done needs no time.
  const isTimed = !hasAddon || addonLosses > 0;
  if (!(isLate && isTimed) && said.notPlaced && own > 0) return "said not placed, and it is";
  return null;
}

function stepsFrom(state: ModelState, mistake: ModelMistake | null): ModelState[] {
  return [
    ...state.calls.flatMap((call, index) => (call ? callSteps(state, call, index, mistake) : [])),
    ...state.sent.flatMap((sent, index) =>
      state.left.hasAddon ? addonSteps(state, sent, index, mistake) : effects(state, sent, index),
    ),
    ...lookupSteps(state, mistake),
    ...otherSteps(state),
    ...restoreSteps(state),
    ...time(state),
  ];
}

function callSteps(state: ModelState, call: Call, index: number, mistake: ModelMistake | null): ModelState[] {
  const { row, clock } = state;
  const ended = withCall(state, index, null);
  const unanswered = heard(ended, { type: "answered", answer: { kind: "unknown" }, at: clock });
  switch (call.step) {
    case "delivered": {
      if (row && mistake !== "act under a reference that is claimed") return [ended, answered(ended, row)];
      if (isTargetTaken(state)) return [ended];
      const begun: WorkerRow = { state: "begun", begunAt: clock, sentAt: null, watermark: 0, order: null };
      return [ended, { ...withCall(state, index, { ...call, step: "claimed" }), row: begun }];
    }
    case "claimed":
      return [
        ended,
        { ...unanswered, row: row?.state === "begun" ? null : row },
        withCall(state, index, { ...call, step: "judged", watermark: state.orders.length }),
      ];
    case "judged": {
      const isInTime = row !== null && clock - row.begunAt <= BEGUN;
      const sending = { state: "sending", sentAt: clock, watermark: call.watermark } as const;
      const isFenceOpen = row?.state === "begun" && (isInTime || mistake === "send what began long ago");
      if (!isFenceOpen && mistake !== "send without the fence") return [ended, unanswered];
      const sent: Sent = { call: index, step: "on its way", age: 0 };
      const next = withCall(state, index, { ...call, step: "sent" });
      return [ended, { ...next, row: moved(row, "sending", sending), sent: [...state.sent, sent] }];
    }
    case "sent":
      return [ended, unanswered];
    case "answered": {
      if (call.order === null) return [ended, { ...unanswered, row: moved(row, "lose", { state: "lost" }) }];
      const next = { ...ended, row: placed(state, call.order) };
      return [ended, next, next.row ? answered(next, next.row) : next];
    }
  }
}

/** What the Worker answers of a row, as the journal takes it. */
function answered(state: ModelState, { state: at, order }: WorkerRow): ModelState {
  const value = at === "placed" && order !== null ? state.orders[order] : undefined;
  const answer = value ? ({ kind: "done", value } as const) : ({ kind: "unknown" } as const);
  return heard(state, { type: "answered", answer, at: state.clock });
}

/** The billing system makes the order, or never does; its answer arrives, or not. */
function effects(state: ModelState, { call: index }: Sent, at: number): ModelState[] {
  const dropped = { ...state, sent: state.sent.toSpliced(at, 1) };
  const made = { ...dropped, orders: [...state.orders, "own" as const] };
  const call = state.calls[index];
  const told = call && withCall(made, index, { ...call, step: "answered", order: state.orders.length });
  return [dropped, made, ...(told ? [told] : [])];
}

/** Another key on the target: its target is claimed, its order made and then noted. */
function otherSteps(state: ModelState): ModelState[] {
  const { other, row, journal, orders } = state;
  switch (other) {
    case null: {
      const isFree = !isOpen(journal) && !(row && OPEN_STATES.includes(row.state));
      return isFree ? [{ ...state, other: "begun" }] : [];
    }
    case "begun":
      return [{ ...state, other: "ordered", orders: [...orders, "other"] }];
    case "ordered":
      return row && row.order === orders.indexOf("other") ? [] : [{ ...state, other: "placed" }];
    case "placed":
      return [];
  }
}

/** The Worker's database as it was earlier, and the addon's row lost. */
function restoreSteps(state: ModelState): ModelState[] {
  const { row, addon, other, left, sent } = state;
  const next: ModelState[] = [];
  if (row && left.restores > 0 && other === null) {
    const after = { ...state, left: { ...left, restores: left.restores - 1 } };
    const begun: WorkerRow = { ...row, state: "begun", sentAt: null, watermark: 0, order: null };
    next.push({ ...after, row: null });
    if (row.state !== "begun") next.push({ ...after, row: begun });
    if (row.sentAt !== null && row.state !== "sending")
      next.push({ ...after, row: { ...row, state: "sending", order: null } });
  }
  const isLocked = sent.some(({ step }) => step !== "on its way");
  if (addon && left.addonLosses > 0 && !isLocked)
    next.push({ ...state, addon: null, left: { ...left, addonLosses: left.addonLosses - 1 } });
  return next;
}

/** Time passes only once whatever had to happen by then has happened. What is held before the fence has no such time. */
function time(state: ModelState): ModelState[] {
  const { clock, sent, calls, left } = state;
  const longest = left.isLate ? LAST_TICK : MAX_EFFECT;
  const isDelivered = left.isLate || calls.every((call) => call?.step !== "delivered");
  if (clock === LAST_TICK || !isDelivered || sent.some(({ age }) => age >= longest)) return [];
  return [{ ...state, clock: clock + 1, sent: sent.map((one) => ({ ...one, age: one.age + 1 })) }];
}
