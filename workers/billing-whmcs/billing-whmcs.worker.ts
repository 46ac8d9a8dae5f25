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

/** The object through which every call to the installation goes. */
export class BillingHost extends BillingHostObject<WhmcsWorkerEnv> {
  constructor(state: DurableObjectState, env: WhmcsWorkerEnv) {
    super(state, env, billingHostDependencies(env));
  }
}

const settings = env as unknown as WhmcsWorkerEnv;
const guard = new JurisdictionGuard(settings.DB, settings, Date.now);

let system: WhmcsSystem | undefined;

/** Returns the isolate's system. */
function systemOf(env: WhmcsWorkerEnv): WhmcsSystem {
  system ??= openWhmcs(env, hostOf(env), { waitUntil, holds: storeHolds(env.STORE_HOLDS, env) });
  return system;
}

/** Refuses calls if the jurisdiction is wrong. Runs overdue scheduled work in case the crons do not fire. */
async function beforeCall(): Promise<void> {
  await guard.refuseUnkept();
  systemOf(settings).catchUp();
}

/** Returns the host's object. A stub belongs to its request, so each call gets a new one. */
function hostOf(env: WhmcsWorkerEnv): BillingHostPort {
  const stub = () => within(env.BILLING_HOST, env).getByName("whmcs");
  return { send: (call) => stub().send(call), health: () => stub().health() };
}

/** The methods for the public catalogue, which reveal nothing about customers. */
export class PublicBilling extends forwarding<WhmcsWorkerEnv, CatalogueReads, BillingSystem>(
  CATALOGUE_METHOD_NAMES,
  (env) => systemOf(env).billing,
  async () => {
    if (await guard.isKept(crypto.randomUUID())) systemOf(settings).catchUp();
  },
) {}

/** Redirects to the same page in WHMCS, which has its own client area. */
export class ClientArea extends WorkerEntrypoint<WhmcsWorkerEnv> implements ClientAreaPort {
  /** Answers 404, because WHMCS receives its own payment reports. */
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

/** The methods for the operator. Only the operator console has this binding. */
export class BillingOperator extends forwarding<WhmcsWorkerEnv, BillingOperatorPort, BillingOperatorPort>(
  BILLING_OPERATOR_METHODS,
  (env) => systemOf(env).operator,
  () => guard.refuseUnkept(),
) {}

/** A WHMCS installation behind the service binding `BILLING`. */
export default class BillingWhmcs extends forwarding<WhmcsWorkerEnv, BillingSystem, BillingSystem>(
  CONTRACT_METHOD_NAMES,
  (env) => systemOf(env).billing,
  beforeCall,
) {
  /** Runs the work of a cron trigger in wrangler.toml. */
  override async scheduled({ cron }: ScheduledController) {
    await guard.refuseUnkept();
    const system = systemOf(this.env);
    await (cron === EVERY_MINUTE ? system.followChanges() : system.runScheduledWork());
  }
}
