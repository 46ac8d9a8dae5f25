import type { BillingHostObject } from "../../durable-objects/billing-host/billing-host-object.ts";
import type { StoreHolds } from "../../durable-objects/store-holds.ts";
import type { AccountLinks } from "../../shared/billing-contract/description.ts";
import type { MailTransport } from "../../shared/mail/mailer.ts";
import { blockedSiteNames } from "../../shared/ordering/plan-orders.ts";
import { timeZoneOf } from "../../shared/platform/calendar.ts";
import type { JurisdictionSetting } from "../../shared/platform/jurisdiction.ts";
import type { MetricsBindings } from "../../shared/platform/metrics.ts";
import type { ActingSettings, WhmcsSettings } from "./whmcs-context.ts";

/** Bindings and settings of the Worker, see wrangler.toml. */
export interface WhmcsWorkerEnv extends JurisdictionSetting, MetricsBindings {
  DB: D1Database;
  EMAIL: MailTransport;
  BILLING_HOST: DurableObjectNamespace<BillingHostObject>;
  STORE_HOLDS: DurableObjectNamespace<StoreHolds>;
  WHMCS_URL: string;
  CLIENT_AREA_URL: string;
  TIME_ZONE: string;
  TAX_NAMES: string;
  PRICES_INCLUDE_TAX_PERCENT: string;
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

/** The settings of wrangler.toml, all of them texts. What is wrong is named, never quoted: a secret may have got into the wrong one. */
export type WhmcsSettingTexts = {
  [Name in keyof WhmcsWorkerEnv as WhmcsWorkerEnv[Name] extends string ? Name : never]: string;
};

/** @throws Error naming a setting that is not what it should be */
export function readWhmcsSettings(texts: WhmcsSettingTexts): WhmcsSettings {
  const [first = "Tax", second = "Tax 2"] = texts.TAX_NAMES.split("|").map((name) => name.trim());
  return {
    timeZone: timeZoneOf(texts),
    taxNames: [first || "Tax", second],
    taxIncludedPercent: taxIncludedOf(texts),
    demonstration: texts.DEMONSTRATION === "true",
    blockedSites: blockedSiteNames(texts.BLOCKED_SITE_NAMES),
    acting: actingOf(texts),
    signInHost: new URL(clientAreaOf(texts)).host,
    links: LINK_PATHS,
  };
}

/** Where the installation is reached, without a final slash. */
export function baseOf({ WHMCS_URL }: WhmcsSettingTexts): string {
  return addressIn("WHMCS_URL", WHMCS_URL);
}

/** The client area as the browser reaches it, without a final slash. */
export function clientAreaOf({ CLIENT_AREA_URL, WHMCS_URL }: WhmcsSettingTexts): string {
  return addressIn("CLIENT_AREA_URL", CLIENT_AREA_URL || WHMCS_URL);
}

/**
 * What a deployment needs beyond what the Worker starts with. Browsers are sent to https alone, and so is the Worker with its key, but
 * for this machine.
 * @throws Error naming the first setting that is missing or wrong
 */
export function checkWhmcsSettings(texts: WhmcsSettingTexts): void {
  checkEncrypted("WHMCS_URL", baseOf(texts));
  if (texts.CLIENT_AREA_URL === "") throw new Error("CLIENT_AREA_URL is not set: customers are led to WHMCS by it");
  checkEncrypted("CLIENT_AREA_URL", clientAreaOf(texts));
  readWhmcsSettings(texts);
}

function addressIn(name: string, text: string): string {
  const address = URL.parse(text);
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  if (text === "") throw new Error(`${name} is not set`);
  if (!isWeb || /[?#@]/.test(text)) {
    throw new Error(`${name} is not an address such as https://billing.provider.com, without user, query and fragment`);
  }
  return text.replace(/\/+$/, "");
}

/** @throws Error for an address that is reached without encryption, but on this machine */
function checkEncrypted(name: string, text: string): void {
  const { protocol, hostname } = new URL(text);
  if (protocol !== "https:" && !["127.0.0.1", "localhost"].includes(hostname)) {
    throw new Error(`${name} is not https`);
  }
}

function taxIncludedOf({ PRICES_INCLUDE_TAX_PERCENT: text }: WhmcsSettingTexts): number | null {
  if (text === "") return null;
  const percent = Number(text);
  if (!(percent >= 0 && percent < 100)) throw new Error("PRICES_INCLUDE_TAX_PERCENT is no percentage");
  return percent;
}

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
/** Of a name, in the API. */
const MAX_NAMESERVERS = 5;

/** Null where no gateway for orders is set: then they are not taken. */
function actingOf({
  WHMCS_ORDER_GATEWAY,
  NAMESERVERS,
  ORDERS_NEED_PAYMENT_METHOD,
}: WhmcsSettingTexts): ActingSettings | null {
  if (WHMCS_ORDER_GATEWAY === "") return null;
  const nameservers = NAMESERVERS.split("|").map((name) => name.trim().toLowerCase());
  const isList =
    nameservers.length >= 2 &&
    nameservers.length <= MAX_NAMESERVERS &&
    nameservers.every((name) => HOST_NAME.test(name));
  if (!isList)
    throw new Error(`NAMESERVERS is no list of 2 to ${MAX_NAMESERVERS} host names with | between: ${NAMESERVERS}`);
  return { orderGateway: WHMCS_ORDER_GATEWAY, nameservers, needsPaymentMethod: ORDERS_NEED_PAYMENT_METHOD === "true" };
}

/** Pages of the client area, as WHMCS has them. */
const LINK_PATHS: AccountLinks = {
  home: "/clientarea.php",
  service: "/clientarea.php?action=productdetails&id={id}",
  domain: "/clientarea.php?action=domaindetails&id={id}",
  invoice: "/viewinvoice.php?id={id}",
  // The addon leads whoever may see a ticket to its page.
  ticket: "/index.php?m=frontdesk&ticket={id}",
  tickets: "/supporttickets.php",
  payment_methods: "/index.php?rp=/account/paymentmethods",
  profile: "/clientarea.php?action=details",
};
