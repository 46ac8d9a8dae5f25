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
/** The billing system acts too late. The late lookups exist for this case. */
export const AFTER_THE_WINDOW = "arrives after the delivery window";
export type ActionFault = (typeof ACTION_FAULTS)[number] | typeof AFTER_THE_WINDOW;

/** The faults of a lookup of an action's outcome. */
export const LOOKUP_FAULTS = [
  "a lookup is not answered",
  "a lookup fails",
  "a lookup is answered with garbage",
] as const;
/** No lookup is answered until the action is `STUCK`, and for a while after that. */
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
  /** The account's times. */
  journal: JournalTiming;
  /** How long after its claim a late action still arrives. */
  maxEffectMs: number;
  /** Late requests arrive once a lookup has been answered, however long that takes. */
  isLateUntilLookedUp?: true;
  /** Longer than the delivery window, plus what the machine may add. */
  afterWindowMs: number;
  outageMs: number;
}

/** The harness's settings for the account's object, as JSON in a variable. */
export interface AccountVars {
  /** The mistake that the object is built with; empty for none. */
  MISTAKE: string;
  /** The address of the harness. */
  HARNESS: string;
  /** {@link CampaignTimes}, as JSON. */
  TIMES: string;
}

/** An action in transit to the billing system. */
export interface LateRequest {
  method: string;
  args: unknown[];
}

/** The address that receives delayed requests, even if their caller is gone. */
export const LATE_DELIVERIES = "/test-support/late-deliveries";

/** What a Worker reports to the harness, or requests from it. */
export interface Reported {
  at: "sent" | "done" | "lookup" | "write" | "half written" | "written" | "mail";
  /** `orderDomain example.com`, if it is about one action. */
  what?: string;
  reference?: string;
  /** The request as sent, of an action that the harness may deliver later. */
  request?: LateRequest;
  mail?: ReportedMail;
}

export interface ReportedMail {
  to: string;
  subject: string;
  text: string;
}

/** The harness's name for an action's request. */
export function actionName(operation: string, target: string | number | null): string {
  return `${operation} ${target}`;
}

/** When an action was claimed, in epoch milliseconds. A reference ends with that instant. */
export function claimedAt(reference: string): number {
  return Number.parseInt(reference.split(".").at(-1) ?? "", 36);
}
