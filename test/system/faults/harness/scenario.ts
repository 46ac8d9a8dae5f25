import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import { type CampaignAccount, campaignAccount } from "./accounts.ts";
import {
  ACTION_FAULTS,
  type ActionFault,
  AFTER_THE_WINDOW,
  LOOKUP_FAULTS,
  type LookupFault,
  OUTAGE,
} from "./faults.ts";

/** What one customer does, and everything that goes wrong with it. */
export interface Scenario {
  account: CampaignAccount;
  keys: KeyPlan[];
}

/** What customers do with a billing system, and what befalls their requests. */
export interface ScenarioTraits {
  /** Each customer does one of each. */
  operations: readonly WriteOperation[];
  /** Of {@link ACTION_FAULTS}. */
  actionFaults: readonly ActionFault[];
  /** How often a request is delivered after the window, and how often no lookup is answered until the action is stuck. */
  lateShare: number;
  /** A caller who goes away does so within so many milliseconds. */
  leavesWithinMs: number;
}

/** One key, which a caller repeats until it has an answer. Its target is its own: what was done to it was done under its key. */
export interface KeyPlan {
  key: string;
  operation: WriteOperation;
  target: string | number;
  /** What the same key comes with at the same moment, by mistake; null where it does not. */
  otherTarget: string | number | null;
  isOtherFirst: boolean;
  /** So many callers at once. */
  callers: number;
  /** What befalls the requests for the action, one after the other; the rest go well. */
  actionFaults: ActionFault[];
  lookupFaults: LookupFault[];
  /** The first caller goes away after so many milliseconds; null where it stays. */
  leavesAfter: number | null;
  /** Nobody asks again for a while. */
  isLeftAlone: boolean;
  /** The customer pays what it cost. */
  isPaid: boolean;
  /** The new plan of a change: more expensive, or cheaper and changed at once. */
  plan: "web-pro" | "web-start";
  when: "end_of_period" | "immediately";
}

/** Every kind of fault between the two Workers. */
export const ALL_FAULTS = { actionFaults: ACTION_FAULTS, lateShare: 0.04, leavesWithinMs: 300 };

/** A scenario of its own for each number. */
export function scenarioOf(number: number, random: () => number, traits: ScenarioTraits): Scenario {
  const account = campaignAccount(number);
  const keys = traits.operations.map((operation) => keyPlan(account, operation, random, traits));
  return { account, keys: keys.toSorted(() => random() - 0.5) };
}

function keyPlan(
  account: CampaignAccount,
  operation: WriteOperation,
  random: () => number,
  { actionFaults, lateShare, leavesWithinMs }: ScenarioTraits,
): KeyPlan {
  const { below, chance, pick, some } = choosing(random);
  const [target, other] = targetsOf(account, operation);
  const isLate = chance(lateShare);
  const isOut = chance(lateShare);
  return {
    key: `key-${account.login}-${operation}`,
    operation,
    target,
    otherTarget: chance(0.12) ? other : null,
    isOtherFirst: chance(0.5),
    callers: 1 + below(3),
    actionFaults: ofRequests(),
    lookupFaults: isOut ? [OUTAGE] : some(LOOKUP_FAULTS, 2),
    leavesAfter: chance(0.2) ? below(leavesWithinMs) : null,
    isLeftAlone: chance(0.2),
    isPaid: chance(0.5),
    plan: pick(["web-pro", "web-start"] as const),
    when: pick(["end_of_period", "immediately"] as const),
  };

  function ofRequests(): ActionFault[] {
    if (isLate) return [AFTER_THE_WINDOW];
    // Only what was sent and not answered is looked up.
    if (isOut) return [pick(["never arrives", "done, the answer is lost", "done, never answers"] as const)];
    return chance(0.7) ? [pick(actionFaults), ...some(actionFaults, 1)] : [];
  }
}

/** What a source of numbers chooses. */
export function choosing(random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  return {
    below,
    chance: (share: number) => random() < share,
    pick,
    /** So many at most. */
    some: <Item>(items: readonly Item[], most: number) => Array.from({ length: below(most + 1) }, () => pick(items)),
  };
}

function targetsOf(
  { login, renewed, leaving, changed, cancelled }: CampaignAccount,
  operation: WriteOperation,
): [string | number, string | number] {
  switch (operation) {
    case "orderDomain":
      return [`${login}-new.com`, `${login}-new-too.com`];
    case "orderPlan":
      return [`${login}-site.com`, `${login}-site-too.com`];
    case "renewDomain":
      return renewed;
    case "changePlan":
      return changed;
    case "cancelService":
      return cancelled;
    case "transferDomainOut":
      return leaving;
  }
}
