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

/** Workers with pages, on either billing system. */
const WITH_PAGES: WorkerName[] = ["site", "account", "billing", "operator"];
const WITH_ADDRESSES: WorkerName[] = ["site", "account", "billing", "catalogue"];
const WITH_STORES: WorkerName[] = ["account", "billing", "billing-whmcs", "catalogue", "operator", "zones"];

function checkJurisdiction({ JURISDICTION }: JurisdictionSetting): void {
  jurisdictionFrom(JURISDICTION);
}

/**
 * Every setting. Its reference in docs/deploy/settings.md, `provider.env.example` and the `[vars]` of
 * each `wrangler.toml` are held to it by `test/unit/commands/settings.test.ts`.
 */
export const SETTINGS: readonly Setting[] = [
  {
    ...{ name: "BILLING", type: "`embedded` or `whmcs`", default: "embedded", workers: [], example: "embedded" },
    about: "The billing system. `whmcs` has [its own settings](whmcs.md#settings).",
  },
  {
    ...{ name: "DOMAIN", type: "host name", default: "", workers: [], example: "desk.provider.com" },
    about: "A host name of a zone in your Cloudflare account. The front door is put there; other hosts are refused.",
    without: "Your `workers.dev` address.",
  },
  {
    ...{ name: "ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about: "The origin of every address, on `DOMAIN` if that is set.",
    without: "`https://` and `DOMAIN`. Without `DOMAIN`: as each request is addressed.",
    example: "https://desk.provider.com",
  },
  {
    ...{ name: "CATALOGUE_ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about:
      "Another origin for the catalogue's API and MCP server: see [routes](deploying.md#routes-and-other-origins).",
    without: "`ORIGIN`.",
  },
  {
    ...{ name: "ACCOUNT_ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about: "Another origin for the account's API and MCP server: see [the account](deploying.md#the-account).",
    without: "`ORIGIN`.",
  },
  {
    ...{ name: "AUTH_ORIGIN", type: "origin", default: "", workers: WITH_ADDRESSES, check: checkAddressSettings },
    about: "Another origin for the authorization server and the customer's pages.",
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
    about: "Your colour. Pages and mails keep their contrast with any colour.",
    example: "#0b6b4f",
  },
  {
    ...{ name: "BRAND_LOGO_URL", type: "https address", default: "", workers: WITH_PAGES, check: brandFrom },
    about:
      "An image of your logo. Pages show it at the left of a box of 140 by 28 pixels, a little narrower on a phone.",
    without: "A mark with your initial.",
    example: "https://www.provider.com/logo.svg",
  },
  {
    ...{ name: "BRAND_MENU", type: "lines", default: "", workers: WITH_PAGES, check: brandFrom },
    about:
      "Links in the header of the shop's pages, between those to domain names and hosting and the one to compare plans, one a line: `English | French | address`. A path of the shop can be an address.",
    without: "No further links.",
    example: "E-mail | Courriel | /plans?line=email",
  },
  {
    ...{ name: "BRAND_LINKS", type: "lines", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Further links at the foot of every page, likewise.",
    without: "No further links.",
    example: "Refunds | Remboursements | https://www.provider.com/refunds",
  },
  {
    ...{ name: "SOCIAL_IMAGE", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "The picture that a link to your pages is shown with elsewhere, 1,200 by 630 pixels.",
    without: "The icon: your initial on your colour.",
    example: "https://www.provider.com/social.png",
  },
  {
    ...{ name: "SIGN_UP_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about:
      "Where new customers open an account. The foot of every page and the embedded client area's cart link there.",
    without: "No link. The cart says that new customers contact you.",
    example: "https://www.provider.com/open-an-account",
  },
  {
    ...{ name: "SUPPORT_URL", type: "address or `mailto:`", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Your help pages: in the header of the shop, and at the foot of every page.",
    without: "No link.",
    example: "https://www.provider.com/help",
  },
  {
    ...{ name: "TERMS_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Your terms of service, at the foot of every page.",
    without: "No link.",
    example: "https://www.provider.com/terms",
  },
  {
    ...{ name: "STATUS_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about: "Your status page, at the foot of every page.",
    without: "The link leads to `/status`, which shows what works now.",
    example: "https://status.provider.com",
  },
  {
    ...{ name: "PRIVACY_URL", type: "address", default: "", workers: WITH_PAGES, check: brandFrom },
    about:
      "Your privacy policy: at the foot of every page, in the authorization server's metadata (`op_policy_uri`) and in the AI catalogue.",
    without: "No link.",
    example: "https://www.provider.com/privacy",
  },
  {
    ...{ name: "SECURITY_CONTACT", type: "words", default: "", workers: ["site"], check: discoveryFrom },
    about: "Where weaknesses are reported, as `mailto:` or `https:`: see [being found](deploying.md#being-found).",
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
      "Facts about you below the search on the home page, one a line: `English | French | English details | French details`. Four fill a row.",
    without: "No such row.",
    example: "Servers in Montréal | Serveurs à Montréal | Your data stays in Canada. | Vos données restent au Canada.",
  },
  {
    ...{ name: "FEATURED_PLAN", type: "text", default: "", workers: ["site"], check: shopFrom },
    about: "A plan whose card stands out, and why: `id | English | French`.",
    without: "No card stands out.",
    example: "web-plus | Most room for the price | Le plus d’espace pour le prix",
  },
  {
    ...{ name: "STATUS_NOTES", type: "lines", default: "", workers: ["site"], check: statusNotesFrom },
    about:
      "Notes of the page `/status`, such as planned work, one a line until its end: `from | to | English | French`.",
    without: "No note.",
    example: "2026-12-06T02:00Z | 2026-12-06T02:30Z | Two web servers are restarted. | Deux serveurs web redémarrent.",
  },
  {
    ...{ name: "DEMONSTRATION", type: "`true`", default: "", example: "true" },
    workers: ["account", "billing", "billing-whmcs", "catalogue", "operator", "site"],
    about: "All data is made up: pages say so, and metadata documents may be on loopback.",
    without: "Real data.",
  },
  {
    ...{ name: "JURISDICTION", type: "`eu`, `us` or `fedramp`", default: "", workers: WITH_STORES },
    about:
      "Where objects and stores are kept. Set it before the first deployment; it [cannot change](releasing.md#where-everything-is-kept).",
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
    about: "Where your days begin and end. Mails give times in it.",
    check: timeZoneOf,
    example: "America/Toronto",
  },
  {
    ...{ name: "BLOCKED_SITE_NAMES", type: "words", workers: ["billing", "billing-whmcs"] },
    default: `maple.example ${WELL_KNOWN_SITES}`,
    about:
      "Names for which no plan is taken, nor for one below them: your own, and others that you protect. They replace the well-known ones.",
    without: "Well-known names, such as `google.com` and `gov.ca`, and an invented one.",
    check: checkSiteNameSettings,
    example: "provider.com google.com gov.ca",
  },
  ...ENGINE_SETTINGS,
  {
    ...{ name: "OPERATOR_ORIGIN", type: "origin", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "The origin of [the operator console](deploying.md#the-operator-console), behind Cloudflare Access.",
    without: "Nobody reaches the console.",
    example: "https://operator.provider.com",
  },
  {
    ...{ name: "ACCESS_TEAM", type: "address", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "Your team of Cloudflare Access.",
    without: "The console answers nobody.",
    example: "https://team.cloudflareaccess.com",
  },
  {
    ...{ name: "ACCESS_AUDIENCE", type: "64 hexadecimal digits", default: "", workers: ["operator"] },
    about: "The audience tag of the console's Access application.",
    without: "The console answers nobody.",
    check: checkAccessSettings,
    example: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  },
  {
    ...{ name: "OPERATORS", type: "words", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "Who may read and act: e-mail addresses, and client ids of service tokens (`….access`).",
    without: "Nobody may.",
    example: "you@provider.com 0123456789abcdef.access",
  },
  {
    ...{ name: "OPERATOR_READERS", type: "words", default: "", workers: ["operator"], check: checkAccessSettings },
    about: "Who may only read.",
    without: "Nobody else may.",
    example: "colleague@provider.com",
  },
  {
    ...{ name: "METRICS", type: "`true`", default: "", workers: [], check: observabilityFrom, example: "true" },
    about:
      "Writes one data point per call and per piece of work to Analytics Engine. Switch that on in the dashboard first: see [operating](operating.md).",
    without: "Nothing is measured.",
  },
  {
    ...{ name: "LOG_DESTINATIONS", type: "list", default: "", workers: [], check: observabilityFrom },
    about: "Where logs go besides Workers Logs: names of destinations in the dashboard.",
    without: "Workers Logs only.",
    example: "my-logs",
  },
  {
    ...{ name: "TRACE_DESTINATIONS", type: "list", default: "", workers: [], check: observabilityFrom },
    about: "Where traces go besides Workers Logs.",
    without: "Workers Logs only.",
    example: "my-traces",
  },
  {
    ...{ name: "TRACE_SAMPLING", type: "0 to 1", default: "", workers: [], check: observabilityFrom, example: "0.05" },
    about: "The share of calls that are traced.",
    without: "0.05.",
  },
  {
    ...{ name: "CHECKS_PER_ADDRESS", type: "number", default: "30", workers: ["catalogue"] },
    about: "Domain checks per address in any ten minutes, over HTTP.",
    check: validateCheckSettings,
  },
  {
    ...{ name: "CHECKS_PER_ADDRESS_MCP", type: "number", default: "120", workers: ["catalogue"] },
    about: "The same over MCP.",
    check: validateCheckSettings,
  },
  {
    ...{ name: "REGISTRY_SOURCES", type: "JSON", default: "", workers: ["catalogue"], check: checkRegistrySettings },
    about: "Registries of your own: see [availability](availability.md).",
    without: "The bundled table.",
  },
  {
    ...{ name: "REGISTRY_RATES", type: "JSON", default: "", workers: ["catalogue"], check: checkRegistrySettings },
    about: "How often each registry host and the registrar is called: see [availability](availability.md).",
    without: "The rates of the table.",
  },
  {
    ...{ name: "DNS_RESOLVER", type: "https address", default: "", workers: ["catalogue"] },
    about:
      "A resolver that speaks DNS over HTTPS, such as `https://cloudflare-dns.com/dns-query`. It tells that a name is delegated, and so taken, if a registry's limits leave no room. It learns the names.",
    without: "None is called.",
    check: checkRegistrySettings,
  },
  {
    ...{ name: "ZONE_SERVERS", type: "lines", default: "", workers: ["zones"], check: checkZoneSettings },
    about: "The servers whose DNS zones can be read and changed: see [zones](zones.md).",
    without: "No server.",
    example: "1 | cpanel | https://web-1.provider.com:2087 | frontdesk",
  },
  {
    ...{ name: "EXTRA_TOOLS", type: "`true`", default: "", workers: ["account", "catalogue"] },
    about:
      "Offers further tools: `search_domains` on both MCP servers, and `list_my_orders`, `get_dns_zone` and `change_dns_records` on the account's.",
    without: "They are not offered.",
  },
  // Not for a provider to set: a deployment refuses them.
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
