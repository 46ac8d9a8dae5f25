import { ACCOUNT_MISTAKES, type CampaignTimes, SYSTEM_FAULTS } from "../system/faults.ts";

/** What befalls a transaction of the billing Worker. */
export const DATABASE_FAULTS = ["a transaction fails", "written, and the database's answer is lost"] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** What befalls a request to the registrar. */
export const REGISTRAR_FAULTS = ["the registrar is not reached", "the registrar acts, its answer is lost"] as const;
/** It gives no transfer code. */
export const REGISTRAR_REFUSAL = "the registrar refuses";
export type RegistrarFault = (typeof REGISTRAR_FAULTS)[number] | typeof REGISTRAR_REFUSAL;

/** Everything that is counted once it has happened; kills are counted by themselves. */
export const FAULTS: readonly string[] = [...SYSTEM_FAULTS, ...DATABASE_FAULTS, ...REGISTRAR_FAULTS, REGISTRAR_REFUSAL];

/** The account's day is two minutes. Nothing else of the Workers is changed. */
export const TIMES: CampaignTimes = {
  journal: {
    preparationTimeoutMs: 10_000,
    answerTimeoutMs: 2_000,
    lookupTimeoutMs: 2_000,
    deliveryWindowMs: 8_000,
    stuckAfterMs: 14_000,
    alertIntervalMs: 120_000,
    retentionMs: 120_000,
    lookupDelaysMs: [200, 500, 1_000, 1_500],
    lateLookupDelaysMs: [4_000, 10_000, 120_000],
    alarmRetryMs: 1_500,
  },
  maxEffectMs: 5_000,
  afterWindowMs: 10_500,
  outageMs: 18_000,
};

/** Mistakes, each of which the campaign has to find out: two of the account, one of the billing system. */
export const MISTAKES = [...ACCOUNT_MISTAKES, "a transaction in two halves"] as const;
export type Mistake = (typeof MISTAKES)[number];
