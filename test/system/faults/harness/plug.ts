import type { CampaignAccount } from "./accounts.ts";
import type { CampaignRun } from "./campaign.ts";
import type { History } from "./customer.ts";
import type { CampaignTimes } from "./faults.ts";
import type { KillableProcess } from "./killable-process.ts";
import type { KeyPlan, Scenario, ScenarioTraits } from "./scenario.ts";

/** The number of faults and kills in one run. */
export interface CampaignOptions {
  /** The minimum number of faults; 0 if only the kills matter. */
  faults: number;
  /** The number of times the harness kills the runtime with SIGKILL. */
  kills: number;
}

/** A billing system with its outside parties, for use in a campaign. */
export interface BillingPlug extends ScenarioTraits {
  /** The prefix of the plug's temporary folders. */
  name: string;
  /** Every fault that a campaign counts, in the order of the report. Kills are counted separately. */
  faults: readonly string[];
  /** Whether a run continues until each fault has occurred. */
  meetsEachFault: boolean;
  /** The violation that reveals each seeded mistake, by the name of the mistake. */
  mistakes: Readonly<Record<string, RegExp>>;
  times: CampaignTimes;
  pace: Pace;
  /** Returns the number of customer accounts that a run may need; 0 if the billing system needs no account rows. */
  accountsFor(options: CampaignOptions): number;
  /** Starts the billing system with the outside parties. */
  open(context: PlugContext): Promise<RunningPlug>;
}

/** The pace of a campaign. All times are in milliseconds. */
export interface Pace {
  /** The number of customers that act at the same time. */
  atOnce: number;
  /** The approximate maximum time from a start to the next kill. */
  lifeMs: number;
  /** The maximum time that an aimed kill waits for an action. */
  aimedMs: number;
  /** The timeout of a call. */
  callMs: number;
  /** The maximum time for which a customer does not repeat a key. */
  aloneMs: number;
  /** The pauses between two calls with a key. */
  pausesMs: readonly number[];
  /** The time within which each key must get its final response. Only the uptime of the runtime counts. */
  giveUpAfterMs: number;
}

/** What a campaign offers to outside parties. They report events and read whether to cause faults. */
export interface PartyEvents {
  /** Reports that a fault occurred. */
  fault(name: string): void;
  /** Reports a moment that a kill can aim at, such as the start or end of a request. */
  moment(): void;
  /** Returns whether to cause faults. At the end of a campaign no faults occur. */
  isFailing(): boolean;
}

export interface PlugContext {
  run: CampaignRun;
  /** The URL to which the Workers report. */
  harness: string;
  accounts: number;
  seed: number;
  kills: number;
  mistake: string | null;
}

/** A running billing system and its outside parties. */
export interface RunningPlug {
  system: KillableProcess;
  /** Returns an access token for a customer's account. It may retry, because the runtime may be dead. */
  tokenOf(account: CampaignAccount): Promise<string>;
  /** Plans more faults for a customer before the customer acts, in addition to the faults of every plug. */
  plan?(scenario: Scenario): void | Promise<void>;
  /** Pays the amount that the response to an order requires. @returns whether the invoice is paid */
  pay?(account: CampaignAccount, answer: string): Promise<boolean>;
  /** Returns whether the operator knows that a key needs a person. The customer then does not repeat the key. */
  awaitsOperator?(account: CampaignAccount, plan: KeyPlan): boolean;
  /**
   * Returns the violations that are visible once a key has ended. They stop a run with a seeded mistake early. Without
   * this function, only the final verdict reveals a mistake.
   */
  signs?(history: History): Promise<string[]>;
  /** Waits until no action is in progress. Called after every customer has finished and faults are off. */
  settle(): Promise<void>;
  truth(): Promise<Truth>;
  /** Returns counts for the report, by name. Called after the verdict. */
  facts(): Record<string, number>;
  close(): Promise<void>;
}

/** How many actions exist for a key. */
export interface Made {
  /** The number of actions on the key's own target and its other target. */
  times: number;
  /** The number of actions on the key's own target. */
  own: number;
  /** The number of actions, without those that the operator was alerted to remove. */
  standing: number;
  orderIds: readonly number[];
  /** The number of repetitions that a fault at the billing system caused. No key can prevent them. */
  doubled: number;
}

/** What really happened in a campaign. The verdict compares it with the responses that the customers got. */
export interface Truth {
  made(plan: KeyPlan): Made;
  /** Returns whether the operator's list contains the action of the key. The key then needs no final response. */
  isListed(history: History): boolean;
  /** Returns whether the billing system acted after the delivery window and the operator was alerted. */
  isFoundLate(history: History): boolean;
  /** Returns why only a person can find the outcome of a key; `null` if the account object must find it. */
  personsReason(history: History): string | null;
  /** Returns other violations that concern a key, as sentences. */
  faultsOf(history: History): string[];
  /** Returns the violations that concern the whole campaign, by subject. */
  wholeFaults(histories: readonly History[]): Record<string, string[]>;
}
