import type { BillingHostObject } from "../../durable-objects/billing-host/billing-host-object.ts";
import type { StoreHolds } from "../../durable-objects/store-holds.ts";
import type { MailTransport } from "../../shared/mail/mailer.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";
import type { MetricsBindings } from "../../shared/platform/metrics.ts";

/** Bindings and settings of the Worker, see wrangler.toml. */
export interface WhmcsWorkerEnv extends JurisdictionSetting, MetricsBindings {
  DB: D1Database;
  EMAIL: MailTransport;
  BILLING_HOST: DurableObjectNamespace<BillingHostObject>;
  STORE_HOLDS: DurableObjectNamespace<StoreHolds>;
  WHMCS_URL: string;
  WHMCS_CONCURRENCY: string;
  CLIENT_AREA_URL: string;
  TIME_ZONE: string;
  TAX_NAMES: string;
  PRICES_INCLUDE_TAX_PERCENT: string;
  FEATURED_CATEGORIES: string;
  LINK_PATHS: string;
  WHMCS_ORDER_GATEWAY: string;
  NAMESERVERS: string;
  BLOCKED_SITE_NAMES: string;
  ORDERS_NEED_PAYMENT_METHOD: string;
  MAIL_FROM: string;
  BRAND_NAME: string;
  DEMONSTRATION: string;
  /** A secret: the addon's key. */
  FRONTDESK_BRIDGE_KEY?: string;
}
