import type { CrashPoint } from "../../../objects/support/crash-points.ts";

/** What goes wrong with one request for an action, at the billing system or on the way to it. */
export const ACTION_FAULTS = [
  "acts, answers late",
  "acts late",
  "acts, never answers",
  "never acts nor answers",
  "acts, resets the connection",
  "resets the connection",
  "acts, 502",
  "502",
  "acts, answers garbage",
  "acts, answers half",
  "acts, is cut off",
  "says no",
  "cannot just now",
] as const;
export type ActionFault = (typeof ACTION_FAULTS)[number];

/** What goes wrong with the question what became of an action. */
export const QUESTION_FAULTS = ["no answer", "question 502", "answers the question with garbage"] as const;
export type QuestionFault = (typeof QUESTION_FAULTS)[number];

export const CRASH_POINTS: readonly CrashPoint[] = [
  "as it is claimed",
  "while preparing",
  "as it is sent",
  "in flight",
  "answered, not written",
  "written, not returned",
  "while searching",
  "found, not written",
];

/** What the storage of the account's object does wrong: a write throws and writes nothing, an alarm is dropped as it rings. */
export const STORAGE_FAULTS = ["a write fails", "an alarm is lost"] as const;
export type StorageFault = (typeof STORAGE_FAULTS)[number];

/** What befalls the storage of one object. */
export interface StoragePlan {
  /** Numbers of the writes that fail, counted from the scenario's begin. */
  failingWrites: number[];
  /** How many alarms are lost, the first ones that ring. */
  lostAlarms: number;
}

export const DISCONNECTION = "the caller goes away";

/** Everything that is counted as a fault once it has happened; kills of the runtime are counted by themselves. */
export const FAULTS: readonly string[] = [
  ...ACTION_FAULTS,
  ...QUESTION_FAULTS,
  ...CRASH_POINTS,
  ...STORAGE_FAULTS,
  DISCONNECTION,
];

/**
 * How long things take here, in milliseconds: short enough to wait for. The billing system finishes or drops what it was asked
 * within the delivery window, as it is supposed to.
 */
export const TIMING = {
  preparationTimeoutMs: 700,
  answerTimeoutMs: 150,
  lookupTimeoutMs: 250,
  deliveryWindowMs: 1_000,
  stuckAfterMs: 120_000,
  alertIntervalMs: 24 * 3_600_000,
  retentionMs: 24 * 3_600_000,
  lookupDelaysMs: [25, 50, 100, 200],
  lateLookupDelaysMs: [3_600_000],
  alarmRetryMs: 500,
};
/** An action is dropped rather than done so long after it was claimed. */
export const MAX_EFFECT_MS = 800;

const DOUBLED = /^one key, \d+ orders$/;

/** Mistakes of the kind that double orders, each with the verdict that the harness has to come to. */
export const FOUND_BY = {
  "record after the answer": DOUBLED,
  "forget the key on an error": DOUBLED,
  "send again": DOUBLED,
  "no delivery window": /^said not placed, and it is$/,
  "a stop forgets what is being sent": DOUBLED,
};
export type InjectedFault = keyof typeof FOUND_BY;
export const MISTAKES = Object.keys(FOUND_BY) as InjectedFault[];
