import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { freePort } from "../../support/free-port.ts";
import { signedCall } from "./signed-call.ts";

const ADDON = "addons/whmcs";
const MODULE = "modules/addons/frontdesk";

/** Returns whether a program is installed. */
export function isInstalled(program: "php" | "phpunit"): boolean {
  return spawnSync(program, ["--version"], { timeout: 10_000 }).status === 0;
}

/** Returns whether PHP's curl extension is installed. WHMCS requires it, but PHP does not include it. */
export function hasCurl(): boolean {
  return spawnSync("php", ["-r", 'exit(extension_loaded("curl") ? 0 : 1);'], { timeout: 10_000 }).status === 0;
}

/** The maximum time that the server may take to exit, in milliseconds. */
const MAX_STOP_MS = 5_000;

type Row = Record<string, unknown>;

interface StandInState {
  tables: Record<string, Row[]>;
  users: { id: number; email: string; language: string }[];
  invoices: Row[];
  /** The e-mails, oldest first. */
  mails: Row[];
  price: string;
  /** Responses that replace those of WHMCS's API, by action. */
  answers: Record<string, unknown>;
  faults: Record<string, string>;
  /** Fields that replace those of a response, by action. */
  changes: Record<string, Row>;
  /** The unique columns and the next id of each table. */
  keys: Record<string, unknown>;
  calls: [action: string, parameters: Row, administrator: string][];
  log: string[];
}

/** The initial state. User 11 owns account 1001, and user 12 may see tickets and products of account 1002. */
const startState: StandInState = JSON.parse(readFileSync("test/whmcs/support/addon/start-state.json", "utf8"));

/** Runs the addon's files under PHP's built-in server, with a replacement for WHMCS. */
export class AddonServer {
  readonly url: string;
  readonly #folder: string;
  readonly #server: ChildProcess;
  #key: string | undefined;

  private constructor(url: string, folder: string, server: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#server = server;
  }

  /** Starts the server and activates the addon. @param returnTo the URL that the addon returns to after a sign-in */
  static async start(returnTo: string): Promise<AddonServer> {
    const folder = mkdtempSync(join(tmpdir(), "addon-"));
    cpSync("test/whmcs/support/addon", folder, { recursive: true });
    cpSync(`${ADDON}/frontdesk`, join(folder, MODULE), { recursive: true });
    const returned = { module: "frontdesk", setting: "return_to", value: `${returnTo} ` };
    const { tables } = startState;
    const settings = [returned, ...(tables.tbladdonmodules ?? [])];
    const state = { ...startState, tables: { ...tables, tbladdonmodules: settings } };
    writeFileSync(join(folder, "state.json"), JSON.stringify(state));
    const port = await freePort();
    // PHP's workers and their parent form one process group.
    const environment = { ...process.env, PHP_CLI_SERVER_WORKERS: "6" };
    const options = ["-d", "display_errors=1", "-S", `127.0.0.1:${port}`, "-t", folder];
    const server = spawn("php", options, { env: environment, stdio: "ignore", detached: true });
    const addon = new AddonServer(`http://127.0.0.1:${port}`, folder, server);
    // expected: the server does not listen yet
    for (let tries = 0; !(await fetch(addon.url).catch(() => null)); tries++) {
      if (tries === 100) throw new Error("the server does not start");
      await sleep(50);
    }
    await fetch(`${addon.url}/index.php?m=activate`);
    return addon;
  }

  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#server;
    if (pid !== undefined) process.kill(-pid, "SIGTERM");
    // The parent has already exited if a fault killed it.
    if (exitCode === null && signalCode === null) {
      const ended = once(this.#server, "exit");
      const force = setTimeout(() => this.#server.kill("SIGKILL"), MAX_STOP_MS);
      await ended;
      clearTimeout(force);
    }
    rmSync(this.#folder, { recursive: true });
  }

  get state(): StandInState {
    return JSON.parse(readFileSync(join(this.#folder, "state.json"), "utf8"));
  }

  /** Changes the state. No call may run at the same time. */
  change(work: (state: StandInState) => void): void {
    const { state } = this;
    // PHP writes an empty object as an empty list.
    for (const name of ["answers", "faults", "changes", "keys"] as const)
      if (Array.isArray(state[name])) state[name] = {};
    work(state);
    writeFileSync(join(this.#folder, "state.json"), JSON.stringify(state));
  }

  /** Returns the key that the addon's page shows to an administrator. */
  async key(): Promise<string> {
    const page = await (await fetch(`${this.url}/index.php?m=admin`)).text();
    return /<code>([0-9a-f]{64})<\/code>/.exec(page)?.[1] ?? "";
  }

  /** Presses a button on the addon's page. @returns the resulting page */
  async press(frontdesk: string, fields: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ frontdesk, token: "token-of-WHMCS.admin.default", ...fields });
    return (await fetch(`${this.url}/index.php?m=admin`, { method: "POST", body })).text();
  }

  /** Signs a call as Frontdesk does, and sends it. */
  async call(name: string, parameters: Row = {}): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await this.send(name, parameters);
    const answer: unknown = await response.json();
    if (!isJsonObject(answer)) throw new Error("the answer is no object");
    return { status: response.status, body: answer };
  }

  async send(name: string, members: object): Promise<Response> {
    this.#key ??= await this.key();
    return signedCall(this.url, this.#key, name, members);
  }

  /** Runs work while another process holds the account's lock. */
  async whileLocked<Result>(client: number, work: () => Promise<Result>): Promise<Result> {
    const name = `frontdesk.${createHash("sha256").update("whmcs").digest("hex").slice(0, 32)}.${client}.lock`;
    const program = '$file = fopen($argv[1], "c"); flock($file, LOCK_EX); echo "held"; fgets(STDIN);';
    const holder = spawn("php", ["-r", program, join(this.#folder, name)], { stdio: ["pipe", "pipe", "ignore"] });
    await once(holder.stdout, "data");
    try {
      return await work();
    } finally {
      holder.stdin.end();
      await once(holder, "exit");
    }
  }

  /** Requests a page as a browser does, but does not follow redirects. */
  page(path: string, cookie = ""): Promise<Response> {
    return fetch(new URL(path, this.url), { redirect: "manual", headers: { Cookie: cookie } });
  }
}
