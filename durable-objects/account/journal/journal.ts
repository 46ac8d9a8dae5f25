/** Timeouts and intervals of the journal, in milliseconds. */
export interface JournalTiming {
  /** The timeout for the checks before an action is sent. */
  preparationTimeoutMs: number;
  answerTimeoutMs: number;
  lookupTimeoutMs: number;
  /**
   * How long a sent action can still arrive. If neither an earlier lookup nor a lookup after that time finds the
   * action, it was never done.
   */
  deliveryWindowMs: number;
  /** How long an action can stay without an outcome before the operator gets an alert. */
  stuckAfterMs: number;
  /** The interval between two alerts about the same action. */
  alertIntervalMs: number;
  /** The minimum time for which a key replays its outcome. */
  retentionMs: number;
  /** Delays between lookups of an unknown outcome. The last delay repeats. */
  lookupDelaysMs: readonly number[];
  /** Delays of the extra lookups for an action that was never done, measured from the time at which it was settled. */
  lateLookupDelaysMs: readonly number[];
  /**
   * The delay between a failed alarm and the next one. An alarm that is overdue by more than this delay is considered
   * lost.
   */
  alarmRetryMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The default timing. The delivery window is the sum of four parts: the answer timeout, the time that a stopped object
 * can keep running (30 s), the longest time that a billing system works on one request (120 s), and clock skew.
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
 * The state of one action under one idempotency key.
 * - `RESERVED`: Nothing was sent yet.
 * - `SENDING`: The action was sent once or may have been sent. It is never sent again.
 * - `PLACED`: The billing system has started the action.
 * - `DONE`: The billing system or the operator reported that the action was done. After the operator's report, the row
 *   has a problem instead of a value.
 * - `FAILED`: The billing system refused the action.
 * - `NOT_PLACED`: The action never reached the billing system, or the operator found no effect.
 * - `STUCK`: The operator needs to look at the action.
 */
export type JournalState = "RESERVED" | "SENDING" | "PLACED" | "DONE" | "FAILED" | "NOT_PLACED" | "STUCK";

/**
 * The reason why an action is `STUCK`.
 * - `late`: No lookup has found an outcome for an hour. The next lookup that finds one settles the action.
 * - `ambiguous`: Several actions match, or the billing system has a different action under the reference. Only a "done"
 *   or "refused" result, or the operator, settles the action.
 * - `found_late`: A lookup found the action after the caller learned that nothing was done. Only the operator settles
 *   it.
 */
export type StuckReason = "late" | "ambiguous" | "found_late";

/**
 * The journal's facts about one action. Times are in epoch milliseconds. `Value` and `Problem` are the types of the
 * billing system's replies.
 */
export interface Journal<Value, Problem> {
  state: JournalState;
  /** Identifies the action in the billing system. Each reservation of a key gets a new reference. */
  reference: string;
  sentAt: number | null;
  /** Time of the next lookup; `null` if no lookup is scheduled. */
  nextLookupAt: number | null;
  lookups: number;
  settledAt: number | null;
  value: Value | null;
  problem: Problem | null;
  /** `null` unless the state is `STUCK`. */
  stuckReason: StuckReason | null;
  alertedAt: number | null;
}

export type JournalAnswer<Value, Problem> =
  | { kind: "done"; value: Value }
  /** The action was definitely not done. If `isFinal` is true, the key replays the refusal from now on. */
  | { kind: "refused"; problem: Problem; isFinal: boolean }
  /** No reply came in time, or the reply does not show whether the action was done. */
  | { kind: "unknown" };

export type LookupResult<Value, Problem> =
  | { kind: "done"; value: Value }
  | { kind: "refused"; problem: Problem }
  | { kind: "under_way" }
  /** If `isFinal` is true, the sent request can no longer have an effect. */
  | { kind: "absent"; isFinal?: boolean }
  /** Several actions match, or a different action has this reference. */
  | { kind: "ambiguous" }
  /** The billing system did not respond. */
  | { kind: "failed" };

export type JournalEvent<Value, Problem> =
  | { type: "sent"; at: number }
  /** Nothing was or will be sent, because the action was refused first or the object stopped. */
  | { type: "withdrawn" }
  | { type: "answered"; answer: JournalAnswer<Value, Problem>; at: number }
  /** `isPastWindow` states whether the delivery window had ended before the lookup was sent. */
  | { type: "looked_up"; found: LookupResult<Value, Problem>; isPastWindow: boolean; at: number }
  | { type: "alerted"; at: number }
  /** `isPastWindow` has the same meaning as in `looked_up`, for the lookup before the operator's decision. */
  | { type: "settled_by_operator"; decision: OperatorDecision<Problem>; isPastWindow: boolean; at: number }
  | { type: "aged"; at: number };

/** The operator's decision about a stuck action. */
export type OperatorDecision<Problem> =
  /** The action was done. The key replays `problem`, because the action's value is not stored. */
  | { kind: "done"; problem: Problem }
  /** The operator found no effect. If `isSwept` is true, extra lookups check whether an effect appears later. */
  | { kind: "nothing"; isSwept: boolean };

/**
 * Applies an event. Returns the new state, the same object if the event no longer applies, or `null` if the key becomes
 * unused. No state allows a second `sent` event. docs/evidence/reliability.md lists the states and how each one ends.
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

/** Returns whether a sent request can no longer arrive. Call this function before the lookup, never after it. */
export function isPastDeliveryWindow(
  { sentAt }: Pick<Journal<never, never>, "sentAt">,
  now: number,
  timing: JournalTiming,
): boolean {
  return sentAt !== null && now - sentAt >= timing.deliveryWindowMs;
}

/** Returns whether the action may have been sent and its outcome is unknown. */
export function isOpen({ state }: { state: JournalState }): boolean {
  return state === "SENDING" || state === "PLACED" || state === "STUCK";
}

/**
 * Returns whether the operator may settle the action. The action is either `STUCK` or has run for so long that the
 * operator got an alert.
 */
export function awaitsOperator({ state, alertedAt }: Pick<Journal<never, never>, "state" | "alertedAt">): boolean {
  return state === "STUCK" || (state === "PLACED" && alertedAt !== null);
}

/**
 * Returns the time of the next alert to the operator, or `null` if no alert is due. The first alert is due when the
 * action becomes `STUCK`, or `stuckAfterMs` after a `PLACED` action was sent. Alerts repeat every `alertIntervalMs`.
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
      // Absence proves nothing while the action can still arrive, or if an earlier lookup found it (`PLACED`).
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
 * Handles the extra lookups after `NOT_PLACED`. An action that is found after all becomes `STUCK`. If no extra lookup
 * is scheduled, this lookup began before the operator's decision. The decision already took every result except `done`
 * into account.
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
 * Applies the operator's decision. "Nothing" is accepted only after the delivery window, because the operator cannot
 * see a request that has not arrived yet.
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
