import type { CampaignAccount } from "./accounts.ts";
import type { CampaignRun } from "./campaign.ts";
import type { History } from "./customer.ts";
import type { CampaignTimes } from "./faults.ts";
import type { KillableProcess } from "./killable-process.ts";
import type { KeyPlan, Scenario, ScenarioTraits } from "./scenario.ts";

/** How much fails in one run. */
export interface CampaignOptions {
  /** The least number of faults; 0 if a campaign counts only its kills. */
  faults: number;
  /** The number of kills of the whole runtime, by SIGKILL. */
  kills: number;
}

/** A billing system and its outside parties, as a campaign needs them; `campaign.ts` does the rest. */
export interface BillingPlug extends ScenarioTraits {
  /** The prefix of its temporary folders. */
  name: string;
  /** Every fault that is counted once it has occurred, in the listed order. Kills are counted separately. */
  faults: readonly string[];
  /** A run continues until each of its faults has occurred. */
  meetsEachFault: boolean;
  /** The mistakes, each with the violation that must reveal it. */
  mistakes: Readonly<Record<string, RegExp>>;
  times: CampaignTimes;
  pace: Pace;
  /** How many customer accounts a run may need. */
  accountsFor(options: CampaignOptions): number;
  /** Starts it, with the outside parties. */
  open(context: PlugContext): Promise<RunningPlug>;
}

/** The pace of a campaign, in milliseconds. */
export interface Pace {
  /** The number of customers at once. */
  atOnce: number;
  /** The longest time from a start to the next kill. */
  lifeMs: number;
  /** How long an aimed kill waits for an action. */
  aimedMs: number;
  /** The timeout of a call. */
  callMs: number;
  /** The longest pause of a key that nobody repeats for a while. */
  aloneMs: number;
  /** The pauses between two calls with a key. */
  pausesMs: readonly number[];
  /** Every key must be settled before the runtime has served for this long. */
  giveUpAfterMs: number;
}

/** Outside parties report events to the campaign here. The campaign decides whether anything fails at all. */
export interface PartyEvents {
  /** A fault has occurred. */
  fault(name: string): void;
  /** A moment that a kill can aim at: something begins, or has ended. */
  moment(): void;
  /** Nothing fails at the end of a campaign. */
  isFailing(): boolean;
}

export interface PlugContext {
  run: CampaignRun;
  /** The address that the Workers report to. */
  harness: string;
  accounts: number;
  seed: number;
  kills: number;
  mistake: string | null;
}

/** A running billing system, and the parties around it. */
export interface RunningPlug {
  system: KillableProcess;
  /** The token of a customer's application. Tries again until it succeeds, since the runtime may be killed meanwhile. */
  tokenOf(account: CampaignAccount): Promise<string>;
  /** Plans further faults for a customer, in addition to those of every request, before the customer acts. */
  plan?(scenario: Scenario): void | Promise<void>;
  /** Pays what an answer requires. @returns whether it is paid */
  pay?(account: CampaignAccount, answer: string): Promise<boolean>;
  /** Whether the operator knows that a key waits for a person. Nobody repeats such a key. */
  awaitsOperator?(account: CampaignAccount, plan: KeyPlan): boolean;
  /** The faults visible when a key has ended, whatever is in progress. They end a run with a mistake. Absent: only the end shows them. */
  signs?(history: History): Promise<string[]>;
  /** Called once every customer has gone and nothing fails: waits until nothing is in progress. */
  settle(): Promise<void>;
  truth(): Promise<Truth>;
  /** The plug's counts, by name; read after the verdict. */
  facts(): Record<string, number>;
  close(): Promise<void>;
}

/** What exists of a key's action. */
export interface Made {
  /** How often the action exists, for the key's own target and the other one. */
  times: number;
  /** How often it exists for the key's own target. */
  own: number;
  /** How often it exists without a report that somebody must remove it. */
  standing: number;
  orderIds: readonly number[];
  /** How often a fault at the billing system repeated it, which no key can prevent. */
  doubled: number;
}

/** What was done, from any source. The verdict compares it with the answers. */
export interface Truth {
  made(plan: KeyPlan): Made;
  /** The operator's list has the key, so the key need not be settled. */
  isListed(history: History): boolean;
  /** The billing system acted after the delivery window, and the operator got a report. */
  isFoundLate(history: History): boolean;
  /** Why only a person can find a key's outcome, from its faults; null if the account must find it. */
  personsReason(history: History): string | null;
  /** Other faults of a key, in words. */
  faultsOf(history: History): string[];
  /** Faults of all keys together, by their subject. */
  wholeFaults(histories: readonly History[]): Record<string, string[]>;
}
