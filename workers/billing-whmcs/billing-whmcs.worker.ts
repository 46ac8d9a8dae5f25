import { WorkerEntrypoint, waitUntil } from "cloudflare:workers";
import { BillingHostObject } from "../../durable-objects/billing-host/billing-host-object.ts";
import type { BillingHostPort } from "../../durable-objects/billing-host/billing-host-port.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { CatalogueBilling } from "../../shared/billing-contract/catalogue.ts";
import { forwarding } from "../../shared/billing-contract/worker-entrypoint.ts";
import { billingHostDependencies, openWhmcs, type WhmcsSystem } from "./composition.ts";
import type { WhmcsWorkerEnv } from "./environment.ts";
import { CATALOGUE_METHOD_NAMES, CONTRACT_METHOD_NAMES } from "./whmcs-billing.ts";
import { EVERY_MINUTE } from "./work-intervals.ts";

/** The object that every call to the installation goes through. */
export class BillingHost extends BillingHostObject<WhmcsWorkerEnv> {
  constructor(state: DurableObjectState, env: WhmcsWorkerEnv) {
    super(state, env, billingHostDependencies(env));
  }
}

let system: WhmcsSystem | undefined;

/** One for an isolate. */
function systemOf(env: WhmcsWorkerEnv): WhmcsSystem {
  system ??= openWhmcs(env, hostOf(env), { waitUntil });
  return system;
}

/** The billing system for one call, which also sees to it that scheduled work goes on where its crons do not fire. */
function billingOf(env: WhmcsWorkerEnv): BillingSystem {
  const { billing, catchUp } = systemOf(env);
  catchUp();
  return billing;
}

/** A stub belongs to the request that got it: each call gets its own. */
function hostOf({ BILLING_HOST }: WhmcsWorkerEnv): BillingHostPort {
  const stub = () => BILLING_HOST.get(BILLING_HOST.idFromName("whmcs"));
  return { send: (call) => stub().send(call), health: () => stub().health() };
}

/** What the public catalogue may call: nothing about customers. */
export class PublicBilling extends forwarding<WhmcsWorkerEnv, CatalogueBilling, BillingSystem>(
  CATALOGUE_METHOD_NAMES,
  billingOf,
) {}

/** In place of a client area of its own: the way to the billing system's. */
export class ClientArea extends WorkerEntrypoint<WhmcsWorkerEnv> {
  override fetch(): Response {
    return Response.redirect(this.env.CLIENT_AREA_URL || this.env.WHMCS_URL, 302);
  }
}

/** A WHMCS installation behind the service binding `BILLING`. */
export default class BillingWhmcs extends forwarding<WhmcsWorkerEnv, BillingSystem, BillingSystem>(
  CONTRACT_METHOD_NAMES,
  billingOf,
) {
  /** See the cron triggers in wrangler.toml. */
  override scheduled({ cron }: ScheduledController) {
    const system = systemOf(this.env);
    return cron === EVERY_MINUTE ? system.followChanges() : system.runScheduledWork();
  }
}
