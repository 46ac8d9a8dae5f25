import { type ChildProcess, execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../../../../scripts/workers.ts";
import type { AccountVars } from "../harness/faults.ts";
import { KillableProcess } from "../harness/killable-process.ts";

/** What the account's Worker is told, and where its billing system listens. */
export type AloneVars = AccountVars & { OUTSIDE: string };

/** The account's Worker in a runtime of its own, with its objects' storage on disk: it starts in a fraction of the whole system's time. */
export class AccountProcess extends KillableProcess {
  readonly #folder: string;

  private constructor(folder: string, onLine: (line: string) => void) {
    const args = (host: string | null) => [
      ...["serve", "--control-fd=3", `--socket-addr=http=${host ?? "127.0.0.1:0"}`],
      join(folder, "account-alone.capnp"),
    ];
    super({ program: workerdPath(), args, control: "pipe", origin: listeningOrigin, readyPath: "/" }, onLine);
    this.#folder = folder;
  }

  /** @param onLine takes what the Worker logs */
  static async open(vars: AloneVars, onLine: (line: string) => void): Promise<AccountProcess> {
    const folder = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
    const started = new AccountProcess(folder, onLine);
    try {
      mkdirSync(join(folder, "objects"));
      built ??= build();
      writeFileSync(join(folder, MODULE), await built);
      writeFileSync(join(folder, "account-alone.capnp"), configuration(join(folder, "objects"), vars));
      await started.start();
      return started;
    } catch (error) {
      await started.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const MODULE = "account-alone.worker.js";

/** The Worker's code, built once in this process. */
let built: Promise<string> | undefined;

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
  try {
    const config = join(import.meta.dirname, "account-alone.toml");
    const words = [WRANGLER, "deploy", "--dry-run", "--outdir", folder, "--config", config];
    const env = { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG_PATH: join(folder, "logs") };
    await promisify(execFile)(process.execPath, words, { cwd: PROJECT, env, timeout: 60_000 });
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

function listeningOrigin({ stdio }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: stdio[3] as Readable }).on("line", (line) => {
      const { event, port } = JSON.parse(line) as { event: string; port: number };
      if (event === "listen") resolve(`http://127.0.0.1:${port}`);
    });
  });
}

function configuration(objects: string, vars: AloneVars): string {
  const texts = Object.entries(vars).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)}),`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "account", worker = .account),
    (name = "objects", disk = (path = ${JSON.stringify(objects)}, writable = true)),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", http = (), service = "account")],
);
const account :Workerd.Worker = (
  modules = [(name = "${MODULE}", esModule = embed "${MODULE}")],
  compatibilityDate = "2026-10-23",
  bindings = [
    (name = "ACCOUNT", durableObjectNamespace = "Account"),
    (name = "BILLING", service = (name = "account", entrypoint = "Between")),
    (name = "REAL", service = (name = "account", entrypoint = "ObedientBilling")),
    ${texts.join("\n    ")}
  ],
  durableObjectNamespaces = [(className = "Account", uniqueKey = "account", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
);
`;
}
