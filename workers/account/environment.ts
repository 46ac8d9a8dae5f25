import type { AccountPort } from "../../durable-objects/account/account-port.ts";
import type { AddressWindow } from "../../durable-objects/address-window.ts";
import type { ConnectionPort } from "../../durable-objects/connection/connection-port.ts";
import type { DailyKey, ServiceKey } from "../../durable-objects/random-keys.ts";
import type { Session } from "../../durable-objects/session/session.ts";
import type { SettingLimit } from "../../shared/account-access/rate-policies.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { BillingSystemSetting } from "../../shared/billing-contract/billing-system-setting.ts";
import type { ClientAreaPort } from "../../shared/billing-contract/client-area.ts";
import type { CatalogueServicePort } from "../../shared/catalogue-contract/catalogue-service.ts";
import type { StoreHoldsPort } from "../../shared/holds/holds.ts";
import type { BrandSettings } from "../../shared/pages/brand.ts";
import type { AddressSettings } from "../../shared/platform/addresses.ts";
import type { JurisdictionSetting, ObjectNamespace } from "../../shared/platform/jurisdiction.ts";
import type { MetricsBindings } from "../../shared/platform/metrics.ts";
import type { ZoneSystem } from "../../shared/zones-contract/zone-system.ts";

export interface AccountEnv
  extends AddressSettings,
    BrandSettings,
    SettingLimit,
    BillingSystemSetting,
    JurisdictionSetting,
    MetricsBindings {
  BILLING: BillingSystem;
  CATALOGUE: CatalogueServicePort;
  /** The client area. Only the pages use it. */
  CLIENT_AREA: ClientAreaPort;
  /** The Worker for DNS zones on servers; absent if that Worker is not bound. */
  ZONES?: ZoneSystem;
  /** The database with the clients and the index of connections. See `docs/build/storage.md`. */
  ACCOUNT_DB: D1Database;
  EMAIL: SendEmail;
  CONNECTION: ObjectNamespace<ConnectionPort>;
  ACCOUNT: ObjectNamespace<AccountPort>;
  SESSION: DurableObjectNamespace<Session>;
  SERVICE_KEY: DurableObjectNamespace<ServiceKey>;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
  STORE_HOLDS: ObjectNamespace<StoreHoldsPort>;
  /** The sender of e-mails. If it is empty, no e-mail is sent. */
  MAIL_FROM: string;
  TIME_ZONE: string;
  /** `true` allows metadata documents from the local machine. */
  DEMONSTRATION: string;
  /** `true` adds the optional tools, such as those for DNS zones, to the MCP server. */
  EXTRA_TOOLS: string;
}
