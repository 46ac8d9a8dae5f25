import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { presentSchema } from "../../../scripts/deployment/schemas.ts";
import { PROJECT, workersOn } from "../../../scripts/workers.ts";
import { CONFIGS, demonstrationOf, type ProductWorker, settingsOf } from "../../support/product-workers.ts";
import { DATABASES, type seedStores } from "../../support/seeded-stores.ts";
import { TestRuntime } from "../../support/test-runtime.ts";

/** The Workers in the order of a deployment, callees first. */
export const DEPLOYED: ProductWorker[] = workersOn("embedded").map(({ config }) => {
  const found = Object.entries(CONFIGS).find(([, path]) => path === config);
  if (!found) throw new Error(`${config} is no Worker of the tests`);
  return found[0] as ProductWorker;
});

/** Where the operator console answers. */
export const OPERATOR_HOST = "operator.localhost";

const JOBS = { worker: "frontdesk-billing", cron: "*/5 * * * *" };

/** A system of which some Workers are of a former release and the others of today; its stores go on from one pairing to the next. */
export class PairingSystem {
  readonly registry: SandboxRegistry;
  readonly #folder: string;
  readonly #former: string;
  #runtime: TestRuntime | null = null;

  private constructor(registry: SandboxRegistry, folder: string, former: string) {
    this.registry = registry;
    this.#folder = folder;
    this.#former = former;
  }

  /** With the stores of the former release, and its demonstration data. @param former folder of its files */
  static async open(former: string): Promise<PairingSystem> {
    const folder = mkdtempSync(join(tmpdir(), "pairing-"));
    const support = pathToFileURL(join(former, "test/support/seeded-stores.ts")).href;
    const own = (await import(support)) as { seedStores: typeof seedStores };
    await own.seedStores(folder);
    return new PairingSystem(await SandboxRegistry.start(), folder, former);
  }

  get runtime(): TestRuntime {
    if (!this.#runtime) throw new Error("the system has not started");
    return this.#runtime;
  }

  get origin(): string {
    return this.runtime.origin;
  }

  /** Its address stays, since tokens are good for it alone. @param today the Workers that are of today; their databases have been migrated, as a deployment does before */
  async start(today: readonly ProductWorker[]): Promise<void> {
    const port = this.#runtime ? Number(new URL(this.origin).port) : 0;
    await this.#runtime?.close();
    const isThere = (worker: ProductWorker) =>
      today.includes(worker) || existsSync(join(this.#former, CONFIGS[worker]));
    // Requests without a route go to the first.
    const workers = DEPLOYED.toReversed().filter(isThere);
    const inputs = workers.map((worker) => ({
      config: today.includes(worker) ? CONFIGS[worker] : join(this.#former, CONFIGS[worker]),
      vars: settingsOf(worker, demonstrationOf(worker, this.registry)),
      ...(worker === "operator" && { routes: [`${OPERATOR_HOST}/*`] }),
    }));
    this.#runtime = await TestRuntime.start(inputs, this.#folder, false, port);
    for (const worker of today) await this.#migrate(worker);
  }

  /** Runs the billing system's scheduled jobs. */
  async tick(): Promise<void> {
    const outcome = await this.runtime.getWorker(JOBS.worker).scheduled(JOBS.cron);
    if (outcome !== "ok") throw new Error(`the scheduled jobs ended as ${outcome}`);
  }

  /** Lines that stand for a mistake in our own code, since the last time. */
  mistakes(): string[] {
    const lines = this.runtime.getLogs().map(({ message }) => message);
    this.runtime.clearLogs();
    return lines.filter((line) => /internal_error|undeclared_problem|TypeError/.test(line));
  }

  async close(): Promise<void> {
    await this.#runtime?.close();
    await this.registry.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Each migration can be run twice; those that the former release had have been applied by it. */
  async #migrate(worker: ProductWorker): Promise<void> {
    const name = worker in DATABASES ? DATABASES[worker as keyof typeof DATABASES] : undefined;
    const database = name === undefined ? undefined : this.runtime.databases[name];
    if (!database) return;
    const folder = join(worker === "operator" ? "workers/operator" : `workers/${worker}`, "migrations");
    for (const file of presentSchema(CONFIGS[worker]).migrations) {
      if (existsSync(join(this.#former, folder, file))) continue;
      const statements = statementsOf(readFileSync(join(PROJECT, folder, file), "utf8"));
      for (const statement of statements) {
        await database
          .prepare(statement)
          .run()
          .catch((error: Error) => {
            // expected: a column that is there since the pairing before; SQLite has no IF NOT EXISTS for it.
            if (!/duplicate column/.test(error.message)) throw error;
          });
      }
    }
  }
}
