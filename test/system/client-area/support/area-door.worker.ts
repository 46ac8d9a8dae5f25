import { env, waitUntil } from "cloudflare:workers";
import type { AreaAnswer, AreaSignIns, AreaVisitor } from "../../../../shared/billing-contract/client-area.ts";
import Billing, { ClientArea as RealClientArea } from "../../../../workers/billing/billing.worker.ts";
import { openClientArea, workerDependencies } from "../../../../workers/billing/composition.ts";
import { billingEngine } from "../../../../workers/billing/engine/billing-engine.ts";
import type { BillingWorkerEnv } from "../../../../workers/billing/environment.ts";
import { MemoryRegistrar } from "../../../engine/support/acting.ts";

export {
  AddressWindow,
  DailyKey,
  PublicBilling,
  ServiceKey,
  StoreHolds,
} from "../../../../workers/billing/billing.worker.ts";

const settings = env as unknown as BillingWorkerEnv;
const registrar = new MemoryRegistrar();
const dependencies = workerDependencies(settings, waitUntil);
const withRegistrar = { ...dependencies, registrar };
const area = openClientArea(settings, withRegistrar);
const areaOfProvider = openClientArea({ ...settings, SIGN_UP_URL: "https://provider.example/join" }, withRegistrar);

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

/** The client area with a registrar that a test sees into. */
export class ClientArea extends RealClientArea {
  override async answer(request: Request, visitor: AreaVisitor | null): Promise<AreaAnswer> {
    const signIns: AreaSignIns = {};
    const asked = request.headers.has("X-Test-Sign-Up") ? areaOfProvider : area;
    const response = await asked.fetch(request, { visitor, signIns });
    return { response, ...signIns };
  }
}

const engine = billingEngine(settings, withRegistrar);

/** The billing Worker with the same registrar; its requests are the test's. */
export default class extends Billing {
  override readonly engine = engine;

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const answer = TESTS[pathname.slice("/test/".length)];
    if (!answer) return new Response(null, { status: 404 });
    return Response.json((await answer(Object.fromEntries(searchParams))) ?? null);
  }
}
