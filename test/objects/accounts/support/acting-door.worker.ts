import { WorkerEntrypoint } from "cloudflare:workers";
import { AccountObject } from "../../../../durable-objects/account/account.ts";
import type { AccountDependencies } from "../../../../durable-objects/account/account-dependencies.ts";
import type { AccountPort } from "../../../../durable-objects/account/account-port.ts";
import type { Standing } from "../../../../durable-objects/connection/connection-port.ts";
import { settingPolicy } from "../../../../shared/account-access/setting-policy.ts";
import type { CallRecord } from "../../../../shared/api/pipeline/call-record.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { actingDependencies } from "../../../../workers/account/actions/account-dependencies.ts";
import { CancellationConfirm } from "../../../../workers/account/actions/cancellation-confirm.ts";
import { actingApplication, type WholeBilling } from "./acting-application.ts";
import { type CrashPoint, crashing } from "./crash-points.ts";
import { script } from "./scripted-billing.ts";

export { ScriptedBilling } from "./scripted-billing.ts";

interface Bindings {
  ACCOUNT: DurableObjectNamespace<Account>;
  BILLING: WholeBilling;
}

/** What the connection allows when it is asked once more; null: it has ended. */
const ALL: Standing = {
  scopes: ["account:read", "billing:write", "domains:write"],
  operations: null,
  limit: { kind: "account" },
};
const control = {
  standing: ALL as Standing | null,
  standings: 0,
  shift: 0,
  frozen: null as number | null,
  crash: null as CrashPoint | null,
  crashes: 0,
  alarms: 0,
};
const now = () => (control.frozen ?? Date.now()) + control.shift;
const records: CallRecord[] = [];
const signer = new Signer(async () => new Uint8Array(32).fill(7).buffer);
const confirm = new CancellationConfirm(signer, now);

const SETTINGS = settingPolicy({ SETTINGS_PER_HOUR: "60" });
/** Short enough to wait for. */
const TIMING = {
  preparation: 2_000,
  answer: 1_000,
  question: 10_000,
  deliveryWindowMs: 2_500,
  stuckAfterMs: 60_000,
  alerts: 24 * 3_600_000,
  kept: 24 * 3_600_000,
  checks: [50, 100, 200],
  sweeps: [3_600_000],
};

/** The object as the account Worker has it, with a billing system that does what a test says. */
export class Account extends AccountObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const reached = (point: CrashPoint) => {
      if (control.crash !== point) return;
      control.crash = null;
      control.crashes++;
      state.abort("stopped by the test");
    };
    super(state, bindings, crashing(worldOf(bindings), reached));
  }

  /** Everything stored, as text. */
  async stored(): Promise<string> {
    const { sql } = this.ctx.storage;
    return JSON.stringify([sql.exec("SELECT * FROM journal").toArray(), sql.exec("SELECT * FROM actions").toArray()]);
  }

  async age(milliseconds: number): Promise<void> {
    this.ctx.storage.sql.exec(
      "UPDATE journal SET settled_at = settled_at - ?1, sent_at = sent_at - ?1, next_check_at = next_check_at - ?1",
      milliseconds,
    );
  }

  async ring(): Promise<void> {
    await this.alarm();
  }

  override async alarm(): Promise<void> {
    control.alarms++;
    await super.alarm();
  }
}

function worldOf({ BILLING }: Bindings): AccountDependencies {
  return actingDependencies({
    billing: BILLING,
    connectionOf: () => ({
      standing: async () => {
        control.standings++;
        return control.standing;
      },
    }),
    catalogue: BILLING,
    confirm,
    now,
    timing: TIMING,
    settingPolicy: SETTINGS,
  });
}

let served: ReturnType<typeof actingApplication> | undefined;

function application({ ACCOUNT, BILLING: billing }: Bindings) {
  const accountOf = (id: number) => ACCOUNT.get(ACCOUNT.idFromName(String(id))) as unknown as AccountPort;
  return actingApplication({ billing, accountOf, signer, now, record: (call) => void records.push(call) });
}

/** The account's API and MCP server, and under `/control` what a test does to the world around. */
export default class Door extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/control") {
      served ??= application(this.env);
      return served.fetch(request, this.env as never, this.ctx as never);
    }
    const {
      set = {},
      account = 1001,
      call,
      ...changes
    } = (await request.json()) as {
      set?: object;
      account?: number;
      call?: ["age", number] | ["ring"] | ["stored"];
    };
    Object.assign(script, set);
    Object.assign(control, changes);
    const stub = this.env.ACCOUNT.get(this.env.ACCOUNT.idFromName(String(account)));
    let said: unknown = null;
    if (call?.[0] === "age") said = await stub.age(call[1]);
    if (call?.[0] === "ring") said = await stub.ring();
    if (call?.[0] === "stored") said = await stub.stored();
    return Response.json({ script, control, records, said: said ?? null });
  }
}
