import { type CampaignTimes, SYSTEM_FAULTS } from "../harness/faults.ts";
import { EVENT_FAULTS } from "../parties/event-delivery.ts";
import type { PartyAnswer, PartyFault } from "../parties/failing-party.ts";

/** The faults of a database transaction in the billing Worker. */
export const DATABASE_FAULTS = ["a transaction fails", "written, and the database's answer is lost"] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

const json = (status: number, body: object): PartyAnswer => ({
  ...{ status, type: "application/json", body: JSON.stringify(body) },
});
const NOT_FOUND_PAGE: PartyAnswer = { status: 404, type: "text/html", body: "<!DOCTYPE html><title>Not Found</title>" };
const NOT_AVAILABLE = json(400, { message: "The domain is not available for registration." });

/** The faults of any request to the registrar. */
export const REGISTRAR_FAULTS: readonly PartyFault[] = [
  { name: "the registrar is not reached", reaches: 0 },
  { name: "the registrar acts, its answer is lost", reaches: 1, answer: null },
  {
    name: "the registrar acts, and answers with an error",
    reaches: 1,
    answer: json(500, { message: "Internal Server Error" }),
  },
  { name: "the registrar acts, and a page says 404", reaches: 1, answer: NOT_FOUND_PAGE },
];
/** The faults of registrations and renewals. No customer request waits for these operations. */
export const REGISTRAR_WRITE_FAULTS: readonly PartyFault[] = [
  // The response arrives after the engine's timeout.
  { name: "the registrar acts, its answer comes too late", reaches: 1, answersAfterMs: 9_000 },
  { name: "the registrar acts, and says that it refuses", reaches: 1, answer: NOT_AVAILABLE },
];
/** The registrar gets a request twice. Renewals are excluded, because the registrar renews once for each request. */
export const REGISTRAR_TWICE: PartyFault = { name: "the registrar gets a request twice", reaches: 2 };
/** The registrar refuses to register or renew a domain. */
export const REGISTRAR_REFUSAL: PartyFault = { name: "the registrar refuses", reaches: 0, answer: NOT_AVAILABLE };
/** The registrar refuses to return an auth code. */
export const CODE_REFUSAL: PartyFault = {
  ...{ name: "the registrar gives no code", reaches: 0 },
  answer: json(406, { message: "The registrar says no." }),
};

/** The faults of a request to Stripe. */
export const STRIPE_FAULTS: readonly PartyFault[] = [
  { name: "Stripe is not reached", reaches: 0 },
  { name: "Stripe acts, its answer is lost", reaches: 1, answer: null },
  { name: "Stripe acts, its answer comes too late", reaches: 1, answersAfterMs: 16_000 },
  { name: "a request to Stripe comes late", reaches: 1, answer: null, arrivesAfterMs: 3_000 },
  {
    name: "Stripe acts, and answers with an error",
    reaches: 1,
    answer: json(500, { error: { type: "api_error", message: "An unknown error occurred" } }),
  },
  // Stripe's own package treats this response as a success.
  {
    name: "Stripe acts, and is answered for with a 404",
    reaches: 1,
    answer: json(404, { message: "Not Found" }),
  },
  { name: "Stripe gets a request twice", reaches: 2 },
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

/** The times of a campaign. Requests to the harness take seconds on a busy machine, so the delivery window is long. */
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

/** A seeded mistake in the billing Worker: it writes a transaction in two halves. */
export const HALF_TRANSACTION = "a transaction in two halves";
// Seeded mistakes that lose or create money. The plug states the violation that reveals each of them.
export const SETTLED_TWICE = "a payment is applied each time it is reported";
export const REFUSAL_BELIEVED = "a refusal is believed";
export const NOT_LOOKED_FOR = "payments without an event are never looked up";
