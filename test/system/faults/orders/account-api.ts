import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../../../../scripts/workers.ts";
import type { InjectedFault } from "./faults.ts";

/** The account's Worker in a runtime process that can be killed, with its objects' storage on disk. */
export class Api {
  readonly #folder: string;
  readonly #onLine: (line: string) => void;
  #process: ChildProcess | null = null;
  #address = "";
  /** Of the lives that have ended. */
  #upMs = 0;
  #upSince: number | null = null;

  private constructor(folder: string, onLine: (line: string) => void) {
    this.#folder = folder;
    this.#onLine = onLine;
  }

  /**
   * Starts the Worker as it is deployed.
   * @param outside where its billing system listens
   * @param onLine takes what the Worker logs
   */
  static async open(outside: string, mistake: InjectedFault | null, onLine: (line: string) => void): Promise<Api> {
    const folder = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
    const api = new Api(folder, onLine);
    try {
      mkdirSync(join(folder, "objects"));
      built ??= build();
      writeFileSync(join(folder, MODULE), await built);
      writeFileSync(join(folder, "account-api.capnp"), configuration(join(folder, "objects"), outside, mistake));
      await api.start();
      return api;
    } catch (error) {
      await api.close();
      throw error;
    }
  }

  /** Where it is served just now. */
  get address(): string {
    return this.#address;
  }

  /** Milliseconds that it has served in all. What is due by this clock is due on a busy machine, too. */
  get upMs(): number {
    return this.#upMs + (this.#upSince === null ? 0 : performance.now() - this.#upSince);
  }

  /** Ends the runtime as a power cut would. */
  async kill(): Promise<void> {
    this.#upMs = this.upMs;
    this.#upSince = null;
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  }

  /** Starts it on what was stored, until it answers. */
  async start(): Promise<void> {
    // The address stays what it was: answers have it in their links.
    const address = this.#address ? new URL(this.#address).host : "127.0.0.1:0";
    const options = [
      "serve",
      "--control-fd=3",
      `--socket-addr=http=${address}`,
      join(this.#folder, "account-api.capnp"),
    ];
    const runtime = spawn(workerdPath(), options, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
    this.#process = runtime;
    const control = createInterface({ input: runtime.stdio[3] as Readable });
    const said: string[] = [];
    for (const output of [runtime.stdout, runtime.stderr]) {
      createInterface({ input: output as Readable }).on("line", (line) => {
        said.push(line);
        if (said.length > 20) said.shift();
        this.#onLine(line);
      });
    }
    const port = await new Promise<number>((resolve, reject) => {
      control.on("line", (line) => {
        const { event, port } = JSON.parse(line) as { event: string; port: number };
        if (event === "listen") resolve(port);
      });
      runtime.on("exit", () => reject(new Error(`the runtime did not start:\n${said.join("\n")}`)));
    });
    this.#address = `http://127.0.0.1:${port}`;
    await fetch(this.#address).then((answer) => answer.body?.cancel());
    this.#upSince = performance.now();
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const MODULE = "account-api.worker.js";

/** The Worker's code, built once in this process. */
let built: Promise<string> | undefined;

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
  try {
    const config = join(import.meta.dirname, "account-api.toml");
    await promisify(execFile)(
      process.execPath,
      [WRANGLER, "deploy", "--dry-run", "--outdir", folder, "--config", config],
      {
        cwd: PROJECT,
        env: { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG_PATH: join(folder, "logs") },
        timeout: 60_000,
      },
    );
    return readFileSync(join(folder, MODULE), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The runtime's program, as wrangler's simulator finds it. */
function workerdPath(): string {
  const { resolve } = createRequire(import.meta.resolve("miniflare"));
  return createRequire(resolve("workerd"))(resolve("workerd")).default;
}

function configuration(objects: string, outside: string, mistake: InjectedFault | null): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "api", worker = .api),
    (name = "objects", disk = (path = ${JSON.stringify(objects)}, writable = true)),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", http = (), service = "api")],
);
const api :Workerd.Worker = (
  modules = [(name = "${MODULE}", esModule = embed "${MODULE}")],
  compatibilityDate = "2026-10-23",
  bindings = [
    (name = "ACCOUNT", durableObjectNamespace = "Account"),
    (name = "BILLING", service = (name = "api", entrypoint = "OutsideBilling")),
    (name = "OUTSIDE", text = ${JSON.stringify(outside)}),
    (name = "MISTAKE", text = "${mistake ?? ""}"),
  ],
  durableObjectNamespaces = [(className = "Account", uniqueKey = "account", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
);
`;
}
