import type { AddressWindow } from "../../durable-objects/address-window.ts";
import type { DailyKey } from "../../durable-objects/random-keys.ts";
import type { RegistryObject } from "../../durable-objects/registry/registry.ts";
import type { RegistryHealth } from "../../durable-objects/registry/registry-health.ts";
import type { ExtraToolsSetting } from "../../shared/api/definition/operation.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import type { AddressSettings } from "../../shared/platform/addresses.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";
import type { MetricsBindings } from "../../shared/platform/metrics.ts";
import type { CheckSettings } from "./availability/check-settings.ts";
import type { RegistrySettings } from "./availability/sources/registry-settings.ts";

export interface CatalogueEnv
  extends AddressSettings,
    CheckSettings,
    RegistrySettings,
    MetricsBindings,
    ExtraToolsSetting,
    JurisdictionSetting {
  BILLING: CatalogueReads;
  /** The cached catalogues, with plans, prices, extensions, links and specifications (`docs/build/storage.md`). */
  PRICES: KVNamespace;
  BRAND_NAME: string;
  /** The cached domain checks from every source: WHOIS, RDAP, DAS, registrar and DNS (`docs/build/storage.md`). */
  WHOIS: KVNamespace;
  REGISTRY: DurableObjectNamespace<RegistryObject>;
  REGISTRY_HEALTH: DurableObjectNamespace<RegistryHealth>;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
}
