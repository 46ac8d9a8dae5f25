import { cpSync, existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fireCron } from "../../../dev/local-api.ts";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { ACTING_SETTINGS, settingsFor } from "../../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator } from "../../../dev/whmcs/whmcs-simulator.ts";
import { writeConfigurations } from "../../../scripts/configurations.ts";
import { DIRECT_CONNECTIONS } from "../../support/connecting-application.ts";
import {
  CONFIGS,
  demonstrationOf,
  PRODUCT,
  type ProductWorker,
  settingsOf,
  type TestWorker,
} from "../../support/product-workers.ts";
import { DATABASES, seedStores, seedWhmcsStores } from "../../support/seeded-stores.ts";
import type { WorkerInput } from "../../support/test-runtime.ts";
import { KillableSystem } from "../faults/system/killable-system.ts";

/** Where the drill lists and accepts held stores. */
const ACCEPT = "/test-support/accept";
const COPY = "copy";

export type DrillBilling = "embedded" | "whmcs";

/** The billing Worker of each, its database, and a table that this has and no other. */
const BILLING = {
  embedded: { worker: "frontdesk-billing", cron: "*/5 * * * *", database: DATABASES.billing, table: "invoices" },
  whmcs: {
    worker: "frontdesk-billing-whmcs",
    cron: "*/3 * * * *",
    database: DATABASES.whmcs,
    table: "registrant_fields",
  },
} as const;
/** How often the scheduled work comes, in milliseconds. */
const JOBS_EVERY_MS = 1_500;

/** A store, and a table that it has and no other one; of the billing database each billing system has its own. */
const TABLES = {
  "account object": "journal",
  "connection object": "oauth",
  "account database": "unconnected_clients",
  "billing database": null,
} as const;
export type StoreName = keyof typeof TABLES;
export const STORES = Object.keys(TABLES) as StoreName[];

/** The product as it is deployed, with its stores on disk, of which one can be put back while it is stopped. */
export class DrillSystem {
  readonly system: KillableSystem;
  readonly #outside: Outside;

  private constructor(system: KillableSystem, outside: Outside) {
    this.system = system;
    this.#outside = outside;
  }

  static async open(billing: DrillBilling, onLine: (line: string) => void): Promise<DrillSystem> {
    const registry = await SandboxRegistry.start();
    const outside = { registry, whmcs: billing === "whmcs" ? await WhmcsSimulator.start({ profile: "8.13" }) : null };
    const { worker, cron } = BILLING[billing];
    const prepare = async (folder: string) => {
      await (outside.whmcs ? seedWhmcsStores(folder) : seedStores(folder));
      return workersBefore(outside, folder);
    };
    try {
      const jobs = { worker, cron, everyMs: JOBS_EVERY_MS };
      return new DrillSystem(await KillableSystem.open({ name: "drill", prepare, jobs, onLine }), outside);
    } catch (error) {
      await stop(outside);
      throw error;
    }
  }

  /** Fires the account Worker's and the billing Worker's crons, which fail where a database is held. */
  async runScheduled(): Promise<void> {
    const { worker, cron } = BILLING[billingOf(this.#outside)];
    // expected: work that fails is logged by the Worker, and is what the drill looks at
    await fireCron(this.system.origin, "frontdesk-account", "* * * * *").catch(() => undefined);
    await fireCron(this.system.origin, worker, cron).catch(() => undefined);
  }

  /** How many orders of a plan for a site the billing system has. */
  async ordersFor(site: string): Promise<number> {
    const { whmcs } = this.#outside;
    if (whmcs) return whmcs.state.services.filter(({ domain }) => domain === site).length;
    const rows = await this.system.query("billing", `SELECT count(*) FROM services WHERE domain = '${site}'`);
    return Number(rows[0]?.[0] ?? 0);
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
    const table = TABLES[store] ?? BILLING[billingOf(this.#outside)].table;
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

  /** The stores that are held, once one was accepted, if any. */
  async held(accept?: string): Promise<string[]> {
    const response = await fetch(this.system.origin + ACCEPT, { method: "POST", body: JSON.stringify({ accept }) });
    if (!response.ok) throw new Error(`accept: ${response.status} ${await response.text()}`);
    return (await response.json()) as string[];
  }

  async close(): Promise<void> {
    await this.system.close();
    await stop(this.#outside);
  }

  /** Relative to the folder, with the parts that SQLite keeps beside a database. */
  #files(): string[] {
    const { folder } = this.system;
    return globSync(`${folder}/**/*.sqlite*`)
      .map((file) => relative(folder, file))
      .filter((file) => !file.startsWith(COPY));
  }
}

/** What is not the product, and does not go back. */
interface Outside {
  registry: SandboxRegistry;
  whmcs: WhmcsSimulator | null;
}

function billingOf({ whmcs }: Outside): DrillBilling {
  return whmcs ? "whmcs" : "embedded";
}

async function stop({ registry, whmcs }: Outside): Promise<void> {
  await Promise.all([registry.stop(), whmcs?.stop()]);
}

function workersBefore(outside: Outside, folder: string): WorkerInput[] {
  const { registry, whmcs } = outside;
  const { worker: billingWorker, database } = BILLING[billingOf(outside)];
  const clientArea = whmcs && { CLIENT_AREA_URL: whmcs.url };
  const vars = settingsOf("account", { ...demonstrationOf("account", registry), MAIL_FROM: "", ...clientArea });
  const objects = {
    ...{ CONNECTION: "Connection", ACCOUNT: "Account", SESSION: "Session", SERVICE_KEY: "ServiceKey" },
    ...{ ADDRESS_WINDOW: "AddressWindow", DAILY_KEY: "DailyKey", STORE_WITNESS: "StoreWitness" },
  };
  const beside = (name: string, main: string, route: string): TestWorker => ({
    ...{ name, main, vars, routes: [`*${route}`] },
    d1_databases: [
      { binding: "ACCOUNT_DB", database_name: DATABASES.account },
      { binding: "BILLING_DB", database_name: database },
    ],
    services: [{ binding: "BILLING", service: billingWorker }],
    durable_objects: {
      bindings: [
        ...Object.entries(objects).map(([binding, class_name]) => ({
          ...{ name: binding, class_name, script_name: "frontdesk-account" },
        })),
        { name: "BILLING_WITNESS", class_name: "StoreWitness", script_name: billingWorker },
      ],
    },
  });
  return [
    ...(whmcs ? productBeforeWhmcs(whmcs, registry, folder, vars) : productWith(registry)),
    { config: beside("direct-connections", "test/support/workers/direct-connections.worker.ts", DIRECT_CONNECTIONS) },
    { config: beside("accept", "test/system/drill/accept.worker.ts", ACCEPT) },
  ];
}

function productWith(registry: SandboxRegistry): WorkerInput[] {
  return PRODUCT.map((worker) => ({
    config: CONFIGS[worker],
    vars: settingsOf(worker, demonstrationOf(worker, registry)),
  }));
}

function productBeforeWhmcs(
  whmcs: WhmcsSimulator,
  registry: SandboxRegistry,
  folder: string,
  account: Record<string, string>,
): WorkerInput[] {
  const vars = { ...settingsFor(whmcs), ...ACTING_SETTINGS, FRONTDESK_BRIDGE_KEY: "" };
  const written = writeConfigurations("whmcs", join(folder, "configurations"), { vars, secrets: [] });
  const configOf = (worker: ProductWorker) => {
    const name = { billing: BILLING.whmcs.worker, site: "frontdesk" }[worker as string] ?? `frontdesk-${worker}`;
    const found = written.find(({ config }) => JSON.parse(readFileSync(config, "utf8")).name === name);
    if (!found) throw new Error(`no configuration of ${name}`);
    return found.config;
  };
  return PRODUCT.map((worker) => {
    if (worker === "billing") return { config: configOf(worker) };
    const own = worker === "account" ? account : settingsOf(worker, demonstrationOf(worker, registry));
    return { config: configOf(worker), vars: own };
  });
}

function hasTable(file: string, table: string): boolean {
  const database = new DatabaseSync(file);
  try {
    return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined;
  } finally {
    database.close();
  }
}
