import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { fireCron, runStatement } from "../../../../dev/local-api.ts";
import { DATABASES } from "../../../support/seeded-stores.ts";
import { builtWorker, type WorkerInput } from "../../../support/test-runtime.ts";
import { KillableProcess } from "./killable-process.ts";

export interface KillableSystemOptions {
  /** The prefix of the temporary folder. */
  name: string;
  /** Fills the stores in the folder and returns the Workers. The first Worker gets requests that match no route. */
  prepare(folder: string): Promise<WorkerInput[]>;
  /** The scheduled work to run at an interval, because the local runtime does not fire cron triggers. */
  jobs: { worker: string; cron: string; everyMs: number };
  /** Receives the log lines of the Workers. */
  onLine(line: string): void;
}

type BuiltWorker = Awaited<ReturnType<typeof builtWorker>>;

/** The content of the options file that the serving process reads. */
export interface ServedSystem {
  workers: BuiltWorker[];
  resourcePersistencePath: string;
}

/** All Workers of the product in a killable process, configured as in a deployment, with their stores on disk. */
export class KillableSystem extends KillableProcess {
  /** The folder of the stores. */
  readonly folder: string;
  #isClosed = false;

  private constructor(folder: string, onLine: (line: string) => void) {
    const serve = join(import.meta.dirname, "serve.ts");
    const launch = {
      program: process.execPath,
      args: (host: string | null) => {
        const port = host === null ? "0" : new URL(`http://${host}`).port;
        return [...process.execArgv, serve, join(folder, "workers.json"), port];
      },
      env: { ...process.env, TMPDIR: join(folder, "temporary"), X_LOCAL_OBSERVABILITY: "false" },
      control: "ipc" as const,
      origin: async (child: NodeJS.EventEmitter) => String((await once(child, "message"))[0]),
      readyPath: "/api/v1/account/openapi.json",
    };
    super(launch, onLine);
    this.folder = folder;
  }

  /** Builds the Workers, fills the stores and starts the system. */
  static async open({ name, prepare, jobs, onLine }: KillableSystemOptions): Promise<KillableSystem> {
    const folder = mkdtempSync(join(tmpdir(), `frontdesk-${name}-`));
    const system = new KillableSystem(folder, onLine);
    try {
      mkdirSync(join(folder, "temporary"));
      const inputs = await prepare(folder);
      const workers = await Promise.all(inputs.map((input) => builtWorker(input, folder)));
      const served: ServedSystem = { workers, resourcePersistencePath: folder };
      writeFileSync(join(folder, "workers.json"), JSON.stringify(served));
      await system.start();
      void system.#runJobs(jobs);
      return system;
    } catch (error) {
      await system.close();
      throw error;
    }
  }

  /** Runs one SQL statement on a database and returns the rows. */
  query(database: keyof typeof DATABASES, sql: string): Promise<unknown[][]> {
    return runStatement(this.origin, DATABASES[database], sql);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #runJobs({ worker, cron, everyMs }: KillableSystemOptions["jobs"]): Promise<void> {
    while (!this.#isClosed) {
      // expected: the runtime is dead or dies during the jobs; the jobs run again later
      if (this.isUp) await fireCron(this.origin, worker, cron).catch(() => undefined);
      await wait(everyMs);
    }
  }
}
