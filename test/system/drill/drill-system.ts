import { cpSync, existsSync, globSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { DIRECT_CONNECTIONS } from "../../support/connecting-application.ts";
import { CONFIGS, demonstrationOf, PRODUCT, settingsOf, type TestWorker } from "../../support/product-workers.ts";
import { DATABASES, seedStores } from "../../support/seeded-stores.ts";
import type { WorkerInput } from "../../support/test-runtime.ts";
import { KillableSystem } from "../faults/system/killable-system.ts";

/** Where the drill lists and accepts held stores. */
const ACCEPT = "/test-support/accept";
const JOBS = { worker: "frontdesk-billing", cron: "*/5 * * * *", everyMs: 1_500 };
const COPY = "copy";

/** A store, and a table that it has and no other one. */
export const STORES = {
  "account object": "journal",
  "connection object": "oauth",
  "account database": "unconnected_clients",
  "billing database": "invoices",
} as const;
export type StoreName = keyof typeof STORES;

/** The product as it is deployed, with its stores on disk, of which one can be put back while it is stopped. */
export class DrillSystem {
  readonly system: KillableSystem;
  readonly #registry: SandboxRegistry;

  private constructor(system: KillableSystem, registry: SandboxRegistry) {
    this.system = system;
    this.#registry = registry;
  }

  static async open(onLine: (line: string) => void): Promise<DrillSystem> {
    const registry = await SandboxRegistry.start();
    const prepare = async (folder: string) => {
      await seedStores(folder);
      return workersBefore(registry);
    };
    try {
      return new DrillSystem(await KillableSystem.open({ name: "drill", prepare, jobs: JOBS, onLine }), registry);
    } catch (error) {
      await registry.stop();
      throw error;
    }
  }

  /** Copies every store, while the system is stopped. */
  async copy(): Promise<void> {
    const { folder } = this.system;
    await this.system.kill();
    rmSync(join(folder, COPY), { recursive: true, force: true });
    for (const file of this.#files()) cpSync(join(folder, file), join(folder, COPY, file));
    await this.system.start();
  }

  /** Puts every file of one kind of store back as it was copied. @returns how many stores went back */
  async putBack(store: StoreName): Promise<number> {
    const { folder } = this.system;
    await this.system.kill();
    const files = this.#files().filter(
      (file) =>
        file.endsWith(".sqlite") && existsSync(join(folder, COPY, file)) && hasTable(join(folder, file), STORES[store]),
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

  /** The stores that are held, once one was accepted, if any. */
  async held(accept?: string): Promise<string[]> {
    const response = await fetch(this.system.origin + ACCEPT, { method: "POST", body: JSON.stringify({ accept }) });
    if (!response.ok) throw new Error(`accept: ${response.status} ${await response.text()}`);
    return (await response.json()) as string[];
  }

  async close(): Promise<void> {
    await this.system.close();
    await this.#registry.stop();
  }

  /** Relative to the folder, with the parts that SQLite keeps beside a database. */
  #files(): string[] {
    const { folder } = this.system;
    return globSync(`${folder}/**/*.sqlite*`)
      .map((file) => relative(folder, file))
      .filter((file) => !file.startsWith(COPY));
  }
}

function workersBefore(registry: SandboxRegistry): WorkerInput[] {
  const vars = settingsOf("account", { ...demonstrationOf("account", registry), MAIL_FROM: "" });
  const objects = {
    ...{ CONNECTION: "Connection", ACCOUNT: "Account", SESSION: "Session", SERVICE_KEY: "ServiceKey" },
    ...{ ADDRESS_WINDOW: "AddressWindow", DAILY_KEY: "DailyKey", STORE_WITNESS: "StoreWitness" },
  };
  const beside = (name: string, main: string, route: string): TestWorker => ({
    ...{ name, main, vars, routes: [`*${route}`] },
    d1_databases: [
      { binding: "ACCOUNT_DB", database_name: DATABASES.account },
      { binding: "BILLING_DB", database_name: DATABASES.billing },
    ],
    services: [{ binding: "BILLING", service: JOBS.worker }],
    durable_objects: {
      bindings: [
        ...Object.entries(objects).map(([binding, class_name]) => ({
          ...{ name: binding, class_name, script_name: "frontdesk-account" },
        })),
        { name: "BILLING_WITNESS", class_name: "StoreWitness", script_name: JOBS.worker },
      ],
    },
  });
  return [
    ...PRODUCT.map((worker) => ({
      config: CONFIGS[worker],
      vars: settingsOf(worker, demonstrationOf(worker, registry)),
    })),
    { config: beside("direct-connections", "test/support/workers/direct-connections.worker.ts", DIRECT_CONNECTIONS) },
    { config: beside("accept", "test/system/drill/accept.worker.ts", ACCEPT) },
  ];
}

function hasTable(file: string, table: string): boolean {
  const database = new DatabaseSync(file);
  try {
    return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined;
  } finally {
    database.close();
  }
}
