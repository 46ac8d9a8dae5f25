/** Timeouts and intervals of the journal, in milliseconds. */
export interface JournalTiming {
  /** The timeout of the validation before an action is sent. */
  preparationTimeoutMs: number;
  answerTimeoutMs: number;
  lookupTimeoutMs: number;
  /** An action that a lookup does not find this long after it was sent was never done. */
  deliveryWindowMs: number;
  /** Mark `STUCK` and alert the operator after this long without an outcome. */
  stuckAfterMs: number;
  /** The interval between two alerts of the same action. */
  alertIntervalMs: number;
  /** How long an outcome is replayed under its key. */
  retentionMs: number;
  /** Delays between lookups of an unknown outcome; the last one repeats. */
  lookupDelaysMs: readonly number[];
  /** Delays, after settling, of the extra lookups of an action that was never done. */
  lateLookupDelaysMs: readonly number[];
  /** Delay of the next alarm after one that failed. An alarm that is overdue by this long counts as lost. */
  alarmRetryMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The delivery window is the sum of four parts: the answer timeout, the remaining work of a stopped object (30 s), the longest time
 * that a billing system works on one request (120 s), and clock skew.
 */
export const TIMING: JournalTiming = {
  preparationTimeoutMs: 15 * SECOND,
  answerTimeoutMs: 20 * SECOND,
  lookupTimeoutMs: 10 * SECOND,
  deliveryWindowMs: 180 * SECOND,
  stuckAfterMs: HOUR,
  alertIntervalMs: 24 * HOUR,
  retentionMs: 24 * HOUR,
  lookupDelaysMs: [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE],
  lateLookupDelaysMs: [10 * MINUTE, HOUR, 24 * HOUR],
  alarmRetryMs: MINUTE,
};

/**
 * The state of one action under one idempotency key. `RESERVED`: nothing was sent yet. `SENDING`: it was or may have been sent
 * once, and is never sent again. `PLACED`: the billing system has begun it. `DONE` and `FAILED`: the billing system answered. For
 * `DONE` with a problem instead of a value, the operator answered. `NOT_PLACED`: it never reached the billing system. `STUCK`: the
 * operator must act.
 */
export type JournalState = "RESERVED" | "SENDING" | "PLACED" | "DONE" | "FAILED" | "NOT_PLACED" | "STUCK";

/**
 * Why an action is `STUCK`. `late`: lookups have failed for an hour; the next answer settles it. `ambiguous`: the billing system
 * has a different action under the reference; "done", "refused" or the operator settles it. `found_late`: the action was found
 * after the caller learned that nothing was done; only the operator settles it.
 */
export type StuckReason = "late" | "ambiguous" | "found_late";

/** Instants are epoch milliseconds. `Value` and `Problem` are the types of the billing system's answers. */
export interface Journal<Value, Problem> {
  state: JournalState;
  /** Identifies the action to the billing system; unique to each reservation of a key. */
  reference: string;
  sentAt: number | null;
  /** When the outcome is next looked up; null if no lookup is due. */
  nextLookupAt: number | null;
  lookups: number;
  settledAt: number | null;
  value: Value | null;
  problem: Problem | null;
  /** Null unless `STUCK`. */
  stuckReason: StuckReason | null;
  alertedAt: number | null;
}

export type JournalAnswer<Value, Problem> =
  | { kind: "done"; value: Value }
  /** Definitely not done. `isFinal`: replayed under this key from now on. */
  | { kind: "refused"; problem: Problem; isFinal: boolean }
  /** No answer in time, or an unreadable one. */
  | { kind: "unknown" };

export type LookupResult<Value, Problem> =
  | { kind: "done"; value: Value }
  | { kind: "refused"; problem: Problem }
  | { kind: "under_way" }
  /** `isFinal`: the sent request can have no effect any more. */
  | { kind: "absent"; isFinal?: boolean }
  /** A different action has this reference. */
  | { kind: "ambiguous" }
  /** The billing system did not answer. */
  | { kind: "failed" };

export type JournalEvent<Value, Problem> =
  | { type: "sent"; at: number }
  /** Nothing was sent and nothing will be: the action was refused earlier, or the object was stopped. */
  | { type: "withdrawn" }
  | { type: "answered"; answer: JournalAnswer<Value, Problem>; at: number }
  /** `isPastWindow`: whether the delivery window had ended before the lookup was sent. */
  | { type: "looked_up"; found: LookupResult<Value, Problem>; isPastWindow: boolean; at: number }
  | { type: "alerted"; at: number }
  /** `isPastWindow`: as in `looked_up`, for the lookup before the operator's decision. */
  | { type: "settled_by_operator"; decision: OperatorDecision<Problem>; isPastWindow: boolean; at: number }
  | { type: "aged"; at: number };

/** The operator's finding about an action that the billing system does not settle. */
export type OperatorDecision<Problem> =
  /** It was done. The key replays `problem`, because the value of the action is unknown. */
  | { kind: "done"; problem: Problem }
  /** The operator found no effect. `isSwept`: a lookup in the billing system can still find one. */
  | { kind: "nothing"; isSwept: boolean };

/**
 * Applies an event. Returns the new state, null if the key is free again, or the same object if the event no longer applies.
 * No state allows a second `sent`. The states and what ends each: docs/evidence/reliability.md.
 */
export function transition<Value, Problem>(
  journal: Journal<Value, Problem>,
  event: JournalEvent<Value, Problem>,
  timing: JournalTiming,
): Journal<Value, Problem> | null {
  switch (event.type) {
    case "sent":
      if (journal.state !== "RESERVED") return journal;
      return { ...journal, state: "SENDING", sentAt: event.at, nextLookupAt: event.at + timing.answerTimeoutMs };
    case "withdrawn":
      return journal.state === "RESERVED" ? null : journal;
    case "answered":
      return onAnswer(journal, event.answer, event.at, timing);
    case "looked_up":
      return onLookup(journal, event, timing);
    case "alerted":
      return isOpen(journal) ? { ...journal, alertedAt: event.at } : journal;
    case "settled_by_operator":
      return onOperator(journal, event, timing);
    case "aged":
      return isOld(journal, event.at, timing) ? null : journal;
  }
}

/** Whether a sent request can no longer arrive. Evaluate it before the lookup, never after. */
export function isPastDeliveryWindow(
  { sentAt }: Pick<Journal<never, never>, "sentAt">,
  now: number,
  timing: JournalTiming,
): boolean {
  return sentAt !== null && now - sentAt >= timing.deliveryWindowMs;
}

/** Whether the outcome is unknown. */
export function isOpen({ state }: { state: JournalState }): boolean {
  return state === "SENDING" || state === "PLACED" || state === "STUCK";
}

/** Whether the operator may settle it: it is `STUCK`, or has been under way so long that the operator got an alert. */
export function awaitsOperator({ state, alertedAt }: Pick<Journal<never, never>, "state" | "alertedAt">): boolean {
  return state === "STUCK" || (state === "PLACED" && alertedAt !== null);
}

/**
 * When the operator gets the next alert: as soon as the action is `STUCK`, or once it has been `PLACED` for `stuckAfterMs`; then at
 * every `alertIntervalMs`. Null if no alert is due.
 */
export function alertAt(
  { state, sentAt, alertedAt }: Pick<Journal<never, never>, "state" | "sentAt" | "alertedAt">,
  timing: JournalTiming,
): number | null {
  if (sentAt === null || (state !== "STUCK" && state !== "PLACED")) return null;
  if (alertedAt !== null) return alertedAt + timing.alertIntervalMs;
  return state === "STUCK" ? sentAt : sentAt + timing.stuckAfterMs;
}

function onAnswer<Value, Problem>(
  journal: Journal<Value, Problem>,
  answer: JournalAnswer<Value, Problem>,
  at: number,
  timing: JournalTiming,
): Journal<Value, Problem> | null {
  if (!isOpen(journal) || journal.stuckReason === "found_late") return journal;
  switch (answer.kind) {
    case "done":
      return settled(journal, "DONE", at, { value: answer.value });
    case "refused":
      return answer.isFinal ? settled(journal, "FAILED", at, { problem: answer.problem }) : null;
    case "unknown":
      return journal.state === "SENDING" ? { ...journal, nextLookupAt: at + lookupDelay(journal, timing) } : journal;
  }
}

function onLookup<Value, Problem>(
  journal: Journal<Value, Problem>,
  { found, isPastWindow, at }: JournalEvent<Value, Problem> & { type: "looked_up" },
  timing: JournalTiming,
): Journal<Value, Problem> {
  if (journal.state === "NOT_PLACED") return onLateLookup(journal, found, at, timing);
  if (!isOpen(journal) || journal.stuckReason === "found_late") return journal;
  const later = { ...journal, lookups: journal.lookups + 1, nextLookupAt: at + lookupDelay(journal, timing) };
  switch (found.kind) {
    case "done":
      return settled(journal, "DONE", at, { value: found.value });
    case "refused":
      return settled(journal, "FAILED", at, { problem: found.problem });
    case "under_way":
      return journal.stuckReason === "ambiguous" ? later : { ...later, state: "PLACED", stuckReason: null };
    case "absent":
      if (journal.stuckReason === "ambiguous") return later;
      // The action was there before, so its absence alone does not prove that it was never done.
      if (!found.isFinal && (!isPastWindow || journal.state === "PLACED")) {
        return stuckIfLate(later, at, timing);
      }
      return { ...settled(journal, "NOT_PLACED", at, {}), nextLookupAt: lateLookupAt(at, 0, timing) };
    case "ambiguous":
      if (journal.stuckReason === "ambiguous") return later;
      return { ...later, state: "STUCK", stuckReason: "ambiguous", alertedAt: null };
    case "failed":
      return stuckIfLate(later, at, timing);
  }
}

/**
 * Handles the extra lookups after `NOT_PLACED`: an action that is found after all becomes `STUCK`, whatever its key answers. If no
 * lookup is due, this one began before the operator's decision, and the operator has seen the same.
 */
function onLateLookup<Value, Problem>(
  journal: Journal<Value, Problem>,
  { kind }: LookupResult<Value, Problem>,
  at: number,
  timing: JournalTiming,
): Journal<Value, Problem> {
  if (journal.nextLookupAt === null && kind !== "done") return journal;
  if (kind === "done" || kind === "under_way" || kind === "ambiguous") {
    return { ...journal, state: "STUCK", stuckReason: "found_late", settledAt: null, nextLookupAt: null };
  }
  if (kind === "failed") return { ...journal, nextLookupAt: at + (timing.lookupDelaysMs.at(-1) ?? 0) };
  const lookups = journal.lookups + 1;
  return { ...journal, lookups, nextLookupAt: lateLookupAt(journal.settledAt ?? 0, lookups, timing) };
}

/** Applies the operator's decision. "Nothing" counts only after the delivery window, because the operator cannot see a late request. */
function onOperator<Value, Problem>(
  journal: Journal<Value, Problem>,
  { decision, isPastWindow, at }: JournalEvent<Value, Problem> & { type: "settled_by_operator" },
  timing: JournalTiming,
): Journal<Value, Problem> {
  if (!awaitsOperator(journal)) return journal;
  if (decision.kind === "done") return settled(journal, "DONE", at, { problem: decision.problem });
  if (!isPastWindow) return journal;
  const row = settled(journal, "NOT_PLACED", at, {});
  return decision.isSwept ? { ...row, nextLookupAt: lateLookupAt(at, 0, timing) } : row;
}

function settled<Value, Problem>(
  journal: Journal<Value, Problem>,
  state: JournalState,
  at: number,
  outcome: { value?: Value; problem?: Problem },
): Journal<Value, Problem> {
  const { value = null, problem = null } = outcome;
  return {
    ...journal,
    ...{ state, settledAt: at, nextLookupAt: null, lookups: 0, value, problem },
    ...{ stuckReason: null, alertedAt: null },
  };
}

function stuckIfLate<Value, Problem>(
  journal: Journal<Value, Problem>,
  at: number,
  timing: JournalTiming,
): Journal<Value, Problem> {
  const isLate = journal.state !== "STUCK" && at - (journal.sentAt ?? at) >= timing.stuckAfterMs;
  return isLate ? { ...journal, state: "STUCK", stuckReason: "late" } : journal;
}

function lookupDelay<Value, Problem>({ lookups }: Journal<Value, Problem>, timing: JournalTiming): number {
  return timing.lookupDelaysMs[Math.min(lookups, timing.lookupDelaysMs.length - 1)] ?? 0;
}

function lateLookupAt(settledAt: number, lookups: number, timing: JournalTiming): number | null {
  const wait = timing.lateLookupDelaysMs[lookups];
  return wait === undefined ? null : settledAt + wait;
}

function isOld<Value, Problem>(
  { state, settledAt, nextLookupAt }: Journal<Value, Problem>,
  at: number,
  timing: JournalTiming,
): boolean {
  if (settledAt === null || at - settledAt < timing.retentionMs) return false;
  return state === "DONE" || state === "FAILED" || (state === "NOT_PLACED" && nextLookupAt === null);
}
