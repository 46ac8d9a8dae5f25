import type { CampaignAccount } from "./accounts.ts";
import type { CampaignRun } from "./campaign.ts";
import type { History } from "./customer.ts";
import type { CampaignTimes } from "./faults.ts";
import type { KillableProcess } from "./killable-process.ts";
import type { KeyPlan, Scenario, ScenarioTraits } from "./scenario.ts";

/** How much goes wrong in one run. */
export interface CampaignOptions {
  /** At least; a campaign that counts its kills alone has 0. */
  faults: number;
  /** Of the whole runtime, by SIGKILL. */
  kills: number;
}

/** A billing system and what is around it, as a campaign needs it; `campaign.ts` does the rest. */
export interface BillingPlug extends ScenarioTraits {
  /** Of its temporary folders. */
  name: string;
  /** Everything that is counted once it has happened, in the order in which it is listed; kills are counted by themselves. */
  faults: readonly string[];
  /** A run goes on until each of its faults has happened. */
  meetsEachFault: boolean;
  /** Each with the violation that has to find it out. */
  mistakes: Readonly<Record<string, RegExp>>;
  times: CampaignTimes;
  pace: Pace;
  /** How many accounts of customers a run may need. */
  accountsFor(options: CampaignOptions): number;
  /** Starts it, with what is outside of it. */
  open(context: PlugContext): Promise<RunningPlug>;
}

/** How fast a campaign goes, in milliseconds. */
export interface Pace {
  /** So many customers at once. */
  atOnce: number;
  /** A kill comes so long after the start before it, at most. */
  lifeMs: number;
  /** So long a kill that is aimed waits for an action. */
  aimedMs: number;
  /** A call is waited for so long. */
  callMs: number;
  /** So long a key that is left alone is left alone, at most. */
  aloneMs: number;
  /** Between two calls with a key. */
  pausesMs: readonly number[];
  /** Every key has to be settled before the runtime has served for so long. */
  giveUpAfterMs: number;
}

/** What happens outside the product is told to the campaign, which says whether anything goes wrong at all. */
export interface PartyEvents {
  /** A fault has happened. */
  fault(name: string): void;
  /** Something begins or has just happened on which a kill can be aimed. */
  moment(): void;
  /** In the end nothing fails. */
  isFailing(): boolean;
}

export interface PlugContext {
  run: CampaignRun;
  /** Where the Workers report. */
  harness: string;
  accounts: number;
  seed: number;
  kills: number;
  mistake: string | null;
}

/** A billing system that runs, and the parties around it. */
export interface RunningPlug {
  system: KillableProcess;
  /** The token of a customer's application, made again until it is: the runtime may be killed meanwhile. */
  tokenOf(account: CampaignAccount): Promise<string>;
  /** Plans what befalls a customer beside what befalls every request, before they act. */
  plan?(scenario: Scenario): void | Promise<void>;
  /** Pays what an answer asks for. @returns whether it is paid */
  pay?(account: CampaignAccount, answer: string): Promise<boolean>;
  /** Whether the operator has been told that a key waits for a person: nobody repeats it any more. */
  awaitsOperator?(account: CampaignAccount, plan: KeyPlan): boolean;
  /** What is wrong now that a key has ended, whatever is still under way: it ends a run with a mistake. Absent: only the end shows it. */
  signs?(history: History): Promise<string[]>;
  /** Once every customer has gone and nothing fails: waits until nothing is under way any more. */
  settle(): Promise<void>;
  truth(): Promise<Truth>;
  /** Counts of its own, by what they are; asked once it was judged. */
  facts(): Record<string, number>;
  close(): Promise<void>;
}

/** What there is of what a key stands for. */
export interface Made {
  /** How often it is there, under the key's own target and the other one. */
  times: number;
  /** How often with the key's own target. */
  own: number;
  /** How often it is there, and nobody was told to take it away. */
  standing: number;
  orderIds: readonly number[];
  /** How often a fault at the billing system did it once too often: what no key can keep it from. */
  doubled: number;
}

/** What was done, by whatever says so: it is held against what was told. */
export interface Truth {
  made(plan: KeyPlan): Made;
  /** The operator's list has the key, so that it need not be settled. */
  isListed(history: History): boolean;
  /** The billing system acted after the delivery window, and the operator was told. */
  isFoundLate(history: History): boolean;
  /** Why nobody but a person can say what became of a key, by what befell it; null where it should be found out. */
  personsReason(history: History): string | null;
  /** What else is wrong with a key, in words. */
  faultsOf(history: History): string[];
  /** What is wrong with all of it together, by what it is about. */
  wholeFaults(histories: readonly History[]): Record<string, string[]>;
}
