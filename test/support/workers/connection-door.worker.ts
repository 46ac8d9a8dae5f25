import { WorkerEntrypoint } from "cloudflare:workers";
import { ConnectionObject } from "../../../durable-objects/connection/connection.ts";
import type { ConnectionPort, Credential, TokenRequest } from "../../../durable-objects/connection/connection-port.ts";
import { Session as RealSession } from "../../../durable-objects/session/session.ts";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../../shared/api/pipeline/call-record.ts";

export { ServiceKey } from "../../../durable-objects/service-key.ts";

interface Bindings {
  CONNECTION: DurableObjectNamespace<Connection>;
  SESSION: DurableObjectNamespace;
  SERVICE_KEY: DurableObjectNamespace;
}

type Told = [what: string, id: string, reason: string | null];

const realNow = Date.now;
let shift = 0;
Date.now = () => realNow() + shift;

const told: Told[] = [];
let listFails = false;
let listHangs = false;
let noticesFail = false;

let digests = 0;
let onDigest: () => void = () => undefined;
const realDigest = crypto.subtle.digest.bind(crypto.subtle);
crypto.subtle.digest = (...args) => {
  digests++;
  onDigest();
  return realDigest(...args);
};

/** The object as a Worker of the provider would have it, with a list and notices that a test can look at. */
export class Connection extends ConnectionObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings, {
      now: () => Date.now(),
      notices: {
        connectionMade: async ({ id }) => tell("made", id, null),
        connectionEnded: async ({ id }, { reason }) => tell("ended", id, reason),
        connectionMarked: async ({ id }) => tell("marked", id, null),
        tokenEnding: async ({ id }) => tell("ending", id, null),
      },
      list: {
        ended: async (id, { reason }) => tellList("list ended", id, reason),
        forget: async (id) => tellList("list forgot", id, null),
      },
    });
  }

  runAlarm() {
    return this.alarm();
  }

  alarmAt() {
    return this.ctx.storage.getAlarm();
  }

  /** Disconnects while a form is answered, at the hash of that number; the answer, and whether it came so far. */
  async endWithin(request: TokenRequest, at: number) {
    let count = 0;
    onDigest = () => {
      if (++count === at) void this.end("disconnected");
    };
    const answer = await this.tokenEndpoint(request);
    onDigest = () => undefined;
    return { answer, reached: count >= at };
  }

  /** How much is stored: tables and keys that the object made, and rows of the tables. */
  stored() {
    const { sql, kv } = this.ctx.storage;
    const names = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
    const tables = names.map(({ name }) => name).filter((name) => !/^(?:sqlite_|_cf_|__miniflare)/.test(name));
    const rows = (table: string) =>
      tables.includes(table) ? sql.exec<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`).one().n : 0;
    return {
      tables,
      keys: [...kv.list()].length,
      oauth: rows("oauth"),
      refreshes: rows("refreshes"),
      calls: rows("calls"),
    };
  }

  /** Everything that is stored, as one text, to look for secrets in. */
  dump() {
    const { sql, kv } = this.ctx.storage;
    const oauth = sql.exec("SELECT * FROM oauth").toArray();
    const refreshes = sql.exec<{ hash: string; sealed: ArrayBuffer }>("SELECT hash, sealed FROM refreshes").toArray();
    const sealed = refreshes.map((row) => `${row.hash} ${new TextDecoder("latin1").decode(row.sealed)}`);
    return JSON.stringify([oauth, sealed, [...kv.list()]]);
  }

  /** Writes so many entries of a moment, as a busy connection would have them. */
  fill(count: number, at: number) {
    this.ctx.storage.sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO calls SELECT ?, printf('%08d', i), 'listDomains', NULL, 'succeeded', 200, NULL, 'http', 'filled' FROM n`,
      count,
      at,
    );
  }
}

export class Session extends RealSession {
  runAlarm() {
    return this.alarm();
  }

  alarmAt() {
    return this.ctx.storage.getAlarm();
  }

  keys() {
    return [...this.ctx.storage.kv.list()].length;
  }

  dump() {
    return JSON.stringify([...this.ctx.storage.kv.list()]);
  }
}

function tell(...message: Told): void {
  if (noticesFail) throw new Error("no mail today");
  told.push(message);
}

async function tellList(...message: Told): Promise<void> {
  if (listHangs) await new Promise(() => undefined);
  if (listFails) throw new Error("the database is away");
  told.push(message);
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;
export interface Call {
  object: keyof Bindings;
  name: string;
  method: string;
  args: unknown[];
}
export interface ConnectionAttempt {
  name: string;
  credential: Credential;
  requests: number;
  /** How the call ends; null: whoever called goes away. */
  record: CallRecord | null;
  /** The scope that the call's operation needs. */
  needed?: Scope;
}

/** Asks the objects whatever a test posts, and turns the clock. */
export default class ConnectionDoor extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request): Promise<Response> {
    const body = await request.json();
    switch (new URL(request.url).pathname) {
      case "/clock":
        shift += body as number;
        return Response.json(Date.now());
      case "/digests":
        return Response.json(digests);
      case "/told":
        return Response.json(told.filter(([, id]) => id === body));
      case "/faults":
        ({
          listFails,
          noticesFail,
          listHangs = false,
        } = body as Record<string, boolean> & {
          listFails: boolean;
          noticesFail: boolean;
        });
        return Response.json(null);
      case "/admit":
        return Response.json(await Promise.all((body as ConnectionAttempt[]).map((attempt) => this.#admit(attempt))));
      default:
        return Response.json(await Promise.all((body as Call[]).map((call) => this.#call(call))));
    }
  }

  async #call({ object, name, method, args }: Call): Promise<unknown> {
    const bindings = this.env as unknown as Record<string, DurableObjectNamespace>;
    const stub = bindings[object]?.getByName(name) as unknown as Methods;
    try {
      const value = (await stub[method]?.(...args)) ?? null;
      return { value: value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  async #admit({ name, credential, requests, record, needed }: ConnectionAttempt): Promise<unknown> {
    const stub = this.env.CONNECTION.getByName(name) as unknown as ConnectionPort;
    const admission = await stub.admit(credential, requests);
    if (admission.outcome !== "admitted") return admission;
    const { outcome, grant, rateResults, log } = admission;
    if (record) await log.record(record, needed ?? "account:read");
    return { outcome, grant, rateResults };
  }
}
