import { WorkerEntrypoint } from "cloudflare:workers";
import { AccountObject } from "../../../../durable-objects/account/account.ts";
import { type AccountPort, accountObjectName } from "../../../../durable-objects/account/account-port.ts";
import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import { settingPolicy } from "../../../../shared/account-access/rate-policies.ts";
import type { Standing } from "../../../../shared/account-access/standing.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../../workers/account/acting-operations.ts";
import { cancellationConfirm } from "../../../../workers/account/actions/cancellation-confirm.ts";
import { objectDependencies } from "../../../../workers/account/actions/object-dependencies.ts";
import { NO_ZONES } from "../../../../workers/account/queries/remembered-descriptions.ts";
import { actingApplication, type WholeBilling } from "../../../objects/support/acting-application.ts";
import { type CrashPoint, crashing } from "../../../objects/support/crash-points.ts";
import { type AccountVars, type CampaignTimes, LATE_DELIVERIES } from "../harness/faults.ts";
import { mistaken } from "../harness/mistakes.ts";
import { FailingStorage, failWrites } from "./failing-storage.ts";
import { OBJECT_PLANS, type ObjectPlan, type StorageFault } from "./faults.ts";

interface Bindings extends AccountVars {
  ACCOUNT: DurableObjectNamespace<Account>;
  /** The billing system that the account object uses, with the faults of {@link Between}. */
  BILLING: WholeBilling & Fetcher;
  REAL: WholeBilling;
  /** The URL of the billing system outside this runtime. */
  OUTSIDE: string;
}

const now = () => Date.now();
const signer = new Signer(async () => ({ original: new Uint8Array(32).fill(7).buffer }));
const confirm = cancellationConfirm(signer, now);
const ALLOWED: Standing = {
  scopes: ["account:read", "billing:write", "domains:write"],
  operations: null,
  limit: { kind: "account" },
  asks: NO_ASKS,
};
/** The remaining points at which each account object must stop, by account id. */
const crashes = new Map<number, CrashPoint[]>();
/** The planned storage faults, by object name. */
const storages = new Map<string, FailingStorage>();
/** Logs a line about a fault. The harness reads the line and outlives this process. */
const happened = (fault: CrashPoint | StorageFault) => console.log(`fault: ${fault}`);

/** The account object. It stops at the points that the harness chooses. */
export class Account extends AccountObject<Bindings> {
  readonly #failing: () => FailingStorage | undefined;

  constructor(state: DurableObjectState, bindings: Bindings) {
    const { BILLING, REAL, MISTAKE } = bindings;
    const wrong = mistaken(MISTAKE, { sql: state.storage.sql });
    const { journal } = JSON.parse(bindings.TIMES) as CampaignTimes;
    const world = objectDependencies({
      definitions: commandDefinitions,
      ...{ billing: BILLING, catalogue: REAL, zones: NO_ZONES, billingSystem: "shop", confirm, signer, now },
      ...{ timing: wrong.timing(journal), settingPolicy: settingPolicy({ SETTINGS_PER_HOUR: "60" }) },
      mailApprovals: async () => undefined,
      // A campaign ends before any action is stuck.
      stuckWrites: { put: async () => undefined, remove: async () => undefined },
      // No campaign puts a store on hold.
      holds: { isHeld: async () => false },
      // No customer changes a connection during a campaign.
      connectionOf: () => ({ standing: async () => ALLOWED }),
    });
    const reached = (point: CrashPoint, accountId: number) => {
      const left = crashes.get(accountId) ?? [];
      if (!left.includes(point)) return;
      crashes.set(
        accountId,
        left.filter((other) => other !== point),
      );
      happened(point);
      state.abort("stopped by the harness");
    };
    wrong.begin();
    const failing = () => storages.get(state.id.name ?? "");
    failWrites(state.storage, failing);
    super(state, bindings, crashing(wrong.world(world), reached));
    this.#failing = failing;
  }

  override async alarm(): Promise<void> {
    if (!this.#failing()?.losesAlarm()) return super.alarm();
  }
}

export { default as Between } from "../harness/between.worker.ts";

/**
 * Forwards calls to the billing system outside this runtime. That billing system survives when the runtime is killed.
 */
export class ObedientBilling extends WorkerEntrypoint<Bindings> {}
for (const method of ["authorize", "renewDomain", "orderDomain", "findWrite", "checkNameNow", "forgetDomain"]) {
  Object.defineProperty(ObedientBilling.prototype, method, {
    async value(this: { env: Bindings }, ...asked: unknown[]): Promise<unknown> {
      const response = await fetch(`${this.env.OUTSIDE}/${method}`, { method: "POST", body: JSON.stringify(asked) });
      if (!response.ok) throw new Error(`${response.status}`);
      return response.json();
    },
  });
}

let served: ReturnType<typeof actingApplication> | undefined;

function application({ ACCOUNT, BILLING: billing }: Bindings) {
  const accountOf = (id: number) =>
    ACCOUNT.get(ACCOUNT.idFromName(accountObjectName("shop", id))) as unknown as AccountPort;
  return actingApplication({ billing, accountOf, signer, now, record: () => undefined });
}

/** The account API with two more paths: one sets the faults of an account object, the other takes delayed requests. */
export default class AccountAlone extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === LATE_DELIVERIES) return this.env.BILLING.fetch(request);
    if (pathname === OBJECT_PLANS) {
      const plan = (await request.json()) as ObjectPlan;
      crashes.set(plan.accountId, plan.crashes);
      storages.set(accountObjectName("shop", plan.accountId), new FailingStorage(plan, happened));
      return new Response(null, { status: 204 });
    }
    served ??= application(this.env);
    return served.fetch(request, this.env as never, this.ctx as never);
  }
}
