import { randomNumbers } from "../../../support/random-numbers.ts";
import { choosing, type KeyPlan, type Scenario } from "../../faults/harness/scenario.ts";
import {
  INTERFERENCES,
  INVOICE_FAULTS,
  type Interference,
  isAfterWindow,
  READ_FAULTS,
  TAKE_BACK_FAULTS,
  WRITE_FAULTS,
} from "./faults.ts";

/** The planned faults for the action of one key. */
export interface InstallationPlan {
  accountId: number;
  key: KeyPlan;
  /** The names of the write faults. Each applies to one call. */
  writes: string[];
  interference: Interference | null;
}

/** The planned faults of reads about one account. Each applies to one call, in order. */
export interface AccountPlan {
  /** The faults of reads before the first write. Most of them prevent the action. */
  firstReads: (keyof typeof READ_FAULTS)[];
  /** The faults of reads after the first write. */
  reads: (keyof typeof READ_FAULTS)[];
  invoiceReads: (keyof typeof INVOICE_FAULTS)[];
  takingBack: (typeof TAKE_BACK_FAULTS)[number][];
}

const READS = Object.keys(READ_FAULTS) as (keyof typeof READ_FAULTS)[];
const NAMES = Object.keys(WRITE_FAULTS);
const LATE = NAMES.filter(isAfterWindow);
const NOTHING = NAMES.filter((name) => name.startsWith("nothing"));
const ACTING = NAMES.filter((name) => !isAfterWindow(name) && !NOTHING.includes(name));

export interface ScenarioPlans {
  keys: InstallationPlan[];
  account: AccountPlan;
}

/** Returns the planned faults for a scenario. The same scenario and seed always give the same plans. */
export function plansOf({ account, keys }: Scenario, seed: number): ScenarioPlans {
  const { chance, pick, some } = choosing(randomNumbers(seed * 999_983 + account.accountId));
  const writesOf = () => {
    if (chance(0.06)) return [pick(LATE)];
    return chance(0.8) ? [pick(chance(0.2) ? NOTHING : ACTING)] : [];
  };
  return {
    keys: keys.map((key) => ({
      accountId: account.accountId,
      key,
      writes: writesOf(),
      interference: chance(0.6) ? pick(INTERFERENCES) : null,
    })),
    account: {
      firstReads: some(READS, 1),
      reads: some(READS, 14),
      invoiceReads: some(Object.keys(INVOICE_FAULTS) as (keyof typeof INVOICE_FAULTS)[], 3),
      takingBack: some(TAKE_BACK_FAULTS, 2),
    },
  };
}
