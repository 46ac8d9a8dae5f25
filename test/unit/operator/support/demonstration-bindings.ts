import type { AccountOperatorPort } from "../../../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../../../shared/operator-contract/billing-operator.ts";
import type { CatalogueOperatorPort } from "../../../../shared/operator-contract/catalogue-operator.ts";
import type { OperatorEnv } from "../../../../workers/operator/environment.ts";
import { migratedDatabase } from "../../../engine/support/seeded-billing.ts";
import { memoryHolds } from "../../../support/memory-holds.ts";
import { SAMPLE_BRAND } from "../../../support/sample-brand.ts";

/** The holds of a database that is never on hold. */
const HOLDS = {
  getByName: memoryHolds(),
} as unknown as OperatorEnv["STORE_HOLDS"];

/** The Worker in a demonstration, with nothing behind it: calls to other Workers fail. */
export const demonstrationBindings = (): OperatorEnv => ({
  ...{ ACCOUNT: {} as AccountOperatorPort, CATALOGUE: {} as CatalogueOperatorPort, BILLING: {} as BillingOperatorPort },
  ...{ OPERATOR_DB: migratedDatabase("workers/operator/migrations"), DEMONSTRATION: "true" },
  ...{ STORE_HOLDS: HOLDS, BILLING_SYSTEM: "shop" },
  ...{ OPERATOR_ORIGIN: "", ACCESS_TEAM: "", ACCESS_AUDIENCE: "", OPERATORS: "", OPERATOR_READERS: "" },
  ...SAMPLE_BRAND,
  ...{ RELEASE: { id: "4f1c", tag: "v7" } },
});
