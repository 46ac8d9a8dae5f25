import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { withObjects } from "../../../support/product-workers.ts";
import { builtWorker } from "../../../support/test-runtime.ts";
import type { AccountVars } from "../harness/faults.ts";
import { KillableProcess } from "../harness/killable-process.ts";

/** The variables of the account Worker, including the URL of its billing system. */
export type AloneVars = AccountVars & { OUTSIDE: string };

/** The account Worker in its own runtime, with its object storage on disk. It starts faster than the whole system. */
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

  /** @param onLine receives the Worker's log lines */
  static async open(vars: AloneVars, onLine: (line: string) => void): Promise<AccountProcess> {
    const folder = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
    const started = new AccountProcess(folder, onLine);
    try {
      mkdirSync(join(folder, "objects"));
      const { modules } = await builtWorker({ config: ACCOUNT_ALONE }, folder);
      writeFileSync(join(folder, MODULE), modules[0]?.contents ?? "");
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

const MODULE = "account-alone.js";
const ACCOUNT_ALONE = {
  ...{ name: "account-alone", main: "test/system/faults/account/account-alone.worker.ts" },
  ...withObjects({ ACCOUNT: "Account" }),
};

/** Returns the path of the workerd executable that miniflare uses. */
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
