import { env, RpcTarget } from "cloudflare:workers";
import { Hono } from "hono";
import { Session as RealSession } from "../../../../durable-objects/session/session.ts";
import type {
  PendingAuthorization,
  SessionPort,
  SessionState,
} from "../../../../durable-objects/session/session-port.ts";
import type { RequestVariables } from "../../../../shared/api/http/serve-http.ts";
import type { BillingSystem } from "../../../../shared/billing-contract/billing-system.ts";
import type { ClientAreaPort, CustomerActions } from "../../../../shared/billing-contract/client-area.ts";
import type { CustomerReads } from "../../../../shared/billing-contract/customer.ts";
import type { BillingDescription } from "../../../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../../../shared/billing-contract/result.ts";
import { StoreHeldError } from "../../../../shared/holds/holds.ts";
import { Sessions } from "../../../../shared/pages/sign-in/sessions.ts";
import { STYLESHEET_PATH, stylesheetResponse } from "../../../../shared/pages/stylesheet.ts";
import { themeFrom } from "../../../../shared/pages/theme.ts";
import type { CountResult } from "../../../../shared/platform/address-limit.ts";
import { addressBook } from "../../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../../shared/platform/ids.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { ConnectionIndex } from "../../../../workers/account/connections/connection-index.ts";
import { ProviderActs } from "../../../../workers/account/connections/provider-acts.ts";
import type { ReadAuthorization } from "../../../../workers/account/oauth/authorization-request.ts";
import { customerPages } from "../../../../workers/account/pages/customer-pages.ts";
import type { PageDependencies } from "../../../../workers/account/pages/page-request.ts";
import { SAMPLE_BRAND } from "../../../support/sample-brand.ts";
import { sampleDescription } from "../../../support/sample-description.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";
import { providerSignIn } from "./scripted-provider.ts";

/** A session with a method that makes its open authorization requests expire. */
export class Session extends RealSession {
  async expire(): Promise<void> {
    const stored = this.ctx.storage.kv.get<SessionState>("session");
    const over = Object.entries(stored?.pending ?? {}).map(([id, question]) => [id, { ...question, expiresAt: 1 }]);
    this.ctx.storage.kv.put("session", { ...stored, pending: Object.fromEntries(over) });
  }
}

class NoActions extends RpcTarget {}

interface DoorEnv {
  ACCOUNT_DB: D1Database;
  BILLING: BillingSystem;
  CLIENT_AREA: ClientAreaPort;
  SESSION: DurableObjectNamespace<Session>;
}

const { ACCOUNT_DB, BILLING, CLIENT_AREA, SESSION } = env as unknown as DoorEnv;
const theme = themeFrom(SAMPLE_BRAND);
const addressesOf = addressBook(UNSET_ADDRESSES);
const signer = new Signer(async () => ({ original: new Uint8Array(32).fill(7).buffer }));
let sessionsAsked = 0;
const made: unknown[] = [];
const sessionOf = (id: string) => {
  sessionsAsked++;
  return SESSION.get(SESSION.idFromName(id)) as unknown as SessionPort;
};
const sessions = new Sessions({ name: "session", path: "/" }, signer, sessionOf, { add: async () => true });

/** The applications in these tests, by client id. */
const APPLICATIONS: Record<string, Pick<PendingAuthorization, "name" | "origin" | "returnsTo">> = {
  atlas: {
    name: "Atlas Assistant",
    origin: { kind: "verified", domain: "atlas.example" },
    returnsTo: "atlas.example",
  },
  self: { name: "Claude <b>Pro</b>", origin: { kind: "unverified" }, returnsTo: "elsewhere.example" },
  loopback: { name: "Terminal Helper", origin: { kind: "unverified" }, returnsTo: "127.0.0.1:3118" },
  scheme: { name: "Cursor", origin: { kind: "verified", domain: "cursor.example" }, returnsTo: "cursor:" },
};

/** Replaces the OAuth code that reads an authorization request. The client id selects the result. */
async function readAuthorization(request: Request): Promise<ReadAuthorization> {
  const { origin, searchParams } = new URL(request.url);
  const clientId = searchParams.get("client_id") ?? "";
  if (clientId === "broken") throw new Error("the table of clients is down");
  if (clientId === "wrong") return { kind: "redirect", location: "https://atlas.example/back?error=invalid_request" };
  if (clientId === "later") return { kind: "refused", reason: "temporarily_unavailable" };
  if (clientId === "busy") return { kind: "too_many", retryAfter: 1_500 };
  const application = APPLICATIONS[clientId];
  if (!application) return { kind: "refused", reason: "unknown" };
  const own = clientId === "scheme" ? "cursor://back" : "https://atlas.example/back?kept=1";
  const redirectUri = searchParams.get("redirect_uri") ?? own;
  return {
    kind: "ask",
    pending: {
      ...application,
      client: "{}",
      loginHint: searchParams.get("login_hint") ?? "",
      signedInSince: searchParams.get("prompt") === "login" ? Date.now() : null,
      mayMeanCatalogue: searchParams.get("redirect_uri") === "http://127.0.0.1:33418/cb",
      asked: (searchParams.get("scope") ?? "").split(" "),
      accountId: null,
      request: {
        responseType: "code",
        clientId,
        redirectUri,
        scope: ["account:read"],
        state: "s t/&",
        codeChallenge: "c".repeat(43),
        codeChallengeMethod: "S256",
        resource: origin + (searchParams.get("resource") ?? "/api/v1"),
        issuer: origin,
      },
    },
  };
}

/** Returns the billing system for a request. The header `X-Test-Billing` makes parts of it fail. */
function billingFor(request: Request): CustomerReads {
  const down = (request.headers.get("X-Test-Billing") ?? "").split(" ");
  return new Proxy(BILLING, {
    get: (target, method: keyof CustomerReads) => {
      if (down.includes(method)) return () => Promise.reject(new Error("down"));
      if (down.includes("no-accounts") && method === "listManagedAccounts")
        return async () => ({ ok: true, value: [] });
      if (down.includes("domains-unread") && method === "readConsentFacts") {
        return (...[call, query]: Parameters<CustomerReads["readConsentFacts"]>) =>
          target.readConsentFacts(call, { ...query, domains: null });
      }
      const [session, question] = (request.headers.get("X-Test-Answered-Meanwhile") ?? "").split(" ");
      if (method === "signIn" && session && question) {
        return async (...asked: Parameters<CustomerReads["signIn"]>) => {
          await SESSION.get(SESSION.idFromName(session)).takePending(question);
          return target.signIn(...asked);
        };
      }
      const own = providerSignIn(target, request.headers.get("X-Test-Provider") ?? undefined);
      if (method === "beginSignIn" || method === "endSignIn") return own[method];
      return (...args: never[]) => (target[method] as (...args: never[]) => unknown)(...args);
    },
  });
}

/** Returns the description of the billing system. The JSON in `X-Test-Description` overrides parts of it. */
async function describedFor(request: Request): Promise<BillingResult<BillingDescription>> {
  const given = request.headers.get("X-Test-Description");
  if (given === "unread") return { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } };
  return { ok: true, value: sampleDescription(JSON.parse(given ?? "{}")) };
}

/** Returns whether a DNS server is connected, from `X-Test-Zones`; `null` (unknown) for an empty value. */
function zonesFor(request: Request): boolean | null {
  const given = request.headers.get("X-Test-Zones") ?? "false";
  return given === "" ? null : given === "true";
}

/** Returns the result of counting a call. The header `X-Test-Limit` refuses the call or makes the counter fail. */
function countedFor(request: Request, policy: RatePolicy): CountResult {
  const rate = { policy, remaining: 0, resetSeconds: 1_500 };
  switch (request.headers.get("X-Test-Limit")) {
    case "reached":
      return { outcome: "refused", rate, by: { key: "own", policy } };
    case "down":
      return { outcome: "not_counted", cause: new Error("down") };
    default:
      return { outcome: "counted", rate, calls: 1, restSeconds: 0 };
  }
}

/** Returns the account pages, configured by the test headers of the request. */
function pagesFor(request: Request): Hono<RequestVariables> {
  const later = Number(request.headers.get("X-Test-Minutes-Later") ?? 0) * 60_000;
  const pages: PageDependencies = {
    theme,
    clientArea: CLIENT_AREA,
    sessions,
    billing: billingFor(request),
    readAuthorization,
    connect: async (pending, consent) => {
      const failure = request.headers.get("X-Test-Connect");
      if (failure === "is held") throw new StoreHeldError();
      if (failure === "fails") throw new Error("down");
      made.push({ clientId: pending.request.clientId, ...consent });
      const back = new URL(pending.request.redirectUri);
      back.searchParams.set("code", "abc");
      return back.href;
    },
    index: new ConnectionIndex(ACCOUNT_DB, "shop"),
    providerActs: new ProviderActs(ACCOUNT_DB, "shop", () => Date.now()),
    ids: new ObjectIds(signer, "connection"),
    connection: () => {
      throw new Error("nothing is connected here");
    },
    account: () => {
      throw new Error("nothing acted here");
    },
    now: () => Date.now() + later,
    describe: () => describedFor(request),
    areZonesConnected: async () => zonesFor(request),
    limit: { count: async (_, policy) => countedFor(request, policy) },
  };
  return customerPages(pages, {
    sessionList: {
      ...{ list: async () => [], setEmail: async () => undefined },
      ...{ endOne: async () => undefined, endAll: async () => undefined },
    },
    // These pages never use the actions.
    actionsOf: () => new NoActions() as unknown as CustomerActions & RpcTarget,
  });
}

/** The account pages with real sessions and the real billing engine. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (STYLESHEET_PATH.test(pathname)) return stylesheetResponse(theme.stylesheet, pathname);
    if (pathname === "/test/sessions-asked") return Response.json(sessionsAsked);
    if (pathname === "/test/made") return Response.json(made);
    if (pathname === "/test/expire") {
      await SESSION.get(SESSION.idFromName(searchParams.get("id") ?? "")).expire();
      return Response.json(null);
    }
    if (pathname === "/favicon.svg") return new Response("elsewhere");
    return withAddresses(request).route("/", pagesFor(request)).fetch(request);
  },
};

/** Returns a Hono application that sets `addresses` and `requestId` on the context, as the account Worker does. */
function withAddresses(request: Request): Hono<RequestVariables> {
  const application = new Hono<RequestVariables>();
  application.use(async (c, next) => {
    const auth = request.headers.get("X-Test-Auth-Origin");
    const addresses = (auth ? addressBook({ ...UNSET_ADDRESSES, AUTH_ORIGIN: auth }) : addressesOf)(request.url);
    if (!addresses) throw new Error(`${request.url} is not answered`);
    c.set("addresses", addresses);
    c.set("requestId", request.headers.get("X-Test-Request") ?? "r-1");
    return next();
  });
  return application;
}
