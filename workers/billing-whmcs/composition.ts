import type { BillingHostDependencies } from "../../durable-objects/billing-host/billing-host-dependencies.ts";
import { type BillingHostPort, MAX_BODY_BYTES } from "../../durable-objects/billing-host/billing-host-port.ts";
import { areaElsewhere } from "../../shared/billing-contract/area-elsewhere.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { Holds, type StoreHoldsPort } from "../../shared/holds/holds.ts";
import { Mailer } from "../../shared/mail/mailer.ts";
import type { BillingOperatorPort } from "../../shared/operator-contract/billing-operator.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { WhmcsApi } from "./answers/whmcs-api.ts";
import { type AddonAccess, type AddonCall, Bridge, judgeAddonReply, postToAddon } from "./bridge/bridge.ts";
import { clientAreaOf } from "./catalogue/installation.ts";
import { whmcsOperator } from "./operator/whmcs-operator.ts";
import { endActions, runWork } from "./scheduled-work.ts";
import { whmcsBilling } from "./whmcs-billing.ts";
import { KeptValues, type PlainContext } from "./whmcs-context.ts";
import { baseOf, readWhmcsSettings, type WhmcsWorkerEnv } from "./whmcs-settings.ts";
import { type WhmcsWork, WORK_INTERVALS } from "./work-intervals.ts";

/** The maximum number of concurrent calls to WHMCS. */
const CONCURRENCY = 8;

/**
 * Returns the dependencies of the `BillingHost` object, which calls the addon.
 * @param now returns epoch milliseconds
 */
export function billingHostDependencies(
  env: WhmcsWorkerEnv,
  now: () => number = () => Date.now(),
): BillingHostDependencies {
  const access = addonAccessOf(env);
  return {
    concurrency: CONCURRENCY,
    send: ({ text, maxBytes = MAX_BODY_BYTES }, deadlineMs) =>
      postToAddon(access, JSON.parse(text) as AddonCall, { deadlineMs, maxBytes }, now()),
    judge: judgeAddonReply,
    trial: JSON.stringify({ addon: "status", parameters: {} } satisfies AddonCall),
  };
}

/** The WHMCS billing system and its scheduled work, created once per isolate. */
export interface WhmcsSystem {
  billing: BillingSystem;
  /** The methods for the operator console. */
  operator: BillingOperatorPort;
  /** Returns the WHMCS URL that corresponds to a client area URL of the front door. */
  areaPage(url: URL): Promise<string>;
  /** Reads prices, then runs {@link endActions} unless the database is on hold. */
  runScheduledWork(requestId?: string): Promise<void>;
  /** Checks whether the addon's hooks have recorded a change, and reads prices if so. */
  followChanges(requestId?: string): Promise<void>;
  /** Finds and records the outcomes of actions and setting changes that are still unknown. */
  endActions(requestId?: string): Promise<void>;
  /** Starts overdue scheduled work. Never throws. */
  catchUp(): void;
}

export function openWhmcs(
  env: WhmcsWorkerEnv,
  host: BillingHostPort,
  {
    now = () => Date.now(),
    waitUntil = () => {},
    holds: object,
  }: Partial<Pick<PlainContext, "now" | "waitUntil">> & { holds: () => StoreHoldsPort },
): WhmcsSystem {
  const bridge = new Bridge(host);
  const metrics = Metrics.on(env, "billing-whmcs");
  const holds = new Holds(object, now);
  const context: Omit<PlainContext, "requestId"> = {
    api: new WhmcsApi(bridge, host),
    bridge,
    db: env.DB,
    runs: new ScheduledRuns(env.DB, WORK_INTERVALS, now, (run) => metrics?.ran(run)),
    isHeld: () => holds.isHeld("billing-database"),
    now,
    settings: readWhmcsSettings(env),
    kept: new KeptValues(now),
    mailer: new Mailer(env.EMAIL, env, metrics),
    waitUntil,
  };
  const forRun = (requestId: string): PlainContext => {
    return { ...context, requestId, api: context.api.forRequest(requestId) };
  };
  const run = (work: WhmcsWork, requestId: string) => runWork(work, forRun(requestId));
  return {
    billing: whmcsBilling(context),
    operator: whmcsOperator(forRun(crypto.randomUUID()), host, holds),
    areaPage: async (url) =>
      areaElsewhere(url, { site: url.origin, clientArea: await clientAreaOf(context) }, context.settings.links),
    endActions: (requestId = crypto.randomUUID()) => endActions(forRun(requestId)),
    followChanges: (requestId = crypto.randomUUID()) => run("changes", requestId),
    async runScheduledWork(requestId = crypto.randomUUID()) {
      const { changes: _, ...others } = WORK_INTERVALS;
      for (const work of Object.keys(others) as (keyof typeof others)[]) await run(work, requestId);
    },
    catchUp: () => context.runs.catchUp(waitUntil, run),
  };
}

function addonAccessOf(env: WhmcsWorkerEnv): AddonAccess {
  const { FRONTDESK_BRIDGE_KEY: key } = env;
  if (!key) throw new Error("FRONTDESK_BRIDGE_KEY is not set");
  return { base: baseOf(env), key, fetch: (request) => fetch(request) };
}
