import { cpSync, existsSync, globSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { fireCron } from "../../../dev/local-api.ts";
import type { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { HOLD_TAKES_MS } from "../../../shared/holds/holds.ts";
import { directConnections } from "../../support/direct-connections.ts";
import { demonstrationOf, settingsOf, type TestWorker } from "../../support/product-workers.ts";
import type { WorkerInput } from "../../support/test-runtime.ts";
import { KillableSystem } from "../faults/harness/killable-system.ts";
import type { DrillAct } from "./operate.worker.ts";

/** The path at which the drill puts stores on hold, restores and resumes them. */
const OPERATE = "/test-support/operate";
const COPY = "copy";

/** The interval of the scheduled work, in milliseconds. */
const JOBS_EVERY_MS = 1_500;

/**
 * The stores, each with the operator's name for its kind and a table that only this store has. The table of the billing
 * database depends on the billing system.
 */
const KINDS = {
  "account object": { table: "journal", kind: "account" },
  "connection object": { table: "oauth", kind: "connection" },
  "account database": { table: "unconnected_clients", kind: "account-database" },
  "billing database": { table: null, kind: "billing-database" },
} as const;
export type StoreName = keyof typeof KINDS;
export const STORES = Object.keys(KINDS) as StoreName[];

/** The billing system of a drill, with the outside parties that a restore does not change. */
export interface DrillBilling {
  /** The name of the billing Worker. */
  worker: string;
  cron: string;
  /** The name of the billing Worker's database. */
  database: string;
  table: string;
  registry: SandboxRegistry;
  /** Settings of the account Worker in addition to the demonstration's. */
  accountSettings: Record<string, string>;
  /** Creates every database with the demonstration data. */
  seed(folder: string): Promise<void>;
  /** Returns the Workers of the product, the front door first. */
  workers(folder: string, accountSettings: Record<string, string>): WorkerInput[];
  /** Returns the number of plan orders for a site. */
  ordersFor(system: KillableSystem, site: string): Promise<number>;
  stop(): Promise<void>;
}

/** The product with its stores on disk. The stores of one kind can be restored while the system is stopped. */
export class DrillSystem {
  readonly system: KillableSystem;
  readonly #billing: DrillBilling;

  private constructor(system: KillableSystem, billing: DrillBilling) {
    this.system = system;
    this.#billing = billing;
  }

  static async open(billing: DrillBilling, onLine: (line: string) => void): Promise<DrillSystem> {
    const { worker, cron } = billing;
    const prepare = async (folder: string) => {
      await billing.seed(folder);
      return workersOf(billing, folder);
    };
    try {
      const jobs = { worker, cron, everyMs: JOBS_EVERY_MS };
      return new DrillSystem(await KillableSystem.open({ name: "drill", prepare, jobs, onLine }), billing);
    } catch (error) {
      await billing.stop();
      throw error;
    }
  }

  /** Runs the scheduled work of the account and billing Workers. The work fails while a database is on hold. */
  async runScheduled(): Promise<void> {
    const { worker, cron } = this.#billing;
    // expected: the Worker logs work that fails, and the drill reads the log
    await fireCron(this.system.origin, "frontdesk-account", "* * * * *").catch(() => undefined);
    await fireCron(this.system.origin, worker, cron).catch(() => undefined);
  }

  /** Returns the number of plan orders for a site in the billing system. */
  ordersFor(site: string): Promise<number> {
    return this.#billing.ordersFor(this.system, site);
  }

  /** Stops the system, copies every store, and starts the system again. */
  async copy(): Promise<void> {
    const { folder } = this.system;
    await this.system.kill();
    rmSync(join(folder, COPY), { recursive: true, force: true });
    for (const file of this.#files()) cpSync(join(folder, file), join(folder, COPY, file));
    await this.system.start();
  }

  /**
   * Restores every store of one kind to its copy, as an operator does. A database is put on hold first, and an object
   * when its restore starts. The drill replaces the files while the system is stopped, and the stop also interrupts an
   * object's restore.
   * @returns the number of restored stores
   */
  async restore(store: StoreName): Promise<number> {
    const { folder } = this.system;
    const isObject = store.endsWith("object");
    await this.#operate({ act: isObject ? "restore" : "hold", kind: KINDS[store].kind });
    if (!isObject) await wait(HOLD_TAKES_MS);
    await this.system.kill();
    const table = KINDS[store].table ?? this.#billing.table;
    const files = this.#files().filter(
      (file) => file.endsWith(".sqlite") && existsSync(join(folder, COPY, file)) && hasTable(join(folder, file), table),
    );
    for (const file of files) {
      for (const part of ["", "-wal", "-shm"]) {
        rmSync(join(folder, file + part), { force: true });
        const kept = join(folder, COPY, file + part);
        if (existsSync(kept)) cpSync(kept, join(folder, file + part));
      }
    }
    await this.system.start();
    return files.length;
  }

  /** Returns the names of the stores on hold. */
  held(): Promise<string[]> {
    return this.#operate({ act: "list" });
  }

  /** Resumes every store of one kind. @returns the stores that are still on hold */
  resume(store: StoreName): Promise<string[]> {
    return this.#operate({ act: "resume", kind: KINDS[store].kind });
  }

  async #operate(act: DrillAct): Promise<string[]> {
    const response = await fetch(this.system.origin + OPERATE, { method: "POST", body: JSON.stringify(act) });
    if (!response.ok) throw new Error(`${act.act}: ${response.status} ${await response.text()}`);
    return (await response.json()) as string[];
  }

  async close(): Promise<void> {
    await this.system.close();
    await this.#billing.stop();
  }

  /** Returns the files of all stores relative to the folder, including the files that SQLite adds to a database. */
  #files(): string[] {
    const { folder } = this.system;
    return globSync(`${folder}/**/*.sqlite*`)
      .map((file) => relative(folder, file))
      .filter((file) => !file.startsWith(COPY));
  }
}

function workersOf(billing: DrillBilling, folder: string): WorkerInput[] {
  const { registry, worker, database, accountSettings } = billing;
  const own = { ...demonstrationOf("account", registry), MAIL_FROM: "", ...accountSettings };
  const vars = settingsOf("account", own);
  const direct = directConnections(vars, worker);
  const operate: TestWorker = {
    ...{ ...direct, name: "operate", main: "test/system/drill/operate.worker.ts", routes: [`*${OPERATE}`] },
    vars: { ...vars, GIVES_IDS: String(worker === "frontdesk-billing") },
    d1_databases: [...(direct.d1_databases ?? []), { binding: "BILLING_DB", database_name: database }],
    durable_objects: {
      bindings: [
        ...(direct.durable_objects?.bindings ?? []),
        { name: "BILLING_HOLDS", class_name: "StoreHolds", script_name: worker },
      ],
    },
  };
  return [...billing.workers(folder, vars), { config: direct }, { config: operate }];
}

function hasTable(file: string, table: string): boolean {
  const database = new DatabaseSync(file);
  try {
    return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined;
  } finally {
    database.close();
  }
}
