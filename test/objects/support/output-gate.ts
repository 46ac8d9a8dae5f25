import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";
import type { Bindings } from "./bindings.ts";

const arrived = new Set<string>();

/** A Worker that records the calls it receives over a service binding. */
export class Arrivals extends WorkerEntrypoint {
  async arrive(id: string) {
    arrived.add(id);
  }
}

export function hasArrived(id: string): boolean {
  return arrived.has(id);
}

/** The order of write and call, and whether the write succeeds. */
export type WriteMode = "durable" | "never durable" | "called before the write";

/**
 * An object that writes a row and calls a binding. The write becomes durable, or a constraint makes it fail at commit.
 */
export class Writer extends DurableObject<Bindings> {
  async writeAndCall(id: string, mode: WriteMode) {
    const { sql } = this.ctx.storage;
    sql.exec("CREATE TABLE IF NOT EXISTS parents (id TEXT PRIMARY KEY)");
    sql.exec("CREATE TABLE IF NOT EXISTS rows (id TEXT PRIMARY KEY, parent TEXT REFERENCES parents (id))");
    sql.exec("INSERT OR IGNORE INTO parents VALUES ('known')");
    await this.ctx.storage.sync();
    if (mode === "called before the write") await this.env.ARRIVALS.arrive(id);
    sql.exec("PRAGMA defer_foreign_keys = on");
    sql.exec("INSERT INTO rows VALUES (?, ?)", id, mode === "durable" ? "known" : "unknown");
    if (mode !== "called before the write") await this.env.ARRIVALS.arrive(id);
  }

  async isWritten(id: string) {
    return this.ctx.storage.sql.exec("SELECT 1 FROM rows WHERE id = ?", id).toArray().length > 0;
  }
}
