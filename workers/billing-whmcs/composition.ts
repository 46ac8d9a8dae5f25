import type { BillingHostDependencies } from "../../durable-objects/billing-host/billing-host-dependencies.ts";
import type { BillingHostPort } from "../../durable-objects/billing-host/billing-host-port.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { ACCOUNT_LINK_KINDS, type AccountLinks } from "../../shared/billing-contract/description.ts";
import { judgeReply } from "./api/outcome.ts";
import { type ApiAccess, type ApiCall, post } from "./api/post.ts";
import { ProviderFacts } from "./api/provider-facts.ts";
import { PROBE, WhmcsApi } from "./api/whmcs-api.ts";
import { PlanMap } from "./catalogue/plan-map.ts";
import { refreshPrices } from "./catalogue/refresh-prices.ts";
import type { WhmcsWorkerEnv } from "./environment.ts";
import { CancellationMirror } from "./services/cancellation-mirror.ts";
import { Bridge } from "./sign-in/bridge.ts";
import { OpenId } from "./sign-in/open-id.ts";
import { whmcsBilling } from "./whmcs-billing.ts";
import type { WhmcsContext, WhmcsSettings } from "./whmcs-context.ts";

const CONCURRENCY = 8;

type Fetch = (request: Request) => Promise<Response>;

/** What the billing host's object sends calls with. */
export function billingHostDependencies(env: WhmcsWorkerEnv): BillingHostDependencies {
  const access: ApiAccess = {
    address: `${baseOf(env)}/includes/api.php`,
    identifier: required(env, "WHMCS_IDENTIFIER"),
    secret: required(env, "WHMCS_SECRET"),
    accessKey: env.WHMCS_ACCESS_KEY || null,
    fetch: fetchOf(env),
  };
  const concurrency = Number(env.WHMCS_CONCURRENCY || CONCURRENCY);
  if (!Number.isInteger(concurrency) || concurrency < 2 || concurrency > 100) {
    throw new Error("WHMCS_CONCURRENCY is not a number from 2 to 100");
  }
  return {
    concurrency,
    send: ({ text }, deadlineMs) => post(access, JSON.parse(text) as ApiCall, deadlineMs),
    judge: judgeReply,
    trial: JSON.stringify({ action: PROBE, parameters: {} } satisfies ApiCall),
  };
}

/** What an isolate keeps: nothing in it is a customer's. */
export interface WhmcsSystem {
  billing: BillingSystem;
  /** The scheduled work, one after another: prices, and requests to cancel. */
  runScheduledWork(requestId?: string): Promise<void>;
}

export function openWhmcs(
  env: WhmcsWorkerEnv,
  host: BillingHostPort,
  now: () => number = () => Date.now(),
): WhmcsSystem {
  const api = new WhmcsApi(host);
  const settings = settingsOf(env);
  const context: WhmcsContext = {
    api,
    db: env.DB,
    now,
    settings,
    plans: new PlanMap(env.DB, now),
    cancellations: new CancellationMirror(env.DB),
    facts: new ProviderFacts(api, env.DB, now),
    signIn: { openId: openIdOf(env, now), addon: addonOf(env, now) },
    ownersLastSeen: new Set(),
    requestId: undefined,
  };
  return {
    billing: whmcsBilling(context),
    async runScheduledWork(requestId = crypto.randomUUID()) {
      await refreshPrices(context, requestId);
      await context.cancellations.refresh(api, settings.timeZone, requestId);
    },
  };
}

/** Only where a probe has shown that a token's subject is the user: see docs/whmcs.md. */
function openIdOf(env: WhmcsWorkerEnv, now: () => number): OpenId | null {
  if (env.WHMCS_OIDC_SUBJECT !== "user") return null;
  const settings = {
    issuer: required(env, "WHMCS_ISSUER"),
    clientId: required(env, "WHMCS_OIDC_CLIENT"),
    clientSecret: required(env, "WHMCS_OIDC_SECRET"),
    base: baseOf(env),
    fetch: fetchOf(env),
  };
  return new OpenId(settings, now);
}

function addonOf(env: WhmcsWorkerEnv, now: () => number): WhmcsContext["signIn"]["addon"] {
  const { FRONTDESK_BRIDGE_KEY: key } = env;
  if (!key) return null;
  const bridge = new Bridge({ base: baseOf(env), key, fetch: fetchOf(env) }, now);
  return { bridge, clientArea: clientAreaOf(env) };
}

function settingsOf(env: WhmcsWorkerEnv): WhmcsSettings {
  const [first = "Tax", second = "Tax 2"] = env.TAX_NAMES.split("|").map((name) => name.trim());
  const percent = env.PRICES_INCLUDE_TAX_PERCENT;
  const signInAt = env.WHMCS_OIDC_SUBJECT === "user" ? env.WHMCS_ISSUER : clientAreaOf(env);
  return {
    timeZone: env.TIME_ZONE || "UTC",
    taxNames: [first, second],
    emailsAreVerified: env.WHMCS_EMAILS_ARE_VERIFIED === "true",
    featuredCategories: (env.FEATURED_CATEGORIES || "Popular").split("|"),
    taxIncludedPercent: percent === "" ? null : Number(percent),
    demonstration: env.DEMONSTRATION === "true",
    signInHost: new URL(signInAt).host,
    links: linksOf(env.LINK_PATHS),
  };
}

const LINK_PATHS: AccountLinks = {
  home: "/clientarea.php",
  service: "/clientarea.php?action=productdetails&id={id}",
  domain: "/clientarea.php?action=domaindetails&id={id}",
  invoice: "/viewinvoice.php?id={id}",
  // A ticket's own page is opened by its access key, which is handed to nobody.
  ticket: "/supporttickets.php",
  tickets: "/supporttickets.php",
  payment_methods: "/index.php?rp=/account/paymentmethods",
  profile: "/clientarea.php?action=details",
};

/** Those of WHMCS, with the provider's own in their place: `domain=/clientarea.php?…`, one a line. */
function linksOf(own: string): AccountLinks {
  const links = { ...LINK_PATHS };
  for (const line of own.split("\n").filter((text) => text.trim() !== "")) {
    const [name = "", ...path] = line.split("=");
    const kind = ACCOUNT_LINK_KINDS.find((known) => known === name.trim());
    if (!kind) throw new Error(`LINK_PATHS has no page ${name}`);
    links[kind] = path.join("=").trim();
  }
  return links;
}

/** Over a tunnel the host in the address is only a name. */
function fetchOf({ WHMCS_NETWORK: network }: WhmcsWorkerEnv): Fetch {
  return network ? (request) => network.fetch(request) : (request) => fetch(request);
}

function baseOf(env: WhmcsWorkerEnv): string {
  return required(env, "WHMCS_URL").replace(/\/+$/, "");
}

/** As the browser reaches it. */
function clientAreaOf(env: WhmcsWorkerEnv): string {
  return (env.CLIENT_AREA_URL || baseOf(env)).replace(/\/+$/, "");
}

function required(env: WhmcsWorkerEnv, name: keyof WhmcsWorkerEnv & string): string {
  const value = env[name];
  if (typeof value !== "string" || value === "") throw new Error(`${name} is not set`);
  return value;
}
