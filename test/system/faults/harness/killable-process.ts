import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

const START_MS = 120_000;
const KEPT_LINES = 20;

/** A program that serves HTTP on the loopback interface. */
export interface Launch {
  program: string;
  /** @param host the previous address as `127.0.0.1:port`; null for any */
  args(host: string | null): string[];
  env?: NodeJS.ProcessEnv;
  /** The kind of the child's fourth descriptor. */
  control: "ipc" | "pipe";
  /** Returns the origin that the program reports. */
  origin(child: ChildProcess): Promise<string>;
  /** A path that answers once the program is ready. */
  readyPath: string;
}

/** A program that can be killed with all of its processes, as in a power cut. */
export class KillableProcess {
  readonly #launch: Launch;
  readonly #onLine: (line: string) => void;
  #process: ChildProcess | null = null;
  #origin = "";
  /** The total uptime of earlier runs. */
  #upMs = 0;
  #upSince: number | null = null;

  /** @param onLine receives each line of the program's output */
  constructor(launch: Launch, onLine: (line: string) => void) {
    this.#launch = launch;
    this.#onLine = onLine;
  }

  /** The origin, which is the same in each run because answers link to it. */
  get origin(): string {
    return this.#origin;
  }

  get isUp(): boolean {
    return this.#upSince !== null;
  }

  /** The total milliseconds that the program has served. Deadlines on this clock also hold on a busy machine. */
  get upMs(): number {
    return this.#upMs + (this.#upSince === null ? 0 : performance.now() - this.#upSince);
  }

  async kill(): Promise<void> {
    this.#upMs = this.upMs;
    this.#upSince = null;
    const running = this.#process;
    this.#process = null;
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    // Kills the process group, because the runtime may be a child of the process that serves it.
    process.kill(-running.pid, "SIGKILL");
    await ended;
  }

  /** Starts the program with its stored data and waits until it answers. */
  async start(): Promise<void> {
    const { program, args, env, control, origin, readyPath } = this.#launch;
    const host = this.#origin === "" ? null : new URL(this.#origin).host;
    const running = spawn(program, args(host), {
      detached: true,
      stdio: ["ignore", "pipe", "pipe", control],
      ...(env && { env }),
    });
    this.#process = running;
    const said: string[] = [];
    for (const output of [running.stdout, running.stderr]) {
      createInterface({ input: output as Readable }).on("line", (line) => {
        said.push(line);
        if (said.length > KEPT_LINES) said.shift();
        this.#onLine(line);
      });
    }
    this.#origin = await new Promise<string>((resolve, reject) => {
      origin(running).then(resolve, reject);
      running.once("exit", () => reject(new Error(`it did not start:\n${said.join("\n")}`)));
    });
    const end = Date.now() + START_MS;
    while (!(await this.#answers(readyPath))) {
      if (Date.now() > end) throw new Error(`it does not answer:\n${said.join("\n")}`);
      await wait(50);
    }
    this.#upSince = performance.now();
  }

  async #answers(path: string): Promise<boolean> {
    try {
      const response = await fetch(this.#origin + path, { signal: AbortSignal.timeout(10_000) });
      await response.body?.cancel();
      return response.status < 500;
    } catch {
      // expected: nothing listens there so far
      return false;
    }
  }
}
