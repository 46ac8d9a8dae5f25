import { env, waitUntil } from "cloudflare:workers";
import { Session as RealSession } from "../../../../durable-objects/session/session.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { STYLESHEET_PATH, stylesheetResponse } from "../../../../shared/pages/stylesheet.ts";
import { themeFrom } from "../../../../shared/pages/theme.ts";
import { openClientArea, workerDependencies } from "../../../../workers/billing/composition.ts";
import type { BillingWorkerEnv } from "../../../../workers/billing/environment.ts";
import { MemoryRegistrar } from "../../../engine/support/acting.ts";

export { AddressWindow } from "../../../../durable-objects/address-window.ts";
export { DailyKey, ServiceKey } from "../../../../durable-objects/random-keys.ts";

/** The session, with a method that makes it older. */
export class Session extends RealSession {
  async age(seen: number, signedIn: number): Promise<void> {
    const stored = this.ctx.storage.kv.get<{ seenAt: number; signedIn: SignedIn }>("session");
    if (!stored) throw new Error("there is no such session");
    const { seenAt, signedIn: person } = stored;
    const older = { ...stored, seenAt: seenAt - seen, signedIn: { ...person, at: person.at - signedIn } };
    this.ctx.storage.kv.put("session", older);
  }
}

const settings = env as unknown as Omit<BillingWorkerEnv, "SESSION"> & {
  SESSION: DurableObjectNamespace<Session>;
};
const registrar = new MemoryRegistrar();
const dependencies = workerDependencies(settings, waitUntil);
const withRegistrar = { ...dependencies, registrar };
const area = openClientArea(settings, withRegistrar);
const areaOfProvider = openClientArea({ ...settings, SIGN_UP_URL: "https://provider.example/join" }, withRegistrar);
const theme = themeFrom(settings);

function elsewhereAs(state: string | null): "taken" | "redemption" | "pending_delete" {
  return state === "redemption" || state === "pending_delete" ? state : "taken";
}

/** The client area with a registrar that a test sees into, and with its stylesheet. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (STYLESHEET_PATH.test(pathname)) return stylesheetResponse(theme.stylesheet, pathname);
    if (pathname === "/favicon.svg") return new Response("");
    if (pathname === "/test/age") {
      const [id = "", seen, signedIn] = ["session", "seen", "signedIn"].map((name) => searchParams.get(name) ?? "");
      await settings.SESSION.get(settings.SESSION.idFromName(id)).age(Number(seen), Number(signedIn));
      return new Response();
    }
    if (pathname === "/test/registered") return Response.json([...registrar.domains.keys()]);
    if (pathname === "/test/checks")
      return new Response(String(registrar.calls.filter((call) => call.startsWith("check")).length));
    if (pathname === "/test/silent") {
      registrar.available = searchParams.has("over");
      return new Response();
    }
    if (pathname === "/test/hold") {
      const transferProhibited = searchParams.has("kept");
      registrar.hold(searchParams.get("name") ?? "", { transferProhibited });
      return new Response();
    }
    if (pathname === "/test/locked") {
      return Response.json(registrar.domains.get(searchParams.get("name") ?? "")?.locked ?? null);
    }
    if (pathname === "/test/nameservers") {
      return Response.json(registrar.domains.get(searchParams.get("name") ?? "")?.nameservers ?? null);
    }
    if (pathname === "/test/elsewhere") {
      registrar.elsewhere.set(searchParams.get("name") ?? "", elsewhereAs(searchParams.get("state")));
      return new Response();
    }
    if (pathname === "/test/reserved") {
      registrar.elsewhere.set(searchParams.get("name") ?? "", "unavailable");
      return new Response();
    }
    if (pathname === "/test/refusal") {
      registrar.refusal = searchParams.get("reason");
      return new Response();
    }
    return (request.headers.has("X-Test-Sign-Up") ? areaOfProvider : area).fetch(request);
  },
};
