import { checkSettingLimit } from "../shared/account-access/rate-policies.ts";
import { checkMailSettings } from "../shared/mail/mail-settings.ts";
import { checkSiteNameSettings } from "../shared/ordering/plan-orders.ts";
import { brandFrom } from "../shared/pages/brand.ts";
import { checkAddressSettings } from "../shared/platform/addresses.ts";
import { timeZoneOf } from "../shared/platform/calendar.ts";
import { type JurisdictionSetting, jurisdictionFrom } from "../shared/platform/jurisdiction.ts";
import { validateCheckSettings } from "../workers/catalogue/availability/check-settings.ts";
import { checkRegistrySettings } from "../workers/catalogue/availability/sources/registry-settings.ts";
import { checkAccessSettings } from "../workers/operator/access/access-settings.ts";
import { discoveryFrom } from "../workers/site/discovery/discovery-settings.ts";
import { shopFrom } from "../workers/site/shop-settings.ts";
import { statusNotesFrom } from "../workers/site/status-notes.ts";
import { checkZoneSettings } from "../workers/zones/zone-settings.ts";
import { ENGINE_SETTINGS } from "./business/setting-rows.ts";
import { observabilityFrom } from "./deployment/observability.ts";
import type { Setting, WorkerName } from "./setting-rows.ts";
import { WELL_KNOWN_SITES } from "./well-known-sites.ts";
import { WHMCS_SETTINGS } from "./whmcs/setting-rows.ts";

/** The Workers that serve pages, if the embedded engine is the billing system. */
const WITH_PAGES: WorkerName[] = ["site", "account", "billing", "operator"];
const WITH_ADDRESSES: WorkerName[] = ["site", "account", "billing", "catalogue"];
const WITH_STORES: WorkerName[] = ["account", "billing", "billing-whmcs", "catalogue", "operator", "zones"];

function checkJurisdiction({ JURISDICTION }: JurisdictionSetting): void {
  jurisdictionFrom(JURISDICTION);
}

/**
 * All settings. `test/unit/commands/settings.test.ts` checks that docs/deploy/settings.md, `provider.env.example` and
 * the `[vars]` of each `wrangler.toml` match this list.
 */
export const SETTINGS: readonly Setting[] = [
  {
    ...{ name: "BILLING", type: "`embedded` or `whmcs`", default: "embedded", workers: [], example: "embedded" },
    about: "The billing system. `whmcs` has [its own settings](whmcs.md#settings).",
  },
  {
    ...{ name: "DOMAIN", type: "host name", default: "", workers: [], example: "desk.provider.com" },
    about: "The host name of the service, in a zone of your Cloudflare account. Requests to other hosts are refused.",
    without: "Your `workers.dev` address.",
  },
  {
    ...{ name: "ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about: "The origin of every address, on `DOMAIN` if that is set.",
    without: "`https://` and `DOMAIN`, or the origin of each request.",
    example: "https://desk.provider.com",
  },
  {
    ...{ name: "CATALOGUE_ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about:
      "A separate origin for the catalogue's API and MCP server: see [routes](deploying.md#routes-and-other-origins).",
    without: "`ORIGIN`.",
  },
  {
    ...{ name: "ACCOUNT_ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about: "A separate origin for the account's API and MCP server: see [the account](deploying.md#the-account).",
    without: "`ORIGIN`.",
  },
  {
    ...{ name: "AUTH_ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about: "A separate origin for the authorization server and the customer's pages.",
    without: "`ORIGIN`.",
  },
  {
    ...{ name: "CLIENT_AREA_URL", type: "address", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about: "Where carts and invoices are.",
    without: "`/client-area` of `ORIGIN`.",
    example: "https://my.provider.com",
  },
  {
    ...{ name: "BRAND_NAME", type: "text", default: "Maple Hosting", check: brandFrom, example: "Your Name" },
    workers: [...WITH_PAGES, "catalogue", "billing-whmcs"],
    about: "Your name.",
  },
  {
    ...{ name: "BRAND_COLOUR", type: "`#rrggbb`", default: "#0b6e4f", check: brandFrom },
    workers: [...WITH_PAGES, "billing-whmcs"],
    about: "Your colour, in pages and mails. Contrast is kept with any colour.",
    example: "#0b6b4f",
  },
  {
    ...{ name: "BRAND_LOGO_URL", type: "https address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Your logo. It is left-aligned in a box of 140 by 28 pixels, narrower on a phone.",
    without: "Your initial.",
    example: "https://www.provider.com/logo.svg",
  },
  {
    ...{ name: "BRAND_MENU", type: "lines", default: "", workers: WITH_PAGES, check: brandFrom },
    about:
      "Links in the shop's header, one per line: `English | French | address`. A path of the shop can be an address.",
    without: "No extra links.",
    example: "E-mail | Courriel | /plans?line=email",
  },
  {
    ...{ name: "BRAND_LINKS", type: "lines", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Links in the footer of every page, in the same form.",
    without: "No extra links.",
    example: "Refunds | Remboursements | https://www.provider.com/refunds",
  },
  {
    ...{ name: "SOCIAL_IMAGE", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "The preview picture of links to your pages, 1,200 by 630 pixels.",
    without: "Your initial on your colour.",
    example: "https://www.provider.com/social.png",
  },
  {
    ...{ name: "SIGN_UP_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Where new customers open an account. The footer and the embedded client area's cart link to it.",
    without:
      "The client area's own sign-up, if `MAIL_FROM` is set. Otherwise the cart asks new customers to contact you.",
    example: "https://www.provider.com/open-an-account",
  },
  {
    ...{ name: "SUPPORT_URL", type: "address or `mailto:`", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Your help pages, linked in the shop's header and every footer.",
    without: "No link.",
    example: "https://www.provider.com/help",
  },
  {
    ...{ name: "TERMS_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Your terms of service, linked in every footer.",
    without: "No link.",
    example: "https://www.provider.com/terms",
  },
  {
    ...{ name: "STATUS_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Your status page, linked in every footer.",
    without: "The link leads to `/status`.",
    example: "https://status.provider.com",
  },
  {
    ...{ name: "PRIVACY_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about:
      "Your privacy policy, linked in every footer, in `op_policy_uri` of the authorization server's metadata, and in the AI catalogue.",
    without: "No link.",
    example: "https://www.provider.com/privacy",
  },
  {
    ...{ name: "SECURITY_CONTACT", type: "words", default: "", workers: ["site"], check: discoveryFrom },
    about: "Where to report vulnerabilities, as `mailto:` or `https:`: see [being found](deploying.md#being-found).",
    without: "No `security.txt`.",
    example: "mailto:security@provider.com",
  },
  {
    ...{ name: "MCP_REGISTRY_AUTH", type: "text", default: "", workers: ["site"], check: discoveryFrom },
    about: "Proves your host to the MCP registry: see [directories](directories.md).",
    without: "No proof is served.",
    example: "v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
  },
  {
    ...{ name: "OPENAI_APPS_CHALLENGE", type: "text", default: "", workers: ["site"], check: discoveryFrom },
    about: "Proves your host to OpenAI's directory: see [directories](directories.md).",
    without: "No proof is served.",
    example: "the-token-of-the-form",
  },
  {
    ...{ name: "SHOP_FACTS", type: "lines", default: "", workers: ["site"], check: shopFrom },
    about:
      "Facts about you on the home page, one per line: `English | French | English details | French details`. Four fill a row.",
    without: "No facts.",
    example: "Servers in Montréal | Serveurs à Montréal | Your data stays in Canada. | Vos données restent au Canada.",
  },
  {
    ...{ name: "FEATURED_PLAN", type: "text", default: "", workers: ["site"], check: shopFrom },
    about: "A highlighted plan, with the reason: `id | English | French`.",
    without: "No plan is highlighted.",
    example: "web-plus | Most room for the price | Le plus d’espace pour le prix",
  },
  {
    ...{ name: "STATUS_NOTES", type: "lines", default: "", workers: ["site"], check: statusNotesFrom },
    about:
      "Notes on the page `/status`, such as planned work, one per line: `from | to | English | French`. Each disappears at its end.",
    without: "No note.",
    example: "2026-12-06T02:00Z | 2026-12-06T02:30Z | Two web servers are restarted. | Deux serveurs web redémarrent.",
  },
  {
    ...{ name: "DEMONSTRATION", type: "`true`", default: "", example: "true" },
    workers: ["account", "billing", "billing-whmcs", "catalogue", "operator", "site"],
    about: "All data is made up, and pages say so. Metadata documents may be on loopback.",
    without: "Real data.",
  },
  {
    ...{ name: "JURISDICTION", type: "`eu`, `us` or `fedramp`", default: "", workers: WITH_STORES },
    about:
      "Where objects and stores are kept. Set it before the first deployment: it [cannot change](../operate/releasing.md#where-everything-is-kept).",
    without: "The platform chooses.",
    check: checkJurisdiction,
    example: "eu",
  },
  {
    ...{ name: "MAIL_FROM", type: "e-mail address", default: "", workers: ["account", "billing", "billing-whmcs"] },
    about: "The sender of [mails](deploying.md#mail) to customers.",
    without: "No mail is sent.",
    check: checkMailSettings,
    example: "no-reply@provider.com",
  },
  {
    ...{ name: "TIME_ZONE", type: "IANA name", default: "UTC", workers: ["account", "billing"] },
    about: "Your time zone, for due dates and times in mails.",
    check: timeZoneOf,
    example: "America/Toronto",
  },
  {
    ...{ name: "BLOCKED_SITE_NAMES", type: "words", workers: ["billing", "billing-whmcs"] },
    default: `maple.example ${WELL_KNOWN_SITES}`,
    about:
      "Domains that no plan can use, including their subdomains: yours, and others that you protect. They replace the default list.",
    without: "Well-known domains such as `google.com` and `gov.ca`, and an invented one.",
    check: checkSiteNameSettings,
    example: "provider.com google.com gov.ca",
  },
  ...ENGINE_SETTINGS,
  {
    ...{ name: "OPERATOR_ORIGIN", type: "origin", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "The origin of [the operator console](deploying.md#the-operator-console), behind Cloudflare Access.",
    without: "The console is not reachable.",
    example: "https://operator.provider.com",
  },
  {
    ...{ name: "ACCESS_TEAM", type: "address", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "Your Cloudflare Access team.",
    without: "The console refuses everyone.",
    example: "https://team.cloudflareaccess.com",
  },
  {
    ...{ name: "ACCESS_AUDIENCE", type: "64 hexadecimal digits", default: "", workers: ["operator"] },
    about: "The audience tag of the console's Access application.",
    without: "The console refuses everyone.",
    check: checkAccessSettings,
    example: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  },
  {
    ...{ name: "OPERATORS", type: "words", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "Who has full access: e-mail addresses, and client ids of service tokens (`….access`).",
    without: "Nobody has full access.",
    example: "you@provider.com 0123456789abcdef.access",
  },
  {
    ...{ name: "OPERATOR_READERS", type: "words", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "Who can only read, likewise.",
    without: "Nobody else can read.",
    example: "colleague@provider.com",
  },
  {
    ...{ name: "METRICS", type: "`true`", default: "", workers: [], check: observabilityFrom, example: "true" },
    about:
      "Writes a data point per call and scheduled run to Analytics Engine. Switch Analytics Engine on first: see [operating](../operate/operating.md#graphs).",
    without: "No metrics.",
  },
  {
    ...{ name: "LOG_DESTINATIONS", type: "list", default: "", workers: [], check: observabilityFrom },
    about: "Where logs go in addition to Workers Logs: names of destinations in the dashboard.",
    without: "Workers Logs only.",
    example: "my-logs",
  },
  {
    ...{ name: "TRACE_DESTINATIONS", type: "list", default: "", workers: [], check: observabilityFrom },
    about: "Where traces go in addition to Workers Logs.",
    without: "Workers Logs only.",
    example: "my-traces",
  },
  {
    ...{ name: "TRACE_SAMPLING", type: "0 to 1", default: "", workers: [], check: observabilityFrom, example: "0.05" },
    about: "The share of calls to trace.",
    without: "`0.05`.",
  },
  {
    ...{ name: "CHECKS_PER_ADDRESS", type: "number", default: "30", workers: ["catalogue"] },
    about: "Domain checks per address and ten minutes, over HTTP.",
    check: validateCheckSettings,
  },
  {
    ...{ name: "CHECKS_PER_ADDRESS_MCP", type: "number", default: "120", workers: ["catalogue"] },
    about: "The same over MCP.",
    check: validateCheckSettings,
  },
  {
    ...{ name: "REGISTRY_SOURCES", type: "JSON", default: "", workers: ["catalogue"], check: checkRegistrySettings },
    about: "Your own registries: see [availability](../build/availability.md).",
    without: "The bundled table.",
  },
  {
    ...{ name: "REGISTRY_RATES", type: "JSON", default: "", workers: ["catalogue"], check: checkRegistrySettings },
    about: "Maximum call rates for registry hosts and the registrar: see [availability](../build/availability.md).",
    without: "The rates of the table.",
  },
  {
    ...{ name: "DNS_RESOLVER", type: "https address", default: "", workers: ["catalogue"] },
    about:
      "A DNS-over-HTTPS resolver, such as `https://cloudflare-dns.com/dns-query`. When a registry's limits are used up, it shows that a domain is delegated, and so taken. It sees the domains.",
    without: "No resolver is called.",
    check: checkRegistrySettings,
  },
  {
    ...{ name: "ZONE_SERVERS", type: "lines", default: "", workers: ["zones"], check: checkZoneSettings },
    about: "Servers whose DNS zones can be read and changed: see [zones](zones.md#connect-a-server).",
    without: "No server.",
    example: "1 | cpanel | https://web-1.provider.com:2087 | frontdesk",
  },
  {
    ...{ name: "EXTRA_TOOLS", type: "`true`", default: "", workers: ["account", "catalogue"] },
    about:
      "Adds the tools `search_domains` on both MCP servers, and `list_my_orders`, `get_dns_zone` and `change_dns_records` on the account's.",
    without: "They are not offered.",
  },
  // Providers cannot set the internal settings. A deployment refuses them.
  ...internal({ name: "CHECK_DEADLINE_MS", default: "6000", workers: ["catalogue"], check: validateCheckSettings }),
  ...internal({ name: "SETTINGS_PER_HOUR", default: "60", workers: ["account"], check: checkSettingLimit }),
  ...["SANDBOX_WHOIS", "SANDBOX_RDAP", "SANDBOX_DAS"].flatMap((name) => internal({ name, workers: ["catalogue"] })),
  ...internal({ name: "LOCAL_ORIGIN", workers: ["billing"] }),
  ...internal({ name: "BILLING_SYSTEM", default: "embedded", workers: ["account", "billing", "operator"] }),
  ...internal({ name: "BILLING_SYSTEM", default: "whmcs", workers: ["billing-whmcs"] }),
  ...WHMCS_SETTINGS,
];

function internal(row: Pick<Setting, "name" | "workers" | "check"> & { default?: string }): Setting[] {
  return [
    {
      default: "",
      type: "text",
      about: "For local work and tests, or made by the deployment.",
      isInternal: true,
      ...row,
    },
  ];
}
