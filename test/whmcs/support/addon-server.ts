import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ADDON = "addons/whmcs";
const MODULE = "modules/addons/frontdesk";

/** Whether a program of the distribution is there. */
export function isInstalled(program: "php" | "phpunit"): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

interface StandInState {
  tables: Record<string, Record<string, unknown>[]>;
  users: { id: number; email: string; language: string; clients: { id: number; isOwner: string }[] }[];
  /** Answers in place of the API's own, by action. */
  answers: Record<string, unknown>;
  log: string[];
}

/** The addon's own files under PHP's server, over what stands in for WHMCS. */
export class AddonServer {
  readonly url: string;
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(url: string, folder: string, server: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#server = server;
  }

  /** Activated, with its return address set. */
  static async start(returnTo: string): Promise<AddonServer> {
    const folder = mkdtempSync(join(tmpdir(), "addon-"));
    cpSync("test/whmcs/support/addon", folder, { recursive: true });
    cpSync(`${ADDON}/frontdesk`, join(folder, MODULE), { recursive: true });
    const state: StandInState = {
      tables: { tbladdonmodules: [{ module: "frontdesk", setting: "return_to", value: `${returnTo} ` }] },
      users: [
        { id: 12, email: "owner@maple.example.net", language: "french", clients: [{ id: 1002, isOwner: "false" }] },
        { id: 11, email: "owner@maple.example", language: "english", clients: [{ id: 1001, isOwner: "1" }] },
      ],
      answers: {},
      log: [],
    };
    writeFileSync(join(folder, "state.json"), JSON.stringify(state));
    const port = await freePort();
    // Several at once, in a group of its own with the one that starts them.
    const environment = { ...process.env, PHP_CLI_SERVER_WORKERS: "4" };
    const options = ["-d", "display_errors=1", "-S", `127.0.0.1:${port}`, "-t", folder];
    const server = spawn("php", options, { env: environment, stdio: "ignore", detached: true });
    const addon = new AddonServer(`http://127.0.0.1:${port}`, folder, server);
    for (let tries = 0; !(await addon.isUp()); tries++) {
      if (tries === 100) throw new Error("the server does not start");
      await sleep(50);
    }
    await fetch(`${addon.url}/index.php?m=activate`);
    return addon;
  }

  async isUp(): Promise<boolean> {
    return fetch(this.url).then(
      async (response) => (await response.text()) !== "",
      () => false,
    );
  }

  async stop(): Promise<void> {
    const { pid } = this.#server;
    if (pid !== undefined) process.kill(-pid, "SIGTERM");
    await once(this.#server, "exit");
    rmSync(this.#folder, { recursive: true });
  }

  get state(): StandInState {
    return JSON.parse(readFileSync(join(this.#folder, "state.json"), "utf8"));
  }

  /** What stands in the tables is changed while nobody calls. */
  change(work: (state: StandInState) => void): void {
    const { state } = this;
    // PHP writes an object without members as a list.
    if (Array.isArray(state.answers)) state.answers = {};
    work(state);
    writeFileSync(join(this.#folder, "state.json"), JSON.stringify(state));
  }

  /** As an administrator reads it on the addon's page. */
  async key(): Promise<string> {
    const page = await (await fetch(`${this.url}/index.php?m=admin`)).text();
    return /<code>([0-9a-f]{64})<\/code>/.exec(page)?.[1] ?? "";
  }

  /** A page as a browser asks for it, without following where it leads. */
  page(path: string, cookie = ""): Promise<Response> {
    return fetch(new URL(path, this.url), { redirect: "manual", headers: { Cookie: cookie } });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}
