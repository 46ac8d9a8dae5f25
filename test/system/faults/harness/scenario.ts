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

/** The actions of one customer, with all faults. */
export interface Scenario {
  account: CampaignAccount;
  keys: KeyPlan[];
}

/** The actions that customers take with a billing system, and the faults of their requests. */
export interface ScenarioTraits {
  /** The operations. Each customer uses every operation once. */
  operations: readonly WriteOperation[];
  /** The faults of action requests, selected from {@link ACTION_FAULTS}. */
  actionFaults: readonly ActionFault[];
  /**
   * The probability that a request arrives after the delivery window, and also the probability that lookups fail until
   * the action is stuck.
   */
  lateShare: number;
  /** The maximum time after which a caller disconnects, in milliseconds. */
  leavesWithinMs: number;
}

/**
 * One idempotency key that a caller repeats until a response comes. Its target is unique, so every action on the target
 * belongs to this key.
 */
export interface KeyPlan {
  key: string;
  operation: WriteOperation;
  target: string | number;
  /** The target that a second caller sends with the same key by mistake; `null` if there is no second caller. */
  otherTarget: string | number | null;
  isOtherFirst: boolean;
  /** The number of simultaneous callers. */
  callers: number;
  /** The faults of the first requests for the action. Later requests succeed. */
  actionFaults: ActionFault[];
  lookupFaults: LookupFault[];
  /** The time after which the first caller disconnects, in milliseconds; `null` if the caller waits. */
  leavesAfter: number | null;
  /** Whether the customer waits for a while before repeating the key. */
  isLeftAlone: boolean;
  /** Whether the customer pays the invoice. */
  isPaid: boolean;
  /** The new plan of a plan change. `web-pro` is more expensive; `web-start` is cheaper and changes immediately. */
  plan: "web-pro" | "web-start";
  when: "end_of_period" | "immediately";
}

/** Every kind of fault between the account Worker and the billing Worker. */
export const ALL_FAULTS = { actionFaults: ACTION_FAULTS, lateShare: 0.04, leavesWithinMs: 300 };

/** Returns the scenario for a number. Each number has its own account. */
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
    // The account object looks an action up only if it sent the request and got no response.
    if (isOut) return [pick(["never arrives", "done, the answer is lost", "done, never answers"] as const)];
    return chance(0.7) ? [pick(actionFaults), ...some(actionFaults, 1)] : [];
  }
}

/** Returns functions that make random choices. @param random returns a number from 0 to 1 */
export function choosing(random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  return {
    below,
    chance: (share: number) => random() < share,
    pick,
    /** Returns at most `most` items. */
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
