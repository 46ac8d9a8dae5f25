import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fireCron, runStatement } from "../../../../dev/local-api.ts";
import { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { DIRECT_CONNECTIONS } from "../../../support/connecting-application.ts";
import {
  CONFIGS,
  demonstrationOf,
  PRODUCT,
  type ProductWorker,
  settingsOf,
  type TestWorker,
} from "../../../support/product-workers.ts";
import { DATABASES, seedStores } from "../../../support/seeded-stores.ts";
import { builtWorker, type WorkerInput } from "../../../support/test-runtime.ts";
import { registerDomains, seededAccounts } from "./accounts.ts";
import { LATE_DELIVERIES, type Mistake } from "./faults.ts";

const CRON_EVERY_MS = 1_500;
const START_MS = 120_000;

export interface WholeSystemOptions {
  /** Accounts of customers, each with what can be ordered about. */
  accounts: number;
  /** Where the harness listens. */
  harness: string;
  /** Where the registrar is asked, given where it is: `host:port` both. */
  registrarThrough(endpoint: string): Promise<string>;
  mistake: Mistake | null;
  /** Takes what the Workers log. */
  onLine(line: string): void;
}

/** All Workers of the product as they are deployed, in a runtime process that can be killed, with their stores on disk. */
export class WholeSystem {
  readonly registry: SandboxRegistry;
  readonly #folder: string;
  readonly #onLine: (line: string) => void;
  #process: ChildProcess | null = null;
  #origin = "";
  #upMs = 0;
  #upSince: number | null = null;
  #isClosed = false;

  private constructor(folder: string, registry: SandboxRegistry, onLine: (line: string) => void) {
    this.#folder = folder;
    this.registry = registry;
    this.#onLine = onLine;
  }

  /** Builds the Workers, fills the stores and starts it. */
  static async open(options: WholeSystemOptions): Promise<WholeSystem> {
    const folder = mkdtempSync(join(tmpdir(), "frontdesk-whole-"));
    const registry = await SandboxRegistry.start();
    const system = new WholeSystem(folder, registry, options.onLine);
    try {
      mkdirSync(join(folder, "temporary"));
      await seedStores(folder, undefined, seededAccounts(options.accounts));
      registerDomains(registry, options.accounts);
      const registrar = await options.registrarThrough(registry.endpoints.registrar);
      const inputs = workerInputs(registry, registrar, options);
      const workers = await Promise.all(inputs.map((input) => builtWorker(input, folder)));
      writeFileSync(
        join(folder, "workers.json"),
        JSON.stringify({ workers, resourcePersistencePath: folder, port: 0 }),
      );
      await system.start();
      // The address stays what it is: answers have it in their links.
      const port = Number(new URL(system.origin).port);
      writeFileSync(join(folder, "workers.json"), JSON.stringify({ workers, resourcePersistencePath: folder, port }));
      void system.#fireCron();
      return system;
    } catch (error) {
      await system.close();
      throw error;
    }
  }

  get origin(): string {
    return this.#origin;
  }

  /** Milliseconds that it has served in all. What is due by this clock is due on a busy machine, too. */
  get upMs(): number {
    return this.#upMs + (this.#upSince === null ? 0 : performance.now() - this.#upSince);
  }

  /** Ends the runtime, and what started it, as a power cut would. */
  async kill(): Promise<void> {
    this.#upMs = this.upMs;
    this.#upSince = null;
    const running = this.#process;
    this.#process = null;
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    // The group: the runtime is a child of the process that serves it.
    process.kill(-running.pid, "SIGKILL");
    await ended;
  }

  /** Starts it on what was stored, until it answers. */
  async start(): Promise<void> {
    const serve = join(import.meta.dirname, "serve.ts");
    const running = spawn(process.execPath, [...process.execArgv, serve, join(this.#folder, "workers.json")], {
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, TMPDIR: join(this.#folder, "temporary"), X_LOCAL_OBSERVABILITY: "false" },
    });
    this.#process = running;
    const said: string[] = [];
    for (const output of [running.stdout, running.stderr]) {
      createInterface({ input: output as Readable }).on("line", (line) => {
        said.push(line);
        if (said.length > 20) said.shift();
        this.#onLine(line);
      });
    }
    this.#origin = await new Promise<string>((resolve, reject) => {
      running.once("message", (origin) => resolve(String(origin)));
      running.once("exit", () => reject(new Error(`the system did not start:\n${said.join("\n")}`)));
    });
    const end = Date.now() + START_MS;
    while (!(await this.#answers())) {
      if (Date.now() > end) throw new Error(`the system does not answer:\n${said.join("\n")}`);
      await wait(50);
    }
    this.#upSince = performance.now();
  }

  /** Runs one statement on a Worker's database. */
  query(sql: string, database: keyof typeof DATABASES = "billing"): Promise<unknown[][]> {
    return runStatement(this.#origin, DATABASES[database], sql);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.kill();
    await this.registry.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #answers(): Promise<boolean> {
    try {
      const response = await fetch(`${this.#origin}/api/v1/account/openapi.json`, {
        signal: AbortSignal.timeout(10_000),
      });
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      // expected: nothing listens there yet
      return false;
    }
  }

  /** The billing Worker's scheduled jobs run as often as that: a local runtime fires no cron triggers. */
  async #fireCron(): Promise<void> {
    while (!this.#isClosed) {
      // expected: the runtime is dead just now, or dies while they run; they are fired again
      if (this.#upSince !== null)
        await fireCron(this.#origin, "frontdesk-billing", "*/5 * * * *").catch(() => undefined);
      await wait(CRON_EVERY_MS);
    }
  }
}

const BETWEEN: TestWorker = {
  name: "between",
  main: "test/system/faults/whole/between.worker.ts",
  services: [{ binding: "REAL", service: "frontdesk-billing" }],
  routes: [`*${LATE_DELIVERIES}`],
};

function workerInputs(
  registry: SandboxRegistry,
  registrar: string,
  { harness, mistake }: WholeSystemOptions,
): WorkerInput[] {
  const own: Partial<Record<ProductWorker, Partial<WorkerInput>>> = {
    account: { main: "test/system/faults/whole/account.worker.ts", services: { BILLING: BETWEEN.name } },
    billing: { main: "test/system/faults/whole/billing.worker.ts" },
  };
  const more = { MISTAKE: mistake ?? "", HARNESS: harness };
  const settings: Partial<Record<ProductWorker, Record<string, string>>> = {
    account: { ...more, MAIL_FROM: "" },
    billing: { ...more, SANDBOX_REGISTRAR: registrar },
  };
  const varsOf = (worker: ProductWorker) =>
    settingsOf(worker, { ...demonstrationOf(worker, registry), ...settings[worker] });
  const product = PRODUCT.map((worker) => ({ config: CONFIGS[worker], vars: varsOf(worker), ...own[worker] }));
  const objects = ["Connection", "Account", "Session", "ServiceKey", "AddressWindow", "DailyKey"];
  const connections: TestWorker = {
    name: "direct-connections",
    main: "test/support/workers/direct-connections.worker.ts",
    routes: [`*${DIRECT_CONNECTIONS}`],
    vars: varsOf("account"),
    d1_databases: [{ binding: "ACCOUNT_DB", database_name: DATABASES.account }],
    services: [{ binding: "BILLING", service: "frontdesk-billing" }],
    durable_objects: {
      bindings: objects.map((class_name) => ({
        name: class_name.replace(/(?<=[a-z])(?=[A-Z])/, "_").toUpperCase(),
        class_name,
        script_name: "frontdesk-account",
      })),
    },
  };
  return [...product, { config: { ...BETWEEN, vars: { HARNESS: harness } } }, { config: connections }];
}
