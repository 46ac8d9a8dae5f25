/** Timeouts and intervals of the journal, in milliseconds. */
export interface JournalTiming {
  /** The timeout of the validation before an action is sent. */
  preparationTimeoutMs: number;
  answerTimeoutMs: number;
  lookupTimeoutMs: number;
  /** The time in which a sent action can still arrive. If a later lookup does not find it, it was never done. */
  deliveryWindowMs: number;
  /** The time without an outcome after which an action becomes `STUCK` and the operator gets an alert. */
  stuckAfterMs: number;
  /** The interval between two alerts of the same action. */
  alertIntervalMs: number;
  /** The time in which a key replays its outcome. */
  retentionMs: number;
  /** Delays between lookups of an unknown outcome; the last one repeats. */
  lookupDelaysMs: readonly number[];
  /** Delays, after settling, of the extra lookups of an action that was never done. */
  lateLookupDelaysMs: readonly number[];
  /** The delay between a failed alarm and the next one. An alarm that is overdue by this much counts as lost. */
  alarmRetryMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The delivery window is the sum of four parts: the answer timeout, the remaining work of a stopped object (30 s), the
 * longest time that a billing system works on one request (120 s), and clock skew.
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
 * The state of one action under one idempotency key. `RESERVED`: nothing was sent yet. `SENDING`: the action was or may
 * have been sent once, and is never sent again. `PLACED`: the billing system has started it. `DONE` and `FAILED`: the
 * billing system answered. If `DONE` has a problem instead of a value, the operator decided. `NOT_PLACED`: the action
 * never reached the billing system. `STUCK`: the operator must act.
 */
export type JournalState = "RESERVED" | "SENDING" | "PLACED" | "DONE" | "FAILED" | "NOT_PLACED" | "STUCK";

/**
 * The reason why an action is `STUCK`. `late`: lookups have failed for an hour; the next answer settles it.
 * `ambiguous`: the billing system has a different action under the reference; "done", "refused" or the operator settles
 * it. `found_late`: the action was found after the caller learned that nothing was done; only the operator settles it.
 */
export type StuckReason = "late" | "ambiguous" | "found_late";

/** Instants are epoch milliseconds. `Value` and `Problem` are the types of the billing system's answers. */
export interface Journal<Value, Problem> {
  state: JournalState;
  /** Identifies the action in the billing system. Each reservation of a key has a new reference. */
  reference: string;
  sentAt: number | null;
  /** The time of the next lookup; null if no lookup is due. */
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
  /** Definitely not done. `isFinal`: the key replays the refusal from now on. */
  | { kind: "refused"; problem: Problem; isFinal: boolean }
  /** No answer in time, or an unreadable one. */
  | { kind: "unknown" };

export type LookupResult<Value, Problem> =
  | { kind: "done"; value: Value }
  | { kind: "refused"; problem: Problem }
  | { kind: "under_way" }
  /** `isFinal`: the sent request can no longer have an effect. */
  | { kind: "absent"; isFinal?: boolean }
  /** A different action has this reference. */
  | { kind: "ambiguous" }
  /** The billing system did not answer. */
  | { kind: "failed" };

export type JournalEvent<Value, Problem> =
  | { type: "sent"; at: number }
  /** Nothing was or will be sent: the action was refused first, or the object stopped. */
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
  /** The action was done. The key replays `problem`, because the value of the action is unknown. */
  | { kind: "done"; problem: Problem }
  /** The operator found no effect. `isSwept`: a lookup in the billing system can still find one. */
  | { kind: "nothing"; isSwept: boolean };

/**
 * Applies an event. Returns the new state, or the same object if the event no longer applies. Null: the key is free
 * again. No state allows a second `sent`. docs/evidence/reliability.md lists the states and how each ends.
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

/** Returns whether a sent request can no longer arrive. Call it before the lookup, never after. */
export function isPastDeliveryWindow(
  { sentAt }: Pick<Journal<never, never>, "sentAt">,
  now: number,
  timing: JournalTiming,
): boolean {
  return sentAt !== null && now - sentAt >= timing.deliveryWindowMs;
}

/** Returns whether the outcome is unknown. */
export function isOpen({ state }: { state: JournalState }): boolean {
  return state === "SENDING" || state === "PLACED" || state === "STUCK";
}

/**
 * Returns whether the operator may settle the action: it is `STUCK`, or runs so long that the operator got an alert.
 */
export function awaitsOperator({ state, alertedAt }: Pick<Journal<never, never>, "state" | "alertedAt">): boolean {
  return state === "STUCK" || (state === "PLACED" && alertedAt !== null);
}

/**
 * Returns the time of the operator's next alert. The first is due when the action becomes `STUCK`, or after
 * `stuckAfterMs` in `PLACED`. Alerts repeat every `alertIntervalMs`. Null if no alert is due.
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
      // An earlier lookup may have found the action, so its absence does not prove that it was never done.
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
 * Handles the extra lookups after `NOT_PLACED`. An action that is found after all becomes `STUCK`. If no lookup is due,
 * this one began before the operator's decision, and the operator has seen the same.
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

/**
 * Applies the operator's decision. "Nothing" counts only after the delivery window, because the operator cannot see a
 * late request.
 */
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
