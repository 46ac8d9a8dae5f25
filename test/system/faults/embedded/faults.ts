import { type CampaignTimes, SYSTEM_FAULTS } from "../harness/faults.ts";
import { EVENT_FAULTS } from "../parties/event-delivery.ts";
import type { PartyAnswer, PartyFault } from "../parties/failing-party.ts";

/** What befalls a transaction of the billing Worker. */
export const DATABASE_FAULTS = ["a transaction fails", "written, and the database's answer is lost"] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

const json = (status: number, body: object): PartyAnswer => ({
  ...{ status, type: "application/json", body: JSON.stringify(body) },
});
const NOT_FOUND_PAGE: PartyAnswer = { status: 404, type: "text/html", body: "<!DOCTYPE html><title>Not Found</title>" };
const NOT_AVAILABLE = json(400, { message: "The domain is not available for registration." });

/** What befalls a request to the registrar. */
export const REGISTRAR_FAULTS: readonly PartyFault[] = [
  { name: "the registrar is not reached", reaches: 0 },
  { name: "the registrar acts, its answer is lost", reaches: 1, answer: null },
  {
    name: "the registrar acts, and answers with an error of its own",
    reaches: 1,
    answer: json(500, { message: "Internal Server Error" }),
  },
  { name: "the registrar acts, and a page says 404", reaches: 1, answer: NOT_FOUND_PAGE },
];
/** Of a registration and a renewal alone, which no customer's request waits for. */
export const REGISTRAR_WRITE_FAULTS: readonly PartyFault[] = [
  // Later than it is waited for.
  { name: "the registrar acts, its answer comes too late", reaches: 1, answersAfterMs: 9_000 },
  { name: "the registrar acts, and says that it refuses", reaches: 1, answer: NOT_AVAILABLE },
];
/** Not of a renewal, which the registrar does as often as it is asked. */
export const REGISTRAR_TWICE: PartyFault = { name: "the registrar is asked twice", reaches: 2 };
/** It registers or renews nothing. */
export const REGISTRAR_REFUSAL: PartyFault = { name: "the registrar refuses", reaches: 0, answer: NOT_AVAILABLE };
/** It gives no transfer code. */
export const CODE_REFUSAL: PartyFault = {
  ...{ name: "the registrar gives no code", reaches: 0 },
  answer: json(406, { message: "The registrar says no." }),
};

/** What befalls a request to Stripe. */
export const STRIPE_FAULTS: readonly PartyFault[] = [
  { name: "Stripe is not reached", reaches: 0 },
  { name: "Stripe acts, its answer is lost", reaches: 1, answer: null },
  { name: "Stripe acts, its answer comes too late", reaches: 1, answersAfterMs: 16_000 },
  { name: "a request to Stripe comes late", reaches: 1, answer: null, arrivesAfterMs: 3_000 },
  {
    name: "Stripe acts, and answers with an error of its own",
    reaches: 1,
    answer: json(500, { error: { type: "api_error", message: "An unknown error occurred" } }),
  },
  // Stripe's own package takes it for a success.
  {
    name: "Stripe acts, and is answered for with a 404",
    reaches: 1,
    answer: json(404, { message: "Not Found" }),
  },
  { name: "Stripe is asked twice", reaches: 2 },
];

const PARTY_FAULTS = [
  ...REGISTRAR_FAULTS,
  ...REGISTRAR_WRITE_FAULTS,
  ...[REGISTRAR_TWICE, REGISTRAR_REFUSAL, CODE_REFUSAL],
  ...STRIPE_FAULTS,
];

export const FAULTS: readonly string[] = [
  ...SYSTEM_FAULTS,
  ...DATABASE_FAULTS,
  ...PARTY_FAULTS.map(({ name }) => name),
  ...EVENT_FAULTS,
];

/** The account's day is longer than a campaign. On a busy machine a request of the harness's takes seconds: the window outlasts it. */
export const TIMES: CampaignTimes = {
  journal: {
    preparationTimeoutMs: 10_000,
    answerTimeoutMs: 2_000,
    lookupTimeoutMs: 2_000,
    deliveryWindowMs: 16_000,
    stuckAfterMs: 22_000,
    alertIntervalMs: 120_000,
    retentionMs: 3_600_000,
    lookupDelaysMs: [200, 500, 1_000, 1_500],
    lateLookupDelaysMs: [4_000, 10_000, 120_000],
    alarmRetryMs: 1_500,
  },
  maxEffectMs: 5_000,
  afterWindowMs: 18_500,
  outageMs: 26_000,
};

/** Of the billing system: its Worker's file makes it. */
export const HALF_TRANSACTION = "a transaction in two halves";
/** Mistakes of money, each with the violation that has to find it out. */
export const SETTLED_TWICE = "a payment is settled as often as it is named";
export const REFUSAL_BELIEVED = "a refusal is believed";
export const NOT_LOOKED_FOR = "nobody looks for what no webhook told";
