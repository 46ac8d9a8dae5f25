import { env } from "cloudflare:workers";
import type { BillingWorkerEnv } from "../../../../workers/billing/environment.ts";
import { fastClock } from "../harness/fast-clock.ts";
import type { AccountVars, ReportedMail } from "../harness/faults.ts";
import { reportTo } from "../harness/report.ts";
import { type DatabaseFault, HALF_TRANSACTION, NOT_LOOKED_FOR, REFUSAL_BELIEVED, SETTLED_TWICE } from "./faults.ts";

interface Bindings extends BillingWorkerEnv, AccountVars {
  /** The time from which the clock runs faster, in epoch milliseconds. */
  CLOCK_SINCE: string;
}

/** Functions that put a mistake into a correct SQL statement, by the name of the mistake. */
const REWRITES: Record<string, (query: string) => string> = {
  [SETTLED_TWICE]: (query) =>
    query
      .replace("SELECT id FROM payments WHERE reference = ?", "$& AND 0")
      .replace("INSERT INTO payments", "INSERT OR IGNORE INTO payments"),
  [NOT_LOOKED_FOR]: (query) =>
    query.replace("AND checked_at < ?", "$& AND 0").replace("SELECT payments_listed_at AS at", "SELECT 9e15 AS at"),
};

/** A D1 database whose write transactions fail when the harness decides. */
class FailingDatabase {
  readonly #bindings: Bindings;
  readonly #writing = new WeakSet<D1PreparedStatement>();

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  get binding(): D1Database {
    const { DB, MISTAKE } = this.#bindings;
    const rewrite = REWRITES[MISTAKE] ?? String;
    const replaced: Partial<D1Database> = {
      prepare: (query) => this.#noted(DB.prepare(rewrite(query)), /^\s*(insert|update|delete)/i.test(query)),
      batch: (statements) => this.#batch(statements),
    };
    return new Proxy(DB, {
      get(target, name) {
        const value = Reflect.get(name in replaced ? replaced : target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  #noted(statement: D1PreparedStatement, isWriting: boolean): D1PreparedStatement {
    if (isWriting) this.#writing.add(statement);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => this.#noted(bind(...values), isWriting);
    return statement;
  }

  async #batch<Row>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    const { DB, MISTAKE } = this.#bindings;
    if (!statements.some((statement) => this.#writing.has(statement))) return DB.batch(statements);
    const fault = (await reportTo(this.#bindings.HARNESS, { at: "write" })) as DatabaseFault | null;
    if (fault === "a transaction fails") throw new Error("D1_ERROR: the harness refused it");
    let results: D1Result<Row>[];
    if (MISTAKE === HALF_TRANSACTION) {
      const half = statements.length - 1;
      const first = half > 0 ? await DB.batch<Row>(statements.slice(0, half)) : [];
      await reportTo(this.#bindings.HARNESS, { at: "half written" });
      results = [...first, ...(await DB.batch<Row>(statements.slice(half)))];
    } else {
      results = await DB.batch<Row>(statements);
    }
    await reportTo(this.#bindings.HARNESS, { at: "written" });
    if (fault === "written, and the database's answer is lost") throw new Error("D1_ERROR: Network connection lost.");
    return results;
  }
}

/** Hides the registrar's domains from lookups, so the engine takes every refusal as final. */
function believing(send: typeof fetch): typeof fetch {
  return (input, init) =>
    init?.method === "GET" && /\/core\/v1\/domains\/[^:]+$/.test(String(input))
      ? Promise.resolve(Response.json({ message: "Not Found" }, { status: 404 }))
      : send(input, init);
}

// The billing Worker gets a failing database and a faster clock. Its e-mails go to the harness.
const bindings = env as unknown as Bindings;
const EMAIL = { send: (mail: ReportedMail) => reportTo(bindings.HARNESS, { at: "mail", mail }) };
Object.assign(env, { DB: new FailingDatabase({ ...bindings }).binding, EMAIL });
Date.now = fastClock(Number(bindings.CLOCK_SINCE), Date.now);
if (bindings.MISTAKE === REFUSAL_BELIEVED) globalThis.fetch = believing(fetch);
