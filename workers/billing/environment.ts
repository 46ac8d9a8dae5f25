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

/** The bindings and settings of the Worker; see wrangler.toml. */
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
  /** The sender address of e-mails. If it is empty, the Worker sends no e-mails. */
  MAIL_FROM: string;
  /** `true` if chosen passwords are looked up in known leaks, at api.pwnedpasswords.com. */
  PWNED_PASSWORDS: string;
  /** The e-mail address that gets e-mails while services are waiting to be set up; empty for no e-mails. */
  OPERATOR_MAIL: string;
  /**
   * The origin of links in e-mails, for a demonstration without `ORIGIN`. If both are empty, e-mails contain no links
   * to the engine's client area.
   */
  LOCAL_ORIGIN: string;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
  SERVICE_KEY: DurableObjectNamespace<ServiceKey>;
  STORE_HOLDS: DurableObjectNamespace<StoreHolds>;
}
