import { env, WorkerEntrypoint, waitUntil } from "cloudflare:workers";
import { BillingHostObject } from "../../durable-objects/billing-host/billing-host-object.ts";
import type { BillingHostPort } from "../../durable-objects/billing-host/billing-host-port.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import type { AreaAnswer, ClientAreaPort } from "../../shared/billing-contract/client-area.ts";
import { ok } from "../../shared/billing-contract/result.ts";
import { forwarding } from "../../shared/billing-contract/worker-entrypoint.ts";
import { storeHolds } from "../../shared/holds/holds.ts";
import { BILLING_OPERATOR_METHODS, type BillingOperatorPort } from "../../shared/operator-contract/billing-operator.ts";
import { JurisdictionGuard, within } from "../../shared/platform/jurisdiction.ts";
import { billingHostDependencies, openWhmcs, type WhmcsSystem } from "./composition.ts";
import { CATALOGUE_METHOD_NAMES, CONTRACT_METHOD_NAMES } from "./whmcs-billing.ts";
import type { WhmcsWorkerEnv } from "./whmcs-settings.ts";
import { EVERY_MINUTE } from "./work-intervals.ts";

export { StoreHolds } from "../../durable-objects/store-holds.ts";

/** The Durable Object through which every call to WHMCS goes. */
export class BillingHost extends BillingHostObject<WhmcsWorkerEnv> {
  constructor(state: DurableObjectState, env: WhmcsWorkerEnv) {
    super(state, env, billingHostDependencies(env));
  }
}

const settings = env as unknown as WhmcsWorkerEnv;
const guard = new JurisdictionGuard(settings.DB, settings, Date.now);

let system: WhmcsSystem | undefined;

/** Returns this isolate's WHMCS system. Creates it on first use. */
function systemOf(env: WhmcsWorkerEnv): WhmcsSystem {
  system ??= openWhmcs(env, hostOf(env), { waitUntil, holds: storeHolds(env.STORE_HOLDS, env) });
  return system;
}

/**
 * Rejects a call if `JURISDICTION` differs from the one that the stores were created with. Also starts overdue
 * scheduled work, in case a cron did not fire.
 */
async function beforeCall(): Promise<void> {
  await guard.refuseUnkept();
  systemOf(settings).catchUp();
}

/**
 * Returns a port to the `BillingHost` object. Each call creates a new stub, because a stub belongs to the request that
 * created it.
 */
function hostOf(env: WhmcsWorkerEnv): BillingHostPort {
  const stub = () => within(env.BILLING_HOST, env).getByName("whmcs");
  return { send: (call) => stub().send(call), health: () => stub().health() };
}

/** The entrypoint for the public catalogue. Its methods return no customer data. */
export class PublicBilling extends forwarding<WhmcsWorkerEnv, CatalogueReads, BillingSystem>(
  CATALOGUE_METHOD_NAMES,
  (env) => systemOf(env).billing,
  async () => {
    if (await guard.isKept(crypto.randomUUID())) systemOf(settings).catchUp();
  },
) {}

/**
 * The entrypoint for the client area. It redirects each page to its counterpart in WHMCS, which has its own client
 * area.
 */
export class ClientArea extends WorkerEntrypoint<WhmcsWorkerEnv> implements ClientAreaPort {
  /** Returns 404, because WHMCS receives payment reports directly. */
  override fetch() {
    return new Response(null, { status: 404 });
  }

  async answer(request: Request): Promise<AreaAnswer> {
    return { response: Response.redirect(await systemOf(this.env).areaPage(new URL(request.url)), 302) };
  }

  async frame() {
    return ok(null);
  }
}

/** The entrypoint for operators. Only the operator console is bound to it. */
export class BillingOperator extends forwarding<WhmcsWorkerEnv, BillingOperatorPort, BillingOperatorPort>(
  BILLING_OPERATOR_METHODS,
  (env) => systemOf(env).operator,
  () => guard.refuseUnkept(),
) {}

/** The WHMCS billing system, to which other Workers connect as `BILLING`. */
export default class BillingWhmcs extends forwarding<WhmcsWorkerEnv, BillingSystem, BillingSystem>(
  CONTRACT_METHOD_NAMES,
  (env) => systemOf(env).billing,
  beforeCall,
) {
  /** Runs the scheduled work of the cron that fired. The crons are in wrangler.toml. */
  override async scheduled({ cron }: ScheduledController) {
    await guard.refuseUnkept();
    const system = systemOf(this.env);
    await (cron === EVERY_MINUTE ? system.followChanges() : system.runScheduledWork());
  }
}
