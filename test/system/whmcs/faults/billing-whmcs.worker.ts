import { WorkerEntrypoint, waitUntil } from "cloudflare:workers";
import { BillingHostObject } from "../../../../durable-objects/billing-host/billing-host-object.ts";
import type { BillingSystem } from "../../../../shared/billing-contract/billing-system.ts";
import type { CatalogueReads } from "../../../../shared/billing-contract/catalogue.ts";
import { forwarding } from "../../../../shared/billing-contract/worker-entrypoint.ts";
import { storeHolds } from "../../../../shared/holds/holds.ts";
import type { Mail } from "../../../../shared/mail/mailer.ts";
import { billingHostDependencies, openWhmcs, type WhmcsSystem } from "../../../../workers/billing-whmcs/composition.ts";
import { CATALOGUE_METHOD_NAMES, CONTRACT_METHOD_NAMES } from "../../../../workers/billing-whmcs/whmcs-billing.ts";
import type { WhmcsWorkerEnv } from "../../../../workers/billing-whmcs/whmcs-settings.ts";
import { fastClock } from "../../faults/harness/fast-clock.ts";
import type { AccountVars } from "../../faults/harness/faults.ts";
import { reportTo } from "../../faults/harness/report.ts";
import { mistakenDatabase } from "./mistaken-database.ts";
import { MAX_CALL_MS } from "./times.ts";

interface Bindings extends WhmcsWorkerEnv, AccountVars {
  /** The time from which the clock runs faster, in epoch milliseconds. */
  CLOCK_SINCE: string;
}

export { StoreHolds } from "../../../../durable-objects/store-holds.ts";

/** The object that calls WHMCS, with the timeout of the campaign. */
export class BillingHost extends BillingHostObject<Bindings> {
  constructor(state: DurableObjectState, env: Bindings) {
    const dependencies = billingHostDependencies(env, fastClock(Number(env.CLOCK_SINCE)));
    const send: typeof dependencies.send = (call, deadlineMs) =>
      dependencies.send(call, Math.min(deadlineMs, MAX_CALL_MS));
    super(state, env, { ...dependencies, send });
  }
}

let system: WhmcsSystem | undefined;

/** Returns the system. There is one for each isolate. */
function systemOf(env: Bindings): WhmcsSystem {
  const { BILLING_HOST } = env;
  const stub = () => BILLING_HOST.get(BILLING_HOST.idFromName("whmcs"));
  const EMAIL = {
    send: ({ to, subject, text }: Mail) => reportTo(env.HARNESS, { at: "mail", mail: { to, subject, text } }),
  };
  system ??= openWhmcs(
    { ...env, DB: mistakenDatabase(env.DB, env.MISTAKE), EMAIL },
    { send: (call) => stub().send(call), health: () => stub().health() },
    { waitUntil, holds: storeHolds(env.STORE_HOLDS, env), now: fastClock(Number(env.CLOCK_SINCE)) },
  );
  return system;
}

export class PublicBilling extends forwarding<Bindings, CatalogueReads, BillingSystem>(
  CATALOGUE_METHOD_NAMES,
  (env) => systemOf(env).billing,
) {}

export class ClientArea extends WorkerEntrypoint<Bindings> {
  override fetch(): Response {
    return Response.redirect(this.env.WHMCS_URL, 302);
  }
}

/** The real WHMCS Worker with a faster clock. Its e-mails go to the harness. */
export default class FastBillingWhmcs extends forwarding<Bindings, BillingSystem, BillingSystem>(
  CONTRACT_METHOD_NAMES,
  (env) => systemOf(env).billing,
) {
  override scheduled() {
    return systemOf(this.env).runScheduledWork();
  }
}
