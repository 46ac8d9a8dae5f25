import type { Holds } from "../../shared/holds/holds.ts";
import type { AccountOperatorPort } from "../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../shared/operator-contract/billing-operator.ts";
import type { CatalogueOperatorPort } from "../../shared/operator-contract/catalogue-operator.ts";
import type { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import type { Signer } from "../../shared/platform/service-key.ts";
import type { Operator } from "./access/identify.ts";
import type { OperatorActs } from "./audit/operator-acts.ts";
import type { OperatorReads } from "./audit/operator-reads.ts";
import type { Erasures } from "./erasures/erasures.ts";
import type { OperatorWork } from "./scheduled-work.ts";

/** What commands are carried out with: nothing of it is there before somebody was identified. */
export interface OperatorContext {
  operator: Operator;
  account: AccountOperatorPort;
  catalogue: CatalogueOperatorPort;
  billing: BillingOperatorPort;
  acts: OperatorActs;
  reads: OperatorReads;
  erasures: Erasures;
  /** How long an erasure can be called off; 0 in a demonstration. */
  erasureDelayMs: number;
  /** Of the console's own database. */
  ownHolds: Pick<Holds, "list" | "hold" | "resume">;
  /** Whether the console's own database is on hold: then its list of erasures is not to be believed. */
  isHeld: () => Promise<boolean>;
  runs: Pick<ScheduledRuns<OperatorWork>, "list">;
  signer: Pick<Signer, "sign">;
  /** Epoch milliseconds. */
  now: () => number;
  requestId: string;
}

/** What acts are carried out with. */
export interface ActingContext extends OperatorContext {
  operator: Operator<true>;
}
