import type { JournalTiming } from "../../../../durable-objects/account/journal/journal.ts";

/** The faults of one action request between the account Worker and the billing Worker. */
export const ACTION_FAULTS = [
  "never arrives",
  "never arrives nor answers",
  "arrives late",
  "arrives twice",
  "done, answers late",
  "done, never answers",
  "done, the answer is lost",
  "done, half an answer",
  "refused",
  "temporarily unavailable",
] as const;
/** The fault in which the billing system acts too late. The account's late lookups cover it. */
export const AFTER_THE_WINDOW = "arrives after the delivery window";
export type ActionFault = (typeof ACTION_FAULTS)[number] | typeof AFTER_THE_WINDOW;

/** The faults of a request for an action's outcome. */
export const LOOKUP_FAULTS = [
  "a lookup is not answered",
  "a lookup fails",
  "a lookup is answered with garbage",
] as const;
/** The fault in which lookups fail until the action is `STUCK`, and for a while after that. */
export const OUTAGE = "an outage of lookups";
export type LookupFault = (typeof LOOKUP_FAULTS)[number] | typeof OUTAGE;

export const CALLER_FAULTS = ["the caller goes away", "the key comes with something else"] as const;

/** Faults that apply to any billing system, in their listed order. */
export const SYSTEM_FAULTS: readonly string[] = [
  ...ACTION_FAULTS,
  AFTER_THE_WINDOW,
  ...LOOKUP_FAULTS,
  OUTAGE,
  ...CALLER_FAULTS,
];

/** The times of a campaign, in milliseconds. */
export interface CampaignTimes {
  /** The times of the account's journal. */
  journal: JournalTiming;
  /** The time after its claim at which a late action still takes effect. */
  maxEffectMs: number;
  /** Delays a late request until a lookup has been answered. */
  isLateUntilLookedUp?: true;
  /** A time longer than the delivery window on a busy machine. */
  afterWindowMs: number;
  outageMs: number;
}

/** The harness's settings for the account's object, as JSON in a variable. */
export interface AccountVars {
  /** The object's built-in mistake; empty for none. */
  MISTAKE: string;
  /** The address of the harness. */
  HARNESS: string;
  /** {@link CampaignTimes}, as JSON. */
  TIMES: string;
}

/** An action request in transit to the billing system. */
export interface LateRequest {
  method: string;
  args: unknown[];
}

/** The path that accepts delayed requests after their caller has disconnected. */
export const LATE_DELIVERIES = "/test-support/late-deliveries";

/** A Worker's report to the harness, or its request for a fault. */
export interface Reported {
  at: "sent" | "done" | "lookup" | "write" | "half written" | "written" | "mail";
  /** The action of the report, if it has one: `orderDomain example.com`. */
  what?: string;
  reference?: string;
  /** The sent request of an action that the harness may deliver later. */
  request?: LateRequest;
  mail?: ReportedMail;
}

export interface ReportedMail {
  to: string;
  subject: string;
  text: string;
}

/** Returns the harness's name for an action's request. */
export function actionName(operation: string, target: string | number | null): string {
  return `${operation} ${target}`;
}

/** Returns an action's claim time in epoch milliseconds. A reference ends with it. */
export function claimedAt(reference: string): number {
  return Number.parseInt(reference.split(".").at(-1) ?? "", 36);
}
