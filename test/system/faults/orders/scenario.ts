import type { CrashPoint } from "../../../objects/support/crash-points.ts";
import {
  ACTION_FAULTS,
  type ActionFault,
  CRASH_POINTS,
  QUESTION_FAULTS,
  type QuestionFault,
  type StoragePlan,
} from "./faults.ts";

/** What happens on one account: a few keys, and everything that goes wrong with them. */
export interface Scenario {
  accountId: number;
  /** Each stops the account's object once. */
  crashes: CrashPoint[];
  storage: StoragePlan;
  keys: KeyPlan[];
}

/** One key, which a caller repeats until it has an answer. Its name is its own: what was done to it was done under its key. */
export interface KeyPlan {
  key: string;
  operation: "renewDomain" | "orderDomain";
  domain: string;
  /** What the same key comes with at the same moment, by mistake; null where it does not. */
  otherDomain: string | null;
  isOtherFirst: boolean;
  /** So many callers at once. */
  callers: number;
  /** What befalls the requests for the action, one after the other; the rest go well. */
  actionFaults: ActionFault[];
  questionFaults: QuestionFault[];
  /** The first caller goes away after so many milliseconds; null where it stays. */
  leavesAfter: number | null;
  /** Nobody asks again until the account has found out by itself. */
  isLeftAlone: boolean;
}

/** One key that is placed, and asked for again, takes about so many writes. */
const MAX_WRITES = 12;

/** The same numbers for the same seed, each in [0, 1): Mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A scenario of its own for each number. */
export function scenarioOf(number: number, random: () => number): Scenario {
  const below = (limit: number) => Math.floor(random() * limit);
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const some = <Item>(items: readonly Item[], most: number) =>
    Array.from({ length: below(most + 1) }, () => pick(items));

  const keys = Array.from({ length: 1 + below(2) }, (_, index): KeyPlan => {
    const name = `n${number}-${index}`;
    return {
      key: `key-${name}`,
      operation: chance(0.5) ? "renewDomain" : "orderDomain",
      domain: `${name}.com`,
      otherDomain: chance(0.15) ? `${name}-other.com` : null,
      isOtherFirst: chance(0.5),
      callers: 1 + below(3),
      actionFaults: chance(0.85) ? [pick(ACTION_FAULTS), ...some(ACTION_FAULTS, 1)] : [],
      questionFaults: some(QUESTION_FAULTS, 2),
      leavesAfter: chance(0.25) ? below(60) : null,
      isLeftAlone: chance(0.3),
    };
  });
  const crashes = chance(0.6) ? [...new Set([pick(CRASH_POINTS), ...some(CRASH_POINTS, 2)])] : [];
  const storage: StoragePlan = {
    failingWrites: chance(0.4) ? Array.from({ length: 1 + below(3) }, () => 1 + below(MAX_WRITES)) : [],
    lostAlarms: chance(0.3) ? 1 + below(2) : 0,
  };
  return { accountId: 100_000 + number, crashes, storage, keys };
}
