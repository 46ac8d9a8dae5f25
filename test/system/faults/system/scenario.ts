import { WRITE_OPERATIONS, type WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import { type CampaignAccount, campaignAccount } from "./accounts.ts";
import {
  ACTION_FAULTS,
  type ActionFault,
  AFTER_THE_WINDOW,
  actionName,
  LOOKUP_FAULTS,
  type LookupFault,
  OUTAGE,
} from "./faults.ts";

/** What one customer does, and everything that goes wrong with it. */
export interface Scenario {
  account: CampaignAccount;
  /** One of each kind of order. */
  keys: KeyPlan[];
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

/** A scenario of its own for each number. */
export function scenarioOf(number: number, random: () => number): Scenario {
  const account = campaignAccount(number);
  const keys = WRITE_OPERATIONS.map((operation) => keyPlan(account, operation, random));
  return { account, keys: keys.toSorted(() => random() - 0.5) };
}

/** How the billing Worker is asked for it. */
export function nameOf(operation: WriteOperation, target: string | number): string {
  return actionName(operation, target);
}

function keyPlan(account: CampaignAccount, operation: WriteOperation, random: () => number): KeyPlan {
  const below = (limit: number) => Math.floor(random() * limit);
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const some = <Item>(items: readonly Item[], most: number) =>
    Array.from({ length: below(most + 1) }, () => pick(items));
  const [target, other] = targetsOf(account, operation);
  const isLate = chance(0.04);
  const isOut = chance(0.04);
  return {
    key: `key-${account.login}-${operation}`,
    operation,
    target,
    otherTarget: chance(0.12) ? other : null,
    isOtherFirst: chance(0.5),
    callers: 1 + below(3),
    actionFaults: actionFaults(),
    lookupFaults: isOut ? [OUTAGE] : some(LOOKUP_FAULTS, 2),
    leavesAfter: chance(0.2) ? below(300) : null,
    isLeftAlone: chance(0.15),
    isPaid: chance(0.5),
    plan: pick(["web-pro", "web-start"] as const),
    when: pick(["end_of_period", "immediately"] as const),
  };

  function actionFaults(): ActionFault[] {
    if (isLate) return [AFTER_THE_WINDOW];
    // Only what was sent and not answered is looked up.
    if (isOut) return [pick(["never arrives", "done, the answer is lost", "done, never answers"] as const)];
    return chance(0.6) ? [pick(ACTION_FAULTS)] : [];
  }
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
