import type { BillingHostObject } from "../../durable-objects/billing-host/billing-host-object.ts";
import type { StoreHolds } from "../../durable-objects/store-holds.ts";
import type { AccountLinks } from "../../shared/billing-contract/description.ts";
import type { MailTransport } from "../../shared/mail/mailer.ts";
import { blockedSiteNames } from "../../shared/ordering/plan-orders.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";
import type { MetricsBindings } from "../../shared/platform/metrics.ts";
import { isEncrypted } from "./answers/provider.ts";
import type { ActingSettings, WhmcsSettings } from "./whmcs-context.ts";

/** The Worker's bindings and settings. wrangler.toml documents them. */
export interface WhmcsWorkerEnv extends JurisdictionSetting, MetricsBindings {
  DB: D1Database;
  EMAIL: MailTransport;
  BILLING_HOST: DurableObjectNamespace<BillingHostObject>;
  STORE_HOLDS: DurableObjectNamespace<StoreHolds>;
  WHMCS_URL: string;
  PRICES_INCLUDE_TAX_PERCENT: string;
  WHMCS_ORDER_GATEWAY: string;
  BLOCKED_SITE_NAMES: string;
  ORDERS_NEED_PAYMENT_METHOD: string;
  MAIL_FROM: string;
  BRAND_NAME: string;
  BRAND_COLOUR: string;
  DEMONSTRATION: string;
  /** The key that signs calls to the addon. It is a secret. */
  FRONTDESK_BRIDGE_KEY?: string;
}

/** The settings of wrangler.toml, all as text. */
export type WhmcsSettingTexts = {
  [Name in keyof WhmcsWorkerEnv as WhmcsWorkerEnv[Name] extends string ? Name : never]: string;
};

/** Parses the settings. @throws Error naming an invalid setting */
export function readWhmcsSettings(texts: WhmcsSettingTexts): WhmcsSettings {
  return {
    base: baseOf(texts),
    taxIncludedPercent: taxIncludedOf(texts),
    demonstration: texts.DEMONSTRATION === "true",
    blockedSites: blockedSiteNames(texts.BLOCKED_SITE_NAMES),
    acting: actingOf(texts),
    links: LINK_PATHS,
  };
}

/**
 * Returns the URL of WHMCS without a final slash.
 * @throws Error if it is missing or invalid; the message does not quote the URL, because it may contain a password
 */
export function baseOf({ WHMCS_URL: text }: WhmcsSettingTexts): string {
  const address = URL.parse(text);
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  if (text === "") throw new Error("WHMCS_URL is not set");
  if (!isWeb || /[?#@]/.test(text)) {
    throw new Error(
      "WHMCS_URL is not an address such as https://billing.provider.com, without user, query and fragment",
    );
  }
  return text.replace(/\/+$/, "");
}

/**
 * Checks the settings of a deployment, including that `WHMCS_URL` is https. Local work on loopback may use http.
 * @throws Error naming the first setting that is missing or wrong
 */
export function checkWhmcsSettings(texts: WhmcsSettingTexts): void {
  if (!isEncrypted(baseOf(texts))) throw new Error("WHMCS_URL is not https");
  readWhmcsSettings(texts);
}

function taxIncludedOf({ PRICES_INCLUDE_TAX_PERCENT: text }: WhmcsSettingTexts): number | null {
  if (text === "") return null;
  const percent = Number(text);
  if (!(percent >= 0 && percent < 100)) throw new Error("PRICES_INCLUDE_TAX_PERCENT is not a percentage");
  return percent;
}

/** Parses the settings for orders. Returns `null` if no gateway is set, because orders are then not accepted. */
function actingOf({ WHMCS_ORDER_GATEWAY, ORDERS_NEED_PAYMENT_METHOD }: WhmcsSettingTexts): ActingSettings | null {
  if (WHMCS_ORDER_GATEWAY === "") return null;
  return { orderGateway: WHMCS_ORDER_GATEWAY, needsPaymentMethod: ORDERS_NEED_PAYMENT_METHOD === "true" };
}

/** Paths of pages in WHMCS's client area. */
const LINK_PATHS: AccountLinks = {
  home: "/clientarea.php",
  service: "/clientarea.php?action=productdetails&id={id}",
  services: "/clientarea.php?action=services",
  domain: "/clientarea.php?action=domaindetails&id={id}",
  domains: "/clientarea.php?action=domains",
  invoice: "/viewinvoice.php?id={id}",
  invoices: "/clientarea.php?action=invoices",
  // This page of the addon redirects to WHMCS's ticket page if the user has access.
  ticket: "/index.php?m=frontdesk&ticket={id}",
  tickets: "/supporttickets.php",
  payment_methods: "/index.php?rp=/account/paymentmethods",
  profile: "/clientarea.php?action=details",
  password: "/index.php?rp=/user/password",
};
