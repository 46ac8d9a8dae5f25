import type { StoreHolds } from "../../durable-objects/store-holds.ts";
import type { BillingSystemSetting } from "../../shared/billing-contract/billing-system-setting.ts";
import type { AccountOperatorPort } from "../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../shared/operator-contract/billing-operator.ts";
import type { CatalogueOperatorPort } from "../../shared/operator-contract/catalogue-operator.ts";
import type { BrandSettings } from "../../shared/pages/brand.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";
import type { MetricsBindings } from "../../shared/platform/metrics.ts";
import type { AccessSettings } from "./access/access-settings.ts";

/** The Worker's bindings and settings. wrangler.toml documents them. */
export interface OperatorEnv
  extends AccessSettings,
    BrandSettings,
    BillingSystemSetting,
    MetricsBindings,
    JurisdictionSetting {
  ACCOUNT: AccountOperatorPort;
  CATALOGUE: CatalogueOperatorPort;
  BILLING: BillingOperatorPort;
  /** The audit and the erasures: see `docs/build/storage.md`. */
  OPERATOR_DB: D1Database;
  STORE_HOLDS: DurableObjectNamespace<StoreHolds>;
}
