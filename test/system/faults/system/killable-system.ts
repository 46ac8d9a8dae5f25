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
import { DATABASES } from "../../../support/seeded-stores.ts";
import { builtWorker, type WorkerInput } from "../../../support/test-runtime.ts";

const START_MS = 120_000;

export interface KillableSystemOptions {
  /** Its temporary folder begins with it. */
  name: string;
  /** Fills the stores in the folder, and says which Workers there are; the first has the requests without a route. */
  prepare(folder: string): Promise<WorkerInput[]>;
  /** The billing Worker's scheduled jobs run as often as that: a local runtime fires no cron triggers. */
  jobs: { worker: string; cron: string; everyMs: number };
  /** Takes what the Workers log. */
  onLine(line: string): void;
}

type BuiltWorker = Awaited<ReturnType<typeof builtWorker>>;

/** What the process that serves the system is told, as JSON. */
export interface ServedSystem {
  workers: BuiltWorker[];
  resourcePersistencePath: string;
  port: number;
}

/** All Workers of the product as they are deployed, in a runtime process that can be killed, with their stores on disk. */
export class KillableSystem {
  /** Has the stores. */
  readonly folder: string;
  readonly #options: KillableSystemOptions;
  #process: ChildProcess | null = null;
  #origin = "";
  #upMs = 0;
  #upSince: number | null = null;
  #isClosed = false;

  private constructor(folder: string, options: KillableSystemOptions) {
    this.folder = folder;
    this.#options = options;
  }

  /** Builds the Workers, fills the stores and starts it. */
  static async open(options: KillableSystemOptions): Promise<KillableSystem> {
    const folder = mkdtempSync(join(tmpdir(), `frontdesk-${options.name}-`));
    const system = new KillableSystem(folder, options);
    try {
      mkdirSync(join(folder, "temporary"));
      const inputs = await options.prepare(folder);
      const workers = await Promise.all(inputs.map((input) => builtWorker(input, folder)));
      const serveAt = (port: number) => {
        const served: ServedSystem = { workers, resourcePersistencePath: folder, port };
        writeFileSync(join(folder, "workers.json"), JSON.stringify(served));
      };
      serveAt(0);
      await system.start();
      // The address stays what it is: answers have it in their links.
      serveAt(Number(new URL(system.origin).port));
      void system.#runJobs();
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
    const running = spawn(process.execPath, [...process.execArgv, serve, join(this.folder, "workers.json")], {
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, TMPDIR: join(this.folder, "temporary"), X_LOCAL_OBSERVABILITY: "false" },
    });
    this.#process = running;
    const said: string[] = [];
    for (const output of [running.stdout, running.stderr]) {
      createInterface({ input: output as Readable }).on("line", (line) => {
        said.push(line);
        if (said.length > 20) said.shift();
        this.#options.onLine(line);
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
  query(database: keyof typeof DATABASES, sql: string): Promise<unknown[][]> {
    return runStatement(this.origin, DATABASES[database], sql);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #answers(): Promise<boolean> {
    try {
      const response = await fetch(`${this.origin}/api/v1/account/openapi.json`, {
        signal: AbortSignal.timeout(10_000),
      });
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      // expected: nothing listens there yet
      return false;
    }
  }

  async #runJobs(): Promise<void> {
    const { worker, cron, everyMs } = this.#options.jobs;
    while (!this.#isClosed) {
      // expected: the runtime is dead just now, or dies while they run; they are fired again
      if (this.#upSince !== null) await fireCron(this.origin, worker, cron).catch(() => undefined);
      await wait(everyMs);
    }
  }
}
