import type { AddressWindow } from "../../durable-objects/address-window.ts";
import type { DailyKey, ServiceKey } from "../../durable-objects/random-keys.ts";
import type { StoreHolds } from "../../durable-objects/store-holds.ts";
import type { BillingSystemSetting } from "../../shared/billing-contract/billing-system-setting.ts";
import type { BrandSettings } from "../../shared/pages/brand.ts";
import type { AddressSettings } from "../../shared/platform/addresses.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";
import type { MetricsBindings } from "../../shared/platform/metrics.ts";
import type { BillingEnv } from "./engine/billing-engine.ts";
import type { PaymentSettings } from "./engine/payments/payment-settings.ts";
import type { RegistrarEnv } from "./engine/registrar/registrar-connection.ts";

/** Bindings and settings of the Worker, see wrangler.toml. */
export interface BillingWorkerEnv
  extends BillingEnv,
    RegistrarEnv,
    PaymentSettings,
    AddressSettings,
    BrandSettings,
    BillingSystemSetting,
    JurisdictionSetting,
    MetricsBindings {
  EMAIL: SendEmail;
  /** Sender of the mails; empty: none are sent. */
  MAIL_FROM: string;
  /** `true`: looks up chosen passwords among known leaked ones, at api.pwnedpasswords.com. */
  PWNED_PASSWORDS: string;
  /** Who gets mails while something must be set up; empty: nobody. */
  OPERATOR_MAIL: string;
  /** Origin of the links in mails, for a demonstration with more than one address; empty: no links. */
  LOCAL_ORIGIN: string;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
  SERVICE_KEY: DurableObjectNamespace<ServiceKey>;
  STORE_HOLDS: DurableObjectNamespace<StoreHolds>;
}
