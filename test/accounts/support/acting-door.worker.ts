import { WorkerEntrypoint } from "cloudflare:workers";
import { AccountObject } from "../../../durable-objects/account.ts";
import type { AccountPort } from "../../../shared/accounts/account.ts";
import type { AccountSurroundings } from "../../../shared/accounts/account-surroundings.ts";
import { addressBook } from "../../../shared/addresses.ts";
import type { ActingBilling } from "../../../shared/billing-actions.ts";
import type { CustomerBilling } from "../../../shared/billing-customer.ts";
import type { CallRecord, Pass } from "../../../shared/connections/connection.ts";
import type { Gate } from "../../../shared/operations/gate.ts";
import { toolsOf } from "../../../shared/operations/mcp-tools.ts";
import { httpApplication } from "../../../shared/operations/serve-http.ts";
import { mcpEndpoint } from "../../../shared/operations/serve-mcp.ts";
import { OperationError } from "../../../shared/problems.ts";
import { Signer } from "../../../shared/service-key.ts";
import { accountDesk } from "../../../workers/account/account-context.ts";
import { actingSurroundings } from "../../../workers/account/actions/acting-surroundings.ts";
import { CancellationConfirm } from "../../../workers/account/actions/cancellation-confirm.ts";
import type { NameChecks } from "../../../workers/account/actions/prepare-deed.ts";
import { ConnectionGate } from "../../../workers/account/gate.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { script } from "./scripted-billing.ts";

export { ScriptedBilling } from "./scripted-billing.ts";

interface Bindings {
  ACCOUNT: DurableObjectNamespace<Account>;
  BILLING: CustomerBilling & ActingBilling & NameChecks & { forgetDomain(name: string): Promise<void> };
}

/** Where the object is stopped, once: as a deployment or a crash would. */
export type CrashPoint =
  | "as it is claimed"
  | "while preparing"
  | "as it is sent"
  | "in flight"
  | "answered, not written"
  | "written, not returned"
  | "while searching"
  | "found, not written";

const control = { shift: 0, crash: null as CrashPoint | null, crashes: 0 };
const now = () => Date.now() + control.shift;
const records: CallRecord[] = [];
const signer = new Signer(async () => new Uint8Array(32).fill(7).buffer);
const confirm = new CancellationConfirm(signer, now);

/** Short enough to wait for. */
const TIMING = {
  preparation: 2_000,
  answer: 250,
  quiet: 1_200,
  patience: 60_000,
  kept: 24 * 3_600_000,
  checks: [50, 100, 200],
  sweeps: [3_600_000],
};

/** The object as the account Worker has it, with a billing system that does what a test says. */
export class Account extends AccountObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const abort = () => {
      control.crash = null;
      control.crashes++;
      state.abort("stopped by the test");
    };
    super(state, bindings, crashing(worldOf(bindings), abort));
  }

  /** Everything stored, as text. */
  async stored(): Promise<string> {
    const { sql } = this.ctx.storage;
    return JSON.stringify([sql.exec("SELECT * FROM journal").toArray(), sql.exec("SELECT * FROM actions").toArray()]);
  }

  async age(milliseconds: number): Promise<void> {
    this.ctx.storage.sql.exec(
      "UPDATE journal SET settled_at = settled_at - ?, sent_at = sent_at - ?",
      milliseconds,
      milliseconds,
    );
  }

  async ring(): Promise<void> {
    await this.alarm();
  }
}

function worldOf({ BILLING }: Bindings): AccountSurroundings {
  return actingSurroundings({ billing: BILLING, catalogue: BILLING, confirm, now, timing: TIMING });
}

function crashing(world: AccountSurroundings, abort: () => void): AccountSurroundings {
  const at = (point: CrashPoint) => {
    if (control.crash === point) abort();
  };
  return {
    ...world,
    async prepare(deed, question) {
      at("as it is claimed");
      if (control.crash === "while preparing") await scheduler.wait(5);
      at("while preparing");
      const prepared = await world.prepare(deed, question);
      if ("refused" in prepared) return prepared;
      return {
        ready: (action) => {
          const answering = prepared.ready(action);
          at("as it is sent");
          setTimeout(() => at("in flight"), 5);
          return answering.finally(() => at("answered, not written"));
        },
      };
    },
    async find(asker, reference) {
      at("while searching");
      const found = await world.find(asker, reference);
      at("found, not written");
      return found;
    },
    async done(operation, target) {
      at("written, not returned");
      await world.done(operation, target);
    },
  };
}

const PASS: Pass = {
  id: "connection-1",
  name: "Test application",
  application: "application-1",
  loginId: 11,
  accountId: 1001,
  currency: "CAD",
  scopes: ["account:read", "billing:write", "domains:write"],
  operations: null,
  limit: { kind: "account" },
  isChallenged: false,
};

/** Takes what a credential says of its connection as true: the credential is what it would be for. */
function gateOf({ BILLING }: Bindings): Gate {
  const real = new ConnectionGate({ isOurs: async () => true } as never, (() => undefined) as never, BILLING, now);
  return {
    async admit({ authorization }, requests) {
      if (!authorization?.startsWith("Bearer ")) throw new OperationError("unauthorized", { en: "No.", fr: "Non." });
      const pass: Pass = { ...PASS, ...JSON.parse(decodeURIComponent(authorization.slice(7))) };
      const policy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };
      return Array.from({ length: requests }, () => ({
        pass,
        rate: { policy, remaining: 100, resetSeconds: 60 },
        refusal: null,
        record: async (record) => void records.push(record),
        release: () => undefined,
      }));
    },
    isServiceOf: (id, domain, pass) => real.isServiceOf(id, domain, pass),
  };
}

function application(bindings: Bindings) {
  const accountOf = (id: number) =>
    bindings.ACCOUNT.get(bindings.ACCOUNT.idFromName(String(id))) as unknown as AccountPort;
  const gate = gateOf(bindings);
  const desk = accountDesk(
    {
      billing: bindings.BILLING,
      catalogue: bindings.BILLING as never,
      connectionOf: (() => undefined) as never,
      accountOf,
      signer,
      theme: { brand: { name: "Maple" } } as never,
      now,
      gate,
      index: { ofApplication: async () => [] },
    },
    accountOperations,
  );
  const description = { name: "account", title: "Account", version: "1.0.0", instructions: "" };
  return httpApplication(desk, addressBook(UNSET_ADDRESSES)).all(
    "/api/v1/account/mcp",
    mcpEndpoint({ description, tools: () => toolsOf(desk), gate }),
  );
}

let served: ReturnType<typeof application> | undefined;

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
