import type { AccountOperatorPort } from "../../shared/operator-contract/account-operator.ts";
import type { OperatorActs } from "./audit/operator-acts.ts";

/** What commands are carried out with. */
export interface OperatorContext {
  account: AccountOperatorPort;
  acts: OperatorActs;
  /** Epoch milliseconds. */
  now: () => number;
  requestId: string;
}
