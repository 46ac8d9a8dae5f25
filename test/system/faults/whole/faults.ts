import type { JournalTiming } from "../../../../durable-objects/account/journal.ts";

/** What befalls one request for an action between the account Worker and the billing Worker. */
export const ACTION_FAULTS = [
  "never arrives",
  "never arrives nor answers",
  "arrives late",
  "arrives twice",
  "done, answers late",
  "done, never answers",
  "done, the answer is lost",
  "done, half an answer",
] as const;
/** The billing system acts when it is supposed not to any more: what the late lookups are for. */
export const AFTER_THE_WINDOW = "arrives after the delivery window";
export type ActionFault = (typeof ACTION_FAULTS)[number] | typeof AFTER_THE_WINDOW;

/** What befalls the question what became of an action. */
export const LOOKUP_FAULTS = [
  "a lookup is not answered",
  "a lookup fails",
  "a lookup is answered with garbage",
] as const;
/** No lookup is answered until the action is `STUCK`, and longer. */
export const OUTAGE = "an outage of lookups";
export type LookupFault = (typeof LOOKUP_FAULTS)[number] | typeof OUTAGE;

/** What befalls a transaction of the billing Worker. */
export const DATABASE_FAULTS = ["a transaction fails", "written, and the database's answer is lost"] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** What befalls a request to the registrar. */
export const REGISTRAR_FAULTS = ["the registrar is not reached", "the registrar acts, its answer is lost"] as const;
/** It gives no transfer code. */
export const REGISTRAR_REFUSAL = "the registrar refuses";
export type RegistrarFault = (typeof REGISTRAR_FAULTS)[number] | typeof REGISTRAR_REFUSAL;

export const CALLER_FAULTS = ["the caller goes away", "the key comes with something else"] as const;

export type InjectedFault = ActionFault | LookupFault | DatabaseFault | RegistrarFault | (typeof CALLER_FAULTS)[number];

/** Everything that is counted once it has happened; kills are counted by themselves. */
export const FAULTS: readonly InjectedFault[] = [
  ...ACTION_FAULTS,
  AFTER_THE_WINDOW,
  ...LOOKUP_FAULTS,
  OUTAGE,
  ...DATABASE_FAULTS,
  ...REGISTRAR_FAULTS,
  REGISTRAR_REFUSAL,
  ...CALLER_FAULTS,
];

/** Times of the account's journal, in milliseconds: a day is two minutes. Nothing else of the Workers is changed. */
export const TIMING: JournalTiming = {
  preparationTimeoutMs: 10_000,
  answerTimeoutMs: 2_000,
  lookupTimeoutMs: 2_000,
  deliveryWindowMs: 8_000,
  stuckAfterMs: 14_000,
  alertIntervalMs: 120_000,
  retentionMs: 120_000,
  lookupDelaysMs: [200, 500, 1_000, 1_500],
  lateLookupDelaysMs: [4_000, 10_000, 120_000],
};
/** How long after it was claimed an action that is late still arrives. */
export const MAX_EFFECT_MS = 5_000;
/** Longer than the delivery window, with what the machine may add. */
export const AFTER_WINDOW_MS = 10_500;
export const OUTAGE_MS = 18_000;

/** Mistakes, each of which the campaign has to find out: two of the account, one of the billing system. */
export const MISTAKES = ["forget the key on an error", "no delivery window", "a transaction in two halves"] as const;
export type Mistake = (typeof MISTAKES)[number];

/** An action on its way to the billing Worker. */
export interface LateRequest {
  method: string;
  args: unknown[];
}

/** Where a request that was held back is delivered, whatever happened to its caller. */
export const LATE_DELIVERIES = "/test-support/late-deliveries";

/** What the billing Worker and what stands before it tell the harness, and ask it. */
export interface Reported {
  at: "sent" | "done" | "lookup" | "write" | "half written" | "written" | "mail";
  /** `orderDomain example.com`, where it is about one action. */
  what?: string;
  reference?: string;
  /** As it was sent: of an action that the harness delivers later. */
  request?: LateRequest;
  mail?: { to: string; subject: string };
}

/** How an action's request is known to the harness. */
export function actionName(operation: string, target: string | number | null): string {
  return `${operation} ${target}`;
}
