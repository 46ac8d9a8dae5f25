import type { JournalTiming } from "../../../../durable-objects/account/journal/journal.ts";

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
  "refused",
  "temporarily unavailable",
] as const;
/** The billing system acts when it is supposed not to any more: what the late lookups are for. */
export const AFTER_THE_WINDOW = "arrives after the delivery window";
export type ActionFault = (typeof ACTION_FAULTS)[number] | typeof AFTER_THE_WINDOW;

/** What befalls a lookup of an action's outcome. */
export const LOOKUP_FAULTS = [
  "a lookup is not answered",
  "a lookup fails",
  "a lookup is answered with garbage",
] as const;
/** No lookup is answered until the action is `STUCK`, and longer. */
export const OUTAGE = "an outage of lookups";
export type LookupFault = (typeof LOOKUP_FAULTS)[number] | typeof OUTAGE;

export const CALLER_FAULTS = ["the caller goes away", "the key comes with something else"] as const;

/** Faults that befall any billing system, in the order in which they are listed. */
export const SYSTEM_FAULTS: readonly string[] = [
  ...ACTION_FAULTS,
  AFTER_THE_WINDOW,
  ...LOOKUP_FAULTS,
  OUTAGE,
  ...CALLER_FAULTS,
];

/** Times of a campaign, in milliseconds. */
export interface CampaignTimes {
  /** Of the account. */
  journal: JournalTiming;
  /** How long after it was claimed an action that is late still arrives. */
  maxEffectMs: number;
  /** What is late arrives once a lookup has been answered, however long that takes. */
  isLateUntilLookedUp?: true;
  /** Longer than the delivery window, with what the machine may add. */
  afterWindowMs: number;
  outageMs: number;
}

/** What the harness tells the account's object, as JSON in a variable. */
export interface AccountVars {
  /** A mistake that the object is built with; empty: none. */
  MISTAKE: string;
  /** Where the harness listens. */
  HARNESS: string;
  /** {@link CampaignTimes}, as JSON. */
  TIMES: string;
}

/** An action on its way to the billing Worker. */
export interface LateRequest {
  method: string;
  args: unknown[];
}

/** Where a request that was held back is delivered, whatever happened to its caller. */
export const LATE_DELIVERIES = "/test-support/late-deliveries";

/** What the Workers tell the harness, and ask it. */
export interface Reported {
  at: "sent" | "done" | "lookup" | "write" | "half written" | "written" | "mail";
  /** `orderDomain example.com`, where it is about one action. */
  what?: string;
  reference?: string;
  /** As it was sent: of an action that the harness may deliver later. */
  request?: LateRequest;
  mail?: ReportedMail;
}

export interface ReportedMail {
  to: string;
  subject: string;
  text: string;
}

/** How an action's request is known to the harness. */
export function actionName(operation: string, target: string | number | null): string {
  return `${operation} ${target}`;
}

/** When an action was claimed, in epoch milliseconds: a reference ends with that instant. */
export function claimedAt(reference: string): number {
  return Number.parseInt(reference.split(".").at(-1) ?? "", 36);
}
