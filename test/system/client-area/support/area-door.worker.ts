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

/** The client areas, by the settings in the request header. */
const areas = new Map<string, ReturnType<typeof openClientArea>>();
function areaFor(request: Request): ReturnType<typeof openClientArea> {
  const named = request.headers.get("X-Test-Settings") ?? "{}";
  const { registrar: wanted, ...changes } = JSON.parse(named) as Record<string, string>;
  const own = { ...settings, ...changes };
  const dependencies = { ...workerDependencies(own, waitUntil), ...(wanted !== "none" && { registrar }) };
  const area = areas.get(named) ?? openClientArea(own, dependencies);
  areas.set(named, area);
  return area;
}

type Parameters = Record<string, string | undefined>;

/** The commands that let a test read and change the registrar, by the last path segment. Each returns JSON. */
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

/** The client area with an in-memory registrar. */
export class ClientArea extends RealClientArea {
  override async answer(request: Request, visitor: AreaVisitor | null): Promise<AreaAnswer> {
    const signIns: AreaSignIns = {};
    const response = await areaFor(request).fetch(request, { visitor, signIns });
    return { response, ...signIns };
  }
}

const engine = billingEngine(settings, { ...workerDependencies(settings, waitUntil), registrar });

/** The billing Worker with the same registrar. Its fetch handler takes the commands of the tests. */
export default class extends Billing {
  override readonly engine = engine;

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const answer = TESTS[pathname.slice("/test/".length)];
    if (!answer) return new Response(null, { status: 404 });
    return Response.json((await answer(Object.fromEntries(searchParams))) ?? null);
  }
}
