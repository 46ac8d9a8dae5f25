import { env, waitUntil } from "cloudflare:workers";
import { STYLESHEET_PATH, stylesheetResponse } from "../../../../shared/pages/stylesheet.ts";
import { themeFrom } from "../../../../shared/pages/theme.ts";
import { openClientArea, workerDependencies } from "../../../../workers/billing/composition.ts";
import type { BillingWorkerEnv } from "../../../../workers/billing/environment.ts";
import { MemoryRegistrar } from "../../../engine/support/acting.ts";

export { AddressWindow } from "../../../../durable-objects/address-window.ts";
export { DailyKey, ServiceKey } from "../../../../durable-objects/random-keys.ts";
export { Session } from "../../../../durable-objects/session/session.ts";
export { StoreHolds } from "../../../../durable-objects/store-holds.ts";

const settings = env as unknown as BillingWorkerEnv;
const registrar = new MemoryRegistrar();
const dependencies = workerDependencies(settings, waitUntil);
const withRegistrar = { ...dependencies, registrar };
const area = openClientArea(settings, withRegistrar);
const areaOfProvider = openClientArea({ ...settings, SIGN_UP_URL: "https://provider.example/join" }, withRegistrar);
const theme = themeFrom(settings);

type Parameters = Record<string, string | undefined>;

/** What a test tells the registrar or asks of it, by the last part of its path; what it answers is JSON. */
const TESTS: Record<string, (parameters: Parameters) => unknown> = {
  registered: () => [...registrar.domains.keys()],
  checks: () => registrar.calls.filter((call) => call.startsWith("check")).length,
  silent: ({ over }) => {
    registrar.available = over !== undefined;
  },
  hold: ({ name = "", kept }) => void registrar.hold(name, { transferProhibited: kept !== undefined }),
  locked: ({ name = "" }) => registrar.domains.get(name)?.locked,
  nameservers: ({ name = "" }) => registrar.domains.get(name)?.nameservers,
  elsewhere: ({ name = "", state }) => {
    registrar.elsewhere.set(name, state === "redemption" || state === "pending_delete" ? state : "taken");
  },
  reserved: ({ name = "" }) => void registrar.elsewhere.set(name, "unavailable"),
  refusal: ({ reason }) => {
    registrar.refusal = reason ?? null;
  },
};

/** The client area with a registrar that a test sees into, and with its stylesheet. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (STYLESHEET_PATH.test(pathname)) return stylesheetResponse(theme.stylesheet, pathname);
    if (pathname === "/favicon.svg") return new Response("");
    const answer = pathname.startsWith("/test/") && TESTS[pathname.slice("/test/".length)];
    if (answer) return Response.json((await answer(Object.fromEntries(searchParams))) ?? null);
    return (request.headers.has("X-Test-Sign-Up") ? areaOfProvider : area).fetch(request);
  },
};
