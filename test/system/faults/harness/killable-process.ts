import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

const START_MS = 120_000;
const KEPT_LINES = 20;

/** How to start a program that serves HTTP on the loopback interface. */
export interface Launch {
  program: string;
  /** Returns the arguments. @param host the previous host as `127.0.0.1:port`; `null` for any port */
  args(host: string | null): string[];
  env?: NodeJS.ProcessEnv;
  /** The type of file descriptor 3, through which the program reports its origin. */
  control: "ipc" | "pipe";
  /** Returns the origin that the program reports. */
  origin(child: ChildProcess): Promise<string>;
  /** A path that returns a status below 500 once the program is ready. */
  readyPath: string;
}

/** A program that the harness can kill together with all of its child processes, as in a power cut. */
export class KillableProcess {
  readonly #launch: Launch;
  readonly #onLine: (line: string) => void;
  #process: ChildProcess | null = null;
  #origin = "";
  /** The total uptime of earlier runs, in milliseconds. */
  #upMs = 0;
  #upSince: number | null = null;

  /** @param onLine receives each line of the program's output */
  constructor(launch: Launch, onLine: (line: string) => void) {
    this.#launch = launch;
    this.#onLine = onLine;
  }

  /** The origin. It stays the same after a restart, because responses contain links to it. */
  get origin(): string {
    return this.#origin;
  }

  get isUp(): boolean {
    return this.#upSince !== null;
  }

  /** The total uptime in milliseconds. Deadlines on this clock do not include the time for restarts. */
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
    // The whole process group must die, because the runtime may be a child of the started process.
    process.kill(-running.pid, "SIGKILL");
    await ended;
  }

  /** Starts the program with its stored data and waits until it responds. */
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
      // expected: the program does not listen yet
      return false;
    }
  }
}
