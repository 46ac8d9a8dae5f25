import type { CrashPoint } from "../../../objects/support/crash-points.ts";
import { ACTION_FAULTS, CALLER_FAULTS, type CampaignTimes, LOOKUP_FAULTS } from "../harness/faults.ts";
import type { AccountMistake } from "../harness/mistakes.ts";

/** The faults of action requests, except duplicated requests, because this billing system would act on both copies. */
export const OWN_ACTION_FAULTS = ACTION_FAULTS.filter((fault) => fault !== "arrives twice");

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

/** The storage faults of the account object: a write throws and stores nothing, or an alarm does not run. */
const STORAGE_FAULTS = ["a write fails", "an alarm is lost"] as const;
export type StorageFault = (typeof STORAGE_FAULTS)[number];

/** The faults planned for one account object. */
export interface ObjectPlan {
  accountId: number;
  /** The points at which the object stops. It stops once at each point. */
  crashes: CrashPoint[];
  /** The numbers of the writes that fail. The first write of the scenario has number 1. */
  failingWrites: number[];
  /** The number of alarms that are lost at the start of the scenario. */
  lostAlarms: number;
}

/** The path that accepts an {@link ObjectPlan}. */
export const OBJECT_PLANS = "/test-support/object-plans";

export const FAULTS: readonly string[] = [
  ...OWN_ACTION_FAULTS,
  ...LOOKUP_FAULTS,
  ...CALLER_FAULTS,
  ...CRASH_POINTS,
  ...STORAGE_FAULTS,
];

/**
 * Short times for a campaign. As the billing contract requires, the billing system finishes or drops every request
 * within the delivery window.
 */
export const TIMES: CampaignTimes = {
  journal: {
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
  },
  maxEffectMs: 800,
  // This campaign has no faults after the delivery window.
  afterWindowMs: 0,
  outageMs: 0,
};

const DOUBLED = /^one key, \d+ times$/;

/** The violation that reveals each mistake in the account object. */
export const FOUND_BY: Record<AccountMistake, RegExp> = {
  "record after the answer": DOUBLED,
  "forget the key on an error": DOUBLED,
  "send again": DOUBLED,
  "no delivery window": /^reported as not placed, but placed$/,
  "a stop forgets what is being sent": DOUBLED,
};
