import type { JournalTiming } from "../../../../durable-objects/account/journal/journal.ts";

/** The faults of action requests between the account Worker and the billing Worker. */
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
/** The billing system acts after the delivery window. The account object finds such actions with its late lookups. */
export const AFTER_THE_WINDOW = "arrives after the delivery window";
export type ActionFault = (typeof ACTION_FAULTS)[number] | typeof AFTER_THE_WINDOW;

/** The faults of lookups, which request the outcome of an action. */
export const LOOKUP_FAULTS = [
  "a lookup is not answered",
  "a lookup fails",
  "a lookup is answered with garbage",
] as const;
/** Lookups fail until the action is `STUCK`, and for a while after that. */
export const OUTAGE = "an outage of lookups";
export type LookupFault = (typeof LOOKUP_FAULTS)[number] | typeof OUTAGE;

export const CALLER_FAULTS = ["the caller goes away", "the key comes with something else"] as const;

/** The faults that apply to any billing system, in the order of the report. */
export const SYSTEM_FAULTS: readonly string[] = [
  ...ACTION_FAULTS,
  AFTER_THE_WINDOW,
  ...LOOKUP_FAULTS,
  OUTAGE,
  ...CALLER_FAULTS,
];

/** The times of a campaign, in milliseconds. */
export interface CampaignTimes {
  /** The times of the account object's journal. */
  journal: JournalTiming;
  /** The maximum time between the claim of an action and its effect. */
  maxEffectMs: number;
  /** Whether a late request waits until a lookup has succeeded. */
  isLateUntilLookedUp?: true;
  /** The delay of a request that must arrive after the delivery window, even on a busy machine. */
  afterWindowMs: number;
  outageMs: number;
}

/** The variables that the harness sets to configure the Workers. */
export interface AccountVars {
  /** The name of the seeded mistake; empty for none. */
  MISTAKE: string;
  /** The URL of the harness. */
  HARNESS: string;
  /** {@link CampaignTimes}, as JSON. */
  TIMES: string;
}

/** An action request in transit to the billing system. */
export interface LateRequest {
  method: string;
  args: unknown[];
}

/** The path that accepts delayed requests. Their callers have already disconnected. */
export const LATE_DELIVERIES = "/test-support/late-deliveries";

/** A report from a Worker to the harness. The harness replies with the fault to cause. */
export interface Reported {
  at: "sent" | "done" | "lookup" | "write" | "half written" | "written" | "mail";
  /** The name of the action, such as `orderDomain example.com`. */
  what?: string;
  reference?: string;
  /** The request of the action. The harness may deliver it later. */
  request?: LateRequest;
  mail?: ReportedMail;
}

export interface ReportedMail {
  to: string;
  subject: string;
  text: string;
}

/** Returns the harness's name for an action. */
export function actionName(operation: string, target: string | number | null): string {
  return `${operation} ${target}`;
}

/** Returns the claim time at the end of an action's reference, in epoch milliseconds. */
export function claimedAt(reference: string): number {
  return Number.parseInt(reference.split(".").at(-1) ?? "", 36);
}
