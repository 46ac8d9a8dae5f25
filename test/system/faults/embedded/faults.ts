import { type CampaignTimes, SYSTEM_FAULTS } from "../harness/faults.ts";
import type { PartyFault } from "../parties/failing-party.ts";

/** What befalls a transaction of the billing Worker. */
export const DATABASE_FAULTS = ["a transaction fails", "written, and the database's answer is lost"] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** What befalls a request to the registrar. */
export const REGISTRAR_FAULTS: readonly PartyFault[] = [
  { name: "the registrar is not reached", kind: "lost" },
  { name: "the registrar acts, its answer is lost", kind: "answer lost" },
];
/** It gives no transfer code. */
export const REGISTRAR_REFUSAL: PartyFault = {
  ...{ name: "the registrar refuses", kind: "refused" },
  answer: { status: 406, body: { message: "The registrar says no." } },
};

export const FAULTS: readonly string[] = [
  ...SYSTEM_FAULTS,
  ...DATABASE_FAULTS,
  ...[...REGISTRAR_FAULTS, REGISTRAR_REFUSAL].map(({ name }) => name),
];

/** The account's day is longer than a campaign. Nothing else of the Workers is changed. */
export const TIMES: CampaignTimes = {
  journal: {
    preparationTimeoutMs: 10_000,
    answerTimeoutMs: 2_000,
    lookupTimeoutMs: 2_000,
    deliveryWindowMs: 8_000,
    stuckAfterMs: 14_000,
    alertIntervalMs: 120_000,
    retentionMs: 3_600_000,
    lookupDelaysMs: [200, 500, 1_000, 1_500],
    lateLookupDelaysMs: [4_000, 10_000, 120_000],
    alarmRetryMs: 1_500,
  },
  maxEffectMs: 5_000,
  afterWindowMs: 10_500,
  outageMs: 18_000,
};

/** Of the billing system: its Worker's file makes it. */
export const HALF_TRANSACTION = "a transaction in two halves";
