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

/** One customer's actions, with all of their faults. */
export interface Scenario {
  account: CampaignAccount;
  keys: KeyPlan[];
}

/** The customers' actions with a billing system, and the faults of their requests. */
export interface ScenarioTraits {
  /** The operations. Each customer does every one once. */
  operations: readonly WriteOperation[];
  /** A selection of {@link ACTION_FAULTS}. */
  actionFaults: readonly ActionFault[];
  /** The share of requests that arrive after the window, and of actions whose lookups fail until they are stuck. */
  lateShare: number;
  /** The maximum time after which a caller disconnects, in milliseconds. */
  leavesWithinMs: number;
}

/** One key, which a caller repeats until an answer comes. Its target is unique, so every action on the target belongs to it. */
export interface KeyPlan {
  key: string;
  operation: WriteOperation;
  target: string | number;
  /** The other target that a second caller sends with the same key by mistake; null if there is none. */
  otherTarget: string | number | null;
  isOtherFirst: boolean;
  /** The number of simultaneous callers. */
  callers: number;
  /** The faults of the action's successive requests. Later requests succeed. */
  actionFaults: ActionFault[];
  lookupFaults: LookupFault[];
  /** The time after which the first caller disconnects, in milliseconds; null if it stays. */
  leavesAfter: number | null;
  /** Whether the customer waits before repeating the key. */
  isLeftAlone: boolean;
  /** Whether the customer pays the invoice. */
  isPaid: boolean;
  /** The new plan of a change: more expensive, or cheaper and changed immediately. */
  plan: "web-pro" | "web-start";
  when: "end_of_period" | "immediately";
}

/** Every kind of fault between the two Workers. */
export const ALL_FAULTS = { actionFaults: ACTION_FAULTS, lateShare: 0.04, leavesWithinMs: 300 };

/** Returns the scenario of a number. Each number has a different one. */
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
    // The account looks up only an action that was sent and not answered.
    if (isOut) return [pick(["never arrives", "done, the answer is lost", "done, never answers"] as const)];
    return chance(0.7) ? [pick(actionFaults), ...some(actionFaults, 1)] : [];
  }
}

/** Makes choices from a source of numbers. */
export function choosing(random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  return {
    below,
    chance: (share: number) => random() < share,
    pick,
    /** Returns up to `most` items. */
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
