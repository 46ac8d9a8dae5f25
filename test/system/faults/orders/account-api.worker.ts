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
import { FailingStorage, failWrites } from "./failing-storage.ts";
import { type InjectedFault, type StorageFault, type StoragePlan, TIMING } from "./faults.ts";
import { type MistakenStorage, mistaken } from "./mistakes.ts";

interface Bindings {
  ACCOUNT: DurableObjectNamespace<Account>;
  BILLING: WholeBilling;
  /** Where the billing system listens. */
  OUTSIDE: string;
  MISTAKE: InjectedFault | "";
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
/** Where the objects of accounts are still to be stopped. */
const crashes = new Map<number, CrashPoint[]>();
/** What is still to befall their storage, by their names. */
const storages = new Map<string, FailingStorage>();
/** Read by the harness, which outlives this. */
const happened = (fault: CrashPoint | StorageFault) => console.log(`fault: ${fault}`);

/** The object as the account Worker has it, stopped where the harness says. */
export class Account extends AccountObject<Bindings> {
  readonly #failing: () => FailingStorage | undefined;

  constructor(state: DurableObjectState, bindings: Bindings) {
    const { BILLING, MISTAKE } = bindings;
    const storage: MistakenStorage = state.storage;
    const timing = MISTAKE === "no delivery window" ? { ...TIMING, deliveryWindowMs: 0 } : TIMING;
    const settings = settingPolicy({ SETTINGS_PER_HOUR: "60" });
    const world = objectDependencies({
      definitions: commandDefinitions,
      ...{ billing: BILLING, catalogue: BILLING, zones: NO_ZONES },
      ...{ billingSystem: "shop", confirm, signer, now, timing, settingPolicy: settings },
      mailApprovals: async () => undefined,
      // No campaign lasts until something is stuck.
      stuckWrites: { put: async () => undefined, remove: async () => undefined },
      // No campaign puts anything on hold.
      holds: { isHeld: async () => false },
      // The customer does nothing meanwhile.
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
    mistaken(MISTAKE, storage).begin();
    const failing = () => storages.get(state.id.name ?? "");
    failWrites(state.storage, failing);
    super(state, bindings, crashing(mistaken(MISTAKE, storage).world(world), reached));
    this.#failing = failing;
  }

  override async alarm(): Promise<void> {
    if (!this.#failing()?.losesAlarm()) return super.alarm();
  }
}

/** The billing system, which is outside: it lives on when this runtime is killed. */
export class OutsideBilling extends WorkerEntrypoint<Bindings> {
  authorize(...asked: unknown[]) {
    return this.#ask("authorize", asked);
  }

  renewDomain(...asked: unknown[]) {
    return this.#ask("renewDomain", asked);
  }

  orderDomain(...asked: unknown[]) {
    return this.#ask("orderDomain", asked);
  }

  findWrite(...asked: unknown[]) {
    return this.#ask("findWrite", asked);
  }

  checkNameNow(...asked: unknown[]) {
    return this.#ask("checkNameNow", asked);
  }

  forgetDomain(...asked: unknown[]) {
    return this.#ask("forgetDomain", asked);
  }

  async #ask(method: string, asked: unknown[]): Promise<unknown> {
    const response = await fetch(`${this.env.OUTSIDE}/${method}`, { method: "POST", body: JSON.stringify(asked) });
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  }
}

let served: ReturnType<typeof actingApplication> | undefined;

function application({ ACCOUNT, BILLING: billing }: Bindings) {
  const accountOf = (id: number) =>
    ACCOUNT.get(ACCOUNT.idFromName(accountObjectName("shop", id))) as unknown as AccountPort;
  return actingApplication({ billing, accountOf, signer, now, record: () => undefined });
}

/** The account's API, and under `/faults` what is to befall an account's object. */
export default class Api extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === "/faults") {
      const planned = (await request.json()) as { accountId: number; crashes: CrashPoint[]; storage: StoragePlan };
      crashes.set(planned.accountId, planned.crashes);
      storages.set(accountObjectName("shop", planned.accountId), new FailingStorage(planned.storage, happened));
      return new Response(null, { status: 204 });
    }
    served ??= application(this.env);
    return served.fetch(request, this.env as never, this.ctx as never);
  }
}
