import type { AccountOperatorPort } from "../../../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../../../shared/operator-contract/billing-operator.ts";
import type { EraseStep, SubjectPlaces } from "../../../../shared/operator-contract/erasure.ts";
import type { OperatorEnv } from "../../../../workers/operator/environment.ts";

/** How the other Workers answer the console. */
export interface WorkersMood {
  /** What erases answers with an error. */
  isAway: boolean;
  /** An action of the subject is open: its objects wait. */
  isOpen: boolean;
  /** The person is still a customer. */
  keepsCustomer: boolean;
}

/** The Workers behind the console, where every login and account is known. */
export function scriptedWorkers(mood: WorkersMood): Pick<OperatorEnv, "ACCOUNT" | "BILLING"> {
  const places: SubjectPlaces = {
    ...{ connections: ["one", "two"], accounts: [1001], applications: ["application"], until: null },
  };
  const step = async (left = 0): Promise<EraseStep> => {
    if (mood.isAway) throw new Error("away");
    return { left, note: left > 0 ? "An action is open." : "" };
  };
  const account: Partial<AccountOperatorPort> = {
    account: async () => ({ connections: { rows: [], left: 0 }, stuck: [], actions: [] }),
    connections: async () => ({ rows: [], left: 0 }),
    held: async () => [],
    placesOf: async () => ({ places, openActions: 0 }),
    showAct: async () => undefined,
    erase: () => step(mood.isOpen ? 1 : 0),
  };
  const billing: Partial<BillingOperatorPort> = {
    find: async () => ({ isKnown: true, name: "Somebody" }),
    findLogin: async (login) => [{ login }],
    findAccount: async (id) => [{ account: id }],
    unlock: async () => ({ isDone: true, text: "Unlocked." }),
    erase: async () => ({ ...(await step()), isKept: mood.keepsCustomer }),
  };
  return { ACCOUNT: account as AccountOperatorPort, BILLING: billing as BillingOperatorPort };
}
