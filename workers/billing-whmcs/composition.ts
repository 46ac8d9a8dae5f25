import type { BillingHostDependencies } from "../../durable-objects/billing-host/billing-host-dependencies.ts";
import { type BillingHostPort, MAX_BODY_BYTES } from "../../durable-objects/billing-host/billing-host-port.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { pagePath } from "../../shared/billing-contract/description.ts";
import { Holds, type StoreHoldsPort } from "../../shared/holds/holds.ts";
import { Mailer } from "../../shared/mail/mailer.ts";
import type { BillingOperatorPort } from "../../shared/operator-contract/billing-operator.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { AccountLabels } from "./accounts/account-labels.ts";
import { StoredActions } from "./acting/stored-actions.ts";
import { judgeReply } from "./api/outcome.ts";
import { type ApiAccess, type ApiCall, post } from "./api/post.ts";
import { ProviderFacts } from "./api/provider-facts.ts";
import { PROBES, WhmcsApi } from "./api/whmcs-api.ts";
import { type AddonAccess, type AddonCall, judgeAddonReply, postToAddon } from "./bridge/addon-call.ts";
import { AddonUse } from "./bridge/addon-use.ts";
import { Bridge } from "./bridge/bridge.ts";
import { IncludedTax } from "./catalogue/included-tax.ts";
import { PlanMap } from "./catalogue/plan-map.ts";
import type { WhmcsWorkerEnv } from "./environment.ts";
import { OwnerMails } from "./mails/owner-mails.ts";
import { SentChanges } from "./mails/sent-changes.ts";
import { whmcsOperator } from "./operator/whmcs-operator.ts";
import { endActions, runWork } from "./scheduled-work.ts";
import { CancellationMirror } from "./services/cancellation-mirror.ts";
import { OpenId } from "./sign-in/open-id.ts";
import { whmcsBilling } from "./whmcs-billing.ts";
import type { WhmcsContext } from "./whmcs-context.ts";
import { baseOf, clientAreaOf, concurrencyOf, readWhmcsSettings } from "./whmcs-settings.ts";
import { type WhmcsWork, WORK_INTERVALS } from "./work-intervals.ts";

/** What the billing host's object sends calls with, to the API and to the addon. @param now epoch milliseconds */
export function billingHostDependencies(
  env: WhmcsWorkerEnv,
  now: () => number = () => Date.now(),
): BillingHostDependencies {
  const access: ApiAccess = {
    address: `${baseOf(env)}/includes/api.php`,
    identifier: required(env, "WHMCS_IDENTIFIER"),
    secret: required(env, "WHMCS_SECRET"),
    accessKey: env.WHMCS_ACCESS_KEY || null,
    fetch: fetchOf(env),
  };
  return {
    concurrency: concurrencyOf(env),
    async send({ text, maxBytes = MAX_BODY_BYTES }, deadlineMs) {
      const call = JSON.parse(text) as ApiCall | AddonCall;
      const limits = { deadlineMs, maxBytes };
      if ("action" in call) return post(access, call, limits);
      return postToAddon(addonAccessOf(env), call, limits, now());
    },
    judge: (reply, endpoint) => (endpoint === "addon" ? judgeAddonReply(reply) : judgeReply(reply)),
    trials: {
      api: JSON.stringify({ action: PROBES[0], parameters: {} } satisfies ApiCall),
      addon: JSON.stringify({ addon: "status", parameters: {} } satisfies AddonCall),
    },
  };
}

/** What an isolate keeps: of customers, how accounts are called, for ten minutes. */
export interface WhmcsSystem {
  billing: BillingSystem;
  /** What the operator console may do. */
  operator: BillingOperatorPort;
  /** The scheduled work, one after another: the addon, prices, requests to cancel, and {@link endActions}. */
  runScheduledWork(requestId?: string): Promise<void>;
  /** What the addon's hooks have noted; nothing without the addon. */
  followChanges(requestId?: string): Promise<void>;
  /** Brings actions to their end whose caller has left, and looks for orders that no action accounts for. */
  endActions(requestId?: string): Promise<void>;
  /** Does what no cron has done for too long; never throws. */
  catchUp(): void;
}

export function openWhmcs(
  env: WhmcsWorkerEnv,
  host: BillingHostPort,
  {
    now = () => Date.now(),
    waitUntil = () => {},
    holds: object,
  }: Partial<Pick<WhmcsContext, "now" | "waitUntil">> & { holds: StoreHoldsPort },
): WhmcsSystem {
  const api = new WhmcsApi(host);
  const metrics = Metrics.on(env, "billing-whmcs");
  const settings = readWhmcsSettings(env);
  const bridge = env.FRONTDESK_BRIDGE_KEY ? new Bridge(host) : null;
  const holds = new Holds(object, now);
  const context: WhmcsContext = {
    api,
    db: env.DB,
    runs: new ScheduledRuns(env.DB, WORK_INTERVALS, now, (run) => metrics?.ran(run)),
    isHeld: () => holds.isHeld("billing-database"),
    now,
    settings,
    plans: new PlanMap(env.DB, now),
    cancellations: new CancellationMirror(env.DB),
    facts: new ProviderFacts(env.DB, now),
    addon: new AddonUse(bridge, env.DB, now),
    accountLabels: new AccountLabels(now),
    actions: new StoredActions(env.DB),
    mails: new OwnerMails(
      new Mailer(env.EMAIL, env, metrics),
      (page) => clientAreaOf(env) + pagePath(settings.links, page.kind, page),
    ),
    sentChanges: new SentChanges(env.DB),
    includedTax: new IncludedTax(api, settings.taxIncludedPercent, now),
    waitUntil,
    signIn: { openId: openIdOf(env, now), addon: bridge && { bridge, clientArea: clientAreaOf(env) } },
    ownersLastSeen: new Set(),
    accountsWithoutServiceTickets: new Set(),
    // Of what the operator asks: calls and scheduled runs have their own.
    requestId: crypto.randomUUID(),
  };
  const run = (work: WhmcsWork, requestId: string) => runWork(work, context, requestId);
  return {
    billing: whmcsBilling(context),
    operator: whmcsOperator(context, host, holds),
    endActions: (requestId = crypto.randomUUID()) => endActions({ ...context, requestId }),
    followChanges: (requestId = crypto.randomUUID()) => run("changes", requestId),
    async runScheduledWork(requestId = crypto.randomUUID()) {
      const { changes: _, ...others } = WORK_INTERVALS;
      for (const work of Object.keys(others) as (keyof typeof others)[]) await run(work, requestId);
    },
    catchUp: () => context.runs.catchUp(waitUntil, run),
  };
}

/** Only where a probe has shown that a token's subject is the user: see docs/whmcs.md. */
function openIdOf(env: WhmcsWorkerEnv, now: () => number): OpenId | null {
  if (env.WHMCS_OIDC_SUBJECT !== "user") return null;
  const settings = {
    issuer: required(env, "WHMCS_ISSUER"),
    clientId: required(env, "WHMCS_OIDC_CLIENT"),
    clientSecret: required(env, "WHMCS_OIDC_SECRET"),
    base: baseOf(env),
    fetch: fetchOf(env),
  };
  return new OpenId(settings, now);
}

function addonAccessOf(env: WhmcsWorkerEnv): AddonAccess {
  return { base: baseOf(env), key: required(env, "FRONTDESK_BRIDGE_KEY"), fetch: fetchOf(env) };
}

/** Over a tunnel the host in the address is only a name. */
function fetchOf({ WHMCS_NETWORK: network }: WhmcsWorkerEnv): ApiAccess["fetch"] {
  return network ? (request) => network.fetch(request) : (request) => fetch(request);
}

function required(env: WhmcsWorkerEnv, name: keyof WhmcsWorkerEnv & string): string {
  const value = env[name];
  if (typeof value !== "string" || value === "") throw new Error(`${name} is not set`);
  return value;
}
