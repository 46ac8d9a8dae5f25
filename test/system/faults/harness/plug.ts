import type { CampaignAccount } from "./accounts.ts";
import type { CampaignRun } from "./campaign.ts";
import type { History } from "./customer.ts";
import type { CampaignTimes } from "./faults.ts";
import type { KillableProcess } from "./killable-process.ts";
import type { KeyPlan, Scenario, ScenarioTraits } from "./scenario.ts";

/** The number of faults and kills in one run. */
export interface CampaignOptions {
  /** The minimum number of faults; 0 if a campaign counts only its kills. */
  faults: number;
  /** The number of times the runtime is killed with SIGKILL. */
  kills: number;
}

/** A billing system and its outside parties for a campaign. `campaign.ts` contains the rest. */
export interface BillingPlug extends ScenarioTraits {
  /** The prefix of the plug's temporary folders. */
  name: string;
  /** Every fault that a campaign counts, in the listed order. Kills are counted separately. */
  faults: readonly string[];
  /** Whether a run continues until each of its faults has occurred. */
  meetsEachFault: boolean;
  /** The mistakes, each with the violation that reveals it. */
  mistakes: Readonly<Record<string, RegExp>>;
  times: CampaignTimes;
  pace: Pace;
  /** Returns the number of customer accounts that a run may need. */
  accountsFor(options: CampaignOptions): number;
  /** Starts the billing system with the outside parties. */
  open(context: PlugContext): Promise<RunningPlug>;
}

/** The pace of a campaign, in milliseconds. */
export interface Pace {
  /** The number of customers at once. */
  atOnce: number;
  /** The maximum time from a start to the next kill. */
  lifeMs: number;
  /** The time for which an aimed kill waits for an action. */
  aimedMs: number;
  /** The timeout of a call. */
  callMs: number;
  /** The maximum pause of a key that its customer does not repeat. */
  aloneMs: number;
  /** The pauses between two calls with a key. */
  pausesMs: readonly number[];
  /** The uptime of the runtime within which every key must settle. */
  giveUpAfterMs: number;
}

/** The campaign's interface for outside parties. They report events, and read whether faults are on. */
export interface PartyEvents {
  /** Reports that a fault occurred. */
  fault(name: string): void;
  /** Reports a moment that a kill can aim at: something begins or has ended. */
  moment(): void;
  /** Whether faults are on. They are off at the end of a campaign. */
  isFailing(): boolean;
}

export interface PlugContext {
  run: CampaignRun;
  /** The address to which the Workers report. */
  harness: string;
  accounts: number;
  seed: number;
  kills: number;
  mistake: string | null;
}

/** A running billing system and its outside parties. */
export interface RunningPlug {
  system: KillableProcess;
  /** Returns the token of a customer's application. Retries until it succeeds, because the runtime may be killed. */
  tokenOf(account: CampaignAccount): Promise<string>;
  /** Plans more faults for a customer before the customer acts, in addition to those of every request. */
  plan?(scenario: Scenario): void | Promise<void>;
  /** Pays the amount that an answer requires. @returns whether it is paid */
  pay?(account: CampaignAccount, answer: string): Promise<boolean>;
  /** Whether the operator knows that a key waits for a person. Its customer does not repeat it. */
  awaitsOperator?(account: CampaignAccount, plan: KeyPlan): boolean;
  /** Returns the faults visible when a key has ended. They stop a run with a mistake. If absent, only the end shows them. */
  signs?(history: History): Promise<string[]>;
  /** Waits until no action is in progress, after every customer has finished and faults are off. */
  settle(): Promise<void>;
  truth(): Promise<Truth>;
  /** Returns the plug's counts, by name. The campaign reads them after the verdict. */
  facts(): Record<string, number>;
  close(): Promise<void>;
}

/** The actions that exist for a key. */
export interface Made {
  /** The number of actions, for the key's target and the other one. */
  times: number;
  /** The number of actions for the key's target. */
  own: number;
  /** The number of actions without a report that the operator must remove them. */
  standing: number;
  orderIds: readonly number[];
  /** The number of repetitions by a fault at the billing system, which no key can prevent. */
  doubled: number;
}

/** The completed actions from any source. The verdict compares them with the answers. */
export interface Truth {
  made(plan: KeyPlan): Made;
  /** Whether the operator's list has the key, so that it need not settle. */
  isListed(history: History): boolean;
  /** Whether the billing system acted after the delivery window and the operator got a report. */
  isFoundLate(history: History): boolean;
  /** Returns why only a person can find a key's outcome, from its faults; null if the account must find it. */
  personsReason(history: History): string | null;
  /** Returns other faults of a key, as sentences. */
  faultsOf(history: History): string[];
  /** Returns the faults of all keys together, by their subject. */
  wholeFaults(histories: readonly History[]): Record<string, string[]>;
}
