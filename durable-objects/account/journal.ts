/**
 * What is known of one action under one idempotency key. `RESERVED`: claimed, nothing was sent. `SENDING`: it was sent once or
 * may have been, and is never sent again. `PLACED`: the billing system has begun it. `DONE` and `FAILED`: it answered.
 * `NOT_PLACED`: it never came to the billing system. `STUCK`: a person has to look.
 */
export type JournalState = "RESERVED" | "SENDING" | "PLACED" | "DONE" | "FAILED" | "NOT_PLACED" | "STUCK";

/**
 * Why an action is `STUCK`. `late`: the billing system has not said for an hour what became of it; its next answer settles it.
 * `ambiguous`: it has something else under the reference; only "done" or "refused" settles that. `found_late`: it turned up after
 * the caller was told that nothing was done; nothing settles it by itself.
 */
export type StuckReason = "late" | "ambiguous" | "found_late";

/** Instants are epoch milliseconds. `Value` and `Problem` are what the billing system answers. */
export interface Journal<Value, Problem> {
  state: JournalState;
  /** What the billing system knows the action by; another one for each claim of a key. */
  reference: string;
  sentAt: number | null;
  /** When the billing system is next asked what became of it; null where there is nothing to ask. */
  nextCheckAt: number | null;
  /** How often it was asked. */
  checks: number;
  settledAt: number | null;
  value: Value | null;
  problem: Problem | null;
  /** Null unless it is `STUCK`. */
  stuckReason: StuckReason | null;
  /** When the operator was last alerted that it is unsettled. */
  alertedAt: number | null;
}

/** How long things take, in milliseconds. */
export interface JournalTiming {
  /** With what is to be known before an action. */
  preparation: number;
  /** The billing system has so long to answer. */
  answer: number;
  /** The question what became of an action has so long. */
  question: number;
  /** What was sent and is not there after so long was never done (reliability, §1.4: Q). */
  deliveryWindowMs: number;
  /** After so long without an answer to the question what became of it, the operator is alerted. */
  stuckAfterMs: number;
  /** The operator is alerted again after so long. */
  alerts: number;
  /** An answer is given again for so long after it was settled. */
  kept: number;
  /** When an unknown outcome is asked about: after so long, again and again; the last of them repeats. */
  checks: readonly number[];
  /** When something that was never done is looked for once more, after it was settled. */
  sweeps: readonly number[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The quiet time is the time to answer, what a stopped object can still do (30 s), the longest that a billing system works at
 * one request (120 s) and what clocks differ by.
 */
export const TIMING: JournalTiming = {
  preparation: 15 * SECOND,
  answer: 20 * SECOND,
  question: 10 * SECOND,
  deliveryWindowMs: 180 * SECOND,
  stuckAfterMs: HOUR,
  alerts: 24 * HOUR,
  kept: 24 * HOUR,
  checks: [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE],
  sweeps: [10 * MINUTE, HOUR, 24 * HOUR],
};

/** What the billing system said of an action. */
export type Answered<Value, Problem> =
  | { kind: "done"; value: Value }
  /** Definitely no. `kept`: under this key it stays so. */
  | { kind: "refused"; problem: Problem; kept: boolean }
  /** No answer, or one that says nothing. */
  | { kind: "unknown" };

/** What the billing system said when it was asked what became of an action. */
export type Found<Value, Problem> =
  | { kind: "done"; value: Value }
  | { kind: "refused"; problem: Problem }
  | { kind: "under_way" }
  | { kind: "absent" }
  /** It has something else under this reference. */
  | { kind: "ambiguous" }
  /** It did not answer. */
  | { kind: "failed" };

export type JournalEvent<Value, Problem> =
  | { type: "sent"; at: number }
  /** Nothing left the object, and nothing will: a refusal, or the object's own end. */
  | { type: "withdrawn" }
  | { type: "answered"; answer: Answered<Value, Problem>; at: number }
  /** @param quiet whether the quiet time was over before the question was asked */
  | { type: "searched"; found: Found<Value, Problem>; isPastWindow: boolean; at: number }
  | { type: "alerted"; at: number }
  | { type: "aged"; at: number };

/** A key that was claimed, with nothing sent (T1). */
export function claimed<Value, Problem>(reference: string): Journal<Value, Problem> {
  return {
    state: "RESERVED",
    reference,
    sentAt: null,
    nextCheckAt: null,
    checks: 0,
    settledAt: null,
    value: null,
    problem: null,
    stuckReason: null,
    alertedAt: null,
  };
}

/**
 * What an event makes of a journal: a new one, null where the key is free again, or the same object where the event comes too
 * late to mean anything. There is no way from any state to a second `sent` (reliability, §1.4: T2 to T13).
 */
export function after<Value, Problem>(
  journal: Journal<Value, Problem>,
  event: JournalEvent<Value, Problem>,
  timing: JournalTiming,
): Journal<Value, Problem> | null {
  switch (event.type) {
    case "sent":
      if (journal.state !== "RESERVED") return journal;
      return { ...journal, state: "SENDING", sentAt: event.at, nextCheckAt: event.at + timing.answer };
    case "withdrawn":
      return journal.state === "RESERVED" ? null : journal;
    case "answered":
      return afterAnswer(journal, event.answer, event.at, timing);
    case "searched":
      return afterSearch(journal, event, timing);
    case "alerted":
      return isOpen(journal) ? { ...journal, alertedAt: event.at } : journal;
    case "aged":
      return isOld(journal, event.at, timing) ? null : journal;
  }
}

/** Whether nothing that was sent can still arrive. To be read before the billing system is asked, never after. */
export function isPastDeliveryWindow(
  { sentAt }: Pick<Journal<never, never>, "sentAt">,
  now: number,
  timing: JournalTiming,
): boolean {
  return sentAt !== null && now - sentAt >= timing.deliveryWindowMs;
}

/** Whether the outcome is still unknown. */
export function isOpen({ state }: { state: JournalState }): boolean {
  return state === "SENDING" || state === "PLACED" || state === "STUCK";
}

/**
 * When the operator is alerted that an action is unsettled: as soon as it is `STUCK`, or once the billing system has called it
 * under way for too long; then again and again. Null where there is nothing to say.
 */
export function alertAt(
  { state, sentAt, alertedAt }: Pick<Journal<never, never>, "state" | "sentAt" | "alertedAt">,
  timing: JournalTiming,
): number | null {
  if (sentAt === null || (state !== "STUCK" && state !== "PLACED")) return null;
  if (alertedAt !== null) return alertedAt + timing.alerts;
  return state === "STUCK" ? sentAt : sentAt + timing.stuckAfterMs;
}

function afterAnswer<Value, Problem>(
  journal: Journal<Value, Problem>,
  answer: Answered<Value, Problem>,
  at: number,
  timing: JournalTiming,
): Journal<Value, Problem> | null {
  if (!isOpen(journal)) return journal;
  switch (answer.kind) {
    case "done":
      return settled(journal, "DONE", at, { value: answer.value });
    case "refused":
      return answer.kept ? settled(journal, "FAILED", at, { problem: answer.problem }) : null;
    case "unknown":
      return journal.state === "SENDING" ? { ...journal, nextCheckAt: at + checkAfter(journal, timing) } : journal;
  }
}

function afterSearch<Value, Problem>(
  journal: Journal<Value, Problem>,
  { found, isPastWindow, at }: JournalEvent<Value, Problem> & { type: "searched" },
  timing: JournalTiming,
): Journal<Value, Problem> {
  if (journal.state === "NOT_PLACED") return afterSweep(journal, found, at, timing);
  if (!isOpen(journal) || journal.stuckReason === "found_late") return journal;
  const later = { ...journal, checks: journal.checks + 1, nextCheckAt: at + checkAfter(journal, timing) };
  switch (found.kind) {
    case "done":
      return settled(journal, "DONE", at, { value: found.value });
    case "refused":
      return settled(journal, "FAILED", at, { problem: found.problem });
    case "under_way":
      return journal.stuckReason === "ambiguous" ? later : { ...later, state: "PLACED", stuckReason: null };
    case "absent":
      // What was under way and is gone first alerts the operator: it was there.
      if (!isPastWindow || journal.state === "PLACED" || journal.stuckReason === "ambiguous") {
        return stuckIfLate(later, at, timing);
      }
      return { ...settled(journal, "NOT_PLACED", at, {}), nextCheckAt: sweepAt(at, 0, timing) };
    case "ambiguous":
      if (journal.stuckReason === "ambiguous") return later;
      return { ...later, state: "STUCK", stuckReason: "ambiguous", alertedAt: null };
    case "failed":
      return stuckIfLate(later, at, timing);
  }
}

/** What was never done is looked for again: what turns up after all is nothing that the key may hide. */
function afterSweep<Value, Problem>(
  journal: Journal<Value, Problem>,
  { kind }: Found<Value, Problem>,
  at: number,
  timing: JournalTiming,
): Journal<Value, Problem> {
  if (kind === "done" || kind === "under_way" || kind === "ambiguous") {
    return { ...journal, state: "STUCK", stuckReason: "found_late", settledAt: null, nextCheckAt: null };
  }
  if (kind === "failed") return { ...journal, nextCheckAt: at + (timing.checks.at(-1) ?? 0) };
  const checks = journal.checks + 1;
  return { ...journal, checks, nextCheckAt: sweepAt(journal.settledAt ?? 0, checks, timing) };
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
    ...{ state, settledAt: at, nextCheckAt: null, checks: 0, value, problem },
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

function checkAfter<Value, Problem>({ checks }: Journal<Value, Problem>, timing: JournalTiming): number {
  return timing.checks[Math.min(checks, timing.checks.length - 1)] ?? 0;
}

function sweepAt(settledAt: number, sweep: number, timing: JournalTiming): number | null {
  const wait = timing.sweeps[sweep];
  return wait === undefined ? null : settledAt + wait;
}

function isOld<Value, Problem>(
  { state, settledAt, nextCheckAt }: Journal<Value, Problem>,
  at: number,
  timing: JournalTiming,
): boolean {
  if (settledAt === null || at - settledAt < timing.kept) return false;
  return state === "DONE" || state === "FAILED" || (state === "NOT_PLACED" && nextCheckAt === null);
}
