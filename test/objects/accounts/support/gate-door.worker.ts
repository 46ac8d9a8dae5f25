import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";

interface Bindings {
  WRITER: DurableObjectNamespace<Writer>;
  OTHER: Service<typeof Other>;
}

const arrived = new Set<string>();

/** Whoever is called over a service binding. */
export class Other extends WorkerEntrypoint {
  async arrive(id: string) {
    arrived.add(id);
  }

  async hasArrived(id: string) {
    return arrived.has(id);
  }
}

/** How an object writes and calls. */
export type GateMode = "durable" | "never durable" | "called before it was written";

/** Calls a binding beside a write that becomes durable, or cannot: a constraint that is looked at with the commit fails it. */
export class Writer extends DurableObject<Bindings> {
  async writeAndCall(id: string, mode: GateMode) {
    const { sql } = this.ctx.storage;
    sql.exec("CREATE TABLE IF NOT EXISTS parents (id TEXT PRIMARY KEY)");
    sql.exec("CREATE TABLE IF NOT EXISTS rows (id TEXT PRIMARY KEY, parent TEXT REFERENCES parents (id))");
    sql.exec("INSERT OR IGNORE INTO parents VALUES ('known')");
    await this.ctx.storage.sync();
    if (mode === "called before it was written") await this.env.OTHER.arrive(id);
    sql.exec("PRAGMA defer_foreign_keys = on");
    sql.exec("INSERT INTO rows VALUES (?, ?)", id, mode === "durable" ? "known" : "unknown");
    if (mode !== "called before it was written") await this.env.OTHER.arrive(id);
  }

  async isWritten(id: string) {
    return this.ctx.storage.sql.exec("SELECT 1 FROM rows WHERE id = ?", id).toArray().length > 0;
  }
}

/** Has an object write and call; what came of both, once the object has been started anew. */
export default class Door extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request) {
    const { id, mode } = (await request.json()) as { id: string; mode: GateMode };
    const writer = () => this.env.WRITER.get(this.env.WRITER.idFromName(id));
    await writer()
      .writeAndCall(id, mode)
      .catch(() => undefined);
    return Response.json({
      isWritten: await writer().isWritten(id),
      hasArrived: await this.env.OTHER.hasArrived(id),
    });
  }
}
