import type { DatabaseAnswer, DatabaseRequest } from "./workers/databases.worker.ts";

type Ask = (request: Omit<DatabaseRequest, "database">) => Promise<unknown>;

/**
 * Returns a running system's database, with access over HTTP. Miniflare's own bindings block this process while they
 * wait, and the runtime waits until this process reads its log. A long log would therefore cause a deadlock.
 * @param fetch a function that sends a request to the Worker in `databases.worker.ts` and returns the parsed body
 */
export function remoteDatabase(name: string, fetch: (init: { method: string; body: string }) => Promise<unknown>) {
  const ask: Ask = async (request) => {
    const answer = await fetch({ method: "POST", body: JSON.stringify({ database: name, ...request }) });
    return readAnswer(answer as DatabaseAnswer);
  };
  return {
    prepare: (sql: string) => new RemoteStatement(ask, sql),
    batch: (statements: RemoteStatement[]) => ask({ method: "batch", statements }),
    exec: (sql: string) => ask({ method: "exec", statements: [{ sql, values: [] }] }),
  } as unknown as D1Database;
}

class RemoteStatement {
  readonly #ask: Ask;
  readonly sql: string;
  readonly values: unknown[];

  constructor(ask: Ask, sql: string, values: unknown[] = []) {
    this.#ask = ask;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): RemoteStatement {
    return new RemoteStatement(this.#ask, this.sql, values);
  }

  all = () => this.#run("all");
  run = () => this.#run("run");
  raw = () => this.#run("raw");
  first = (column?: string) => this.#run("first", column);

  #run(method: DatabaseRequest["method"], column?: string): Promise<unknown> {
    const { sql, values } = this;
    return this.#ask({ method, statements: [{ sql, values }], ...(column !== undefined && { column }) });
  }
}

function readAnswer(answer: DatabaseAnswer): unknown {
  if ("error" in answer) throw new Error(answer.error);
  return answer.value;
}
