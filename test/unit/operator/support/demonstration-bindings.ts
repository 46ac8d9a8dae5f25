import type { DatabaseCount } from "../../../../shared/generations/database-generation.ts";
import type { AccountOperatorPort } from "../../../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../../../shared/operator-contract/billing-operator.ts";
import type { CatalogueOperatorPort } from "../../../../shared/operator-contract/catalogue-operator.ts";
import type { OperatorEnv } from "../../../../workers/operator/environment.ts";
import { migratedDatabase } from "../../../engine/support/seeded-billing.ts";

/** Of a database that is never put back. */
const WITNESS = {
  getByName: () => ({ keep: async (count: DatabaseCount) => count }),
} as unknown as OperatorEnv["STORE_WITNESS"];

/** The Worker in a demonstration, with nothing behind it: what is asked of other Workers fails. */
export const demonstrationBindings = (): OperatorEnv => ({
  ...{ ACCOUNT: {} as AccountOperatorPort, CATALOGUE: {} as CatalogueOperatorPort, BILLING: {} as BillingOperatorPort },
  ...{ OPERATOR_DB: migratedDatabase("workers/operator/migrations"), DEMONSTRATION: "true" },
  ...{ STORE_WITNESS: WITNESS, BILLING_SYSTEM: "shop" },
  ...{ OPERATOR_ORIGIN: "", ACCESS_TEAM: "", ACCESS_AUDIENCE: "", OPERATORS: "", OPERATOR_READERS: "" },
  ...{ BRAND_NAME: "Maple Hosting", BRAND_COLOUR: "#0b6e4f", BRAND_LOGO_URL: "", BRAND_LINKS: "" },
  ...{ PRIVACY_URL: "", SUPPORT_URL: "", SIGN_UP_URL: "" },
  ...{ RELEASE: { id: "4f1c", tag: "v7" } },
});
