import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { defineCommand } from "../../scripts/command-line.ts";
import { PROJECT } from "../../scripts/workers.ts";
import { findSystem, originOf } from "../running-system.ts";
import { CLIENT_ROWS, type ClientRow, LINE } from "./client-rows.ts";
import { scriptedModel } from "./scripted-model.ts";

const RECORD = join(PROJECT, "workers/site/developers/tried-clients.json");
const TOOL = "check_domain";
const DOMAIN = "free-limit.ca";
const MAX_CALLS = 200;
const INSTALL_MS = 300_000;
const SIGN_IN_MS = 30_000;
const RUN_MS = 90_000;

/** The behaviour of a client with the catalogue, as the developers' pages show it. */
interface TriedClient {
  name: string;
  package: string;
  version: string;
  /** Whether the client requests a sign-in as soon as it has the URL. */
  asksToSignIn: boolean;
  /** The recipient of the text of a 429 response: the model, the caller (in an exception), or nobody. */
  atLimit: "model" | "caller" | "lost";
}

/**
 * Runs clients from other vendors against the running demonstration. Records how they behave, for the developers'
 * pages.
 */
export const command = defineCommand({
  options: { keep: { type: "boolean", about: "Keeps the folder that the clients are installed in." } },
  isLong: true,
  async run({ options }) {
    const running = await findSystem();
    if (!running) throw new Error("No demonstration is running. Start it with npm start.");
    const server = `${originOf(running)}/api/v1/mcp`;
    const folder = mkdtempSync(join(tmpdir(), "clients-"));
    try {
      const installed: InstalledClient[] = [];
      for (const row of CLIENT_ROWS) installed.push(await install(row, folder, server));
      await useUpLimit(server);
      const clients: TriedClient[] = [];
      for (const client of installed) {
        const { row, version, asksToSignIn } = client;
        const tried = { name: row.name, package: row.package, version, asksToSignIn };
        clients.push({ ...tried, atLimit: await atLimit(client, server) });
        console.log(JSON.stringify(clients.at(-1)));
      }
      const date = new Date().toISOString().slice(0, 10);
      writeFileSync(RECORD, `${JSON.stringify({ date, clients }, null, 2)}\n`);
      return 0;
    } finally {
      if (options.keep) console.log(folder);
      else rmSync(folder, { recursive: true, force: true });
    }
  },
});

interface InstalledClient {
  row: ClientRow;
  version: string;
  folder: string;
  asksToSignIn: boolean;
}

/**
 * Installs a client and adds the catalogue's URL to it. A library lists the tools without a sign-in, so it never
 * requests one.
 */
async function install(row: ClientRow, parent: string, server: string): Promise<InstalledClient> {
  const { package: name } = row;
  const folder = join(parent, name.replace(/\W/g, "-"));
  mkdirSync(join(folder, "home"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  await output(
    folder,
    ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${row.version}`, ...row.extraPackages],
    // npm uses the settings of the current user.
    { HOME: homedir() },
    INSTALL_MS,
  );
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
  if (row.run.kind === "library") return { row, version, folder, asksToSignIn: false };
  const { files, environment, add } = row.run;
  const fill = filled({ server, home: join(folder, "home") });
  write(folder, files, fill);
  // Codex waits for its browser until the process is stopped.
  const said = await output(folder, add.map(fill), mapped(environment, fill), SIGN_IN_MS);
  return { row, version, folder, asksToSignIn: said.includes("/oauth/authorize?") };
}

/** Checks one domain until the rate limit of this network address is exhausted. */
async function useUpLimit(server: string): Promise<void> {
  const params = { name: TOOL, arguments: { domain: DOMAIN } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const { status } = await fetch(server, { method: "POST", headers, body });
    if (status === 429) return;
  }
  throw new Error("The limit of domain checks was not reached.");
}

async function atLimit({ row, folder }: InstalledClient, server: string): Promise<TriedClient["atLimit"]> {
  if (row.run.kind === "library") {
    writeFileSync(join(folder, "trial.mjs"), filled({ server, package: row.package })(row.run.script));
    const said = await output(folder, ["node", "trial.mjs"]);
    const line = said.split("\n").find((each) => each.startsWith(LINE));
    if (!line) throw new Error(`${row.name} did not call the tool: ${said}`);
    const { result = "", exception = "" } = JSON.parse(line.slice(LINE.length));
    if (saysLimit(JSON.stringify(result))) return "model";
    return saysLimit(exception) ? "caller" : "lost";
  }
  const model = await scriptedModel(TOOL, { domain: DOMAIN });
  try {
    const { entry = {}, environment, ask } = row.run;
    const fill = filled({ server, home: join(folder, "home"), model: model.origin });
    write(folder, entry, fill);
    const said = await output(folder, ask.map(fill), mapped(environment, fill));
    const told = model.told();
    if (told === null) throw new Error(`${row.name} did not call the tool: ${said}`);
    return saysLimit(told) ? "model" : "lost";
  } finally {
    model.close();
  }
}

function saysLimit(text: string): boolean {
  return text.includes("domain checks in 10 minutes");
}

type Fill = (text: string) => string;

function filled(values: Record<string, string>): Fill {
  const all: Record<string, string> = { tool: TOOL, domain: DOMAIN, ...values };
  return (text) => text.replace(/\{(\w+)\}/g, (whole, name) => all[name] ?? whole);
}

function mapped(texts: Record<string, string>, fill: Fill): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
}

function write(folder: string, files: Record<string, string>, fill: Fill): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, "home", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, fill(text));
  }
}

/**
 * Returns the output of a program, whatever its exit code. The program has its own home folder and prefers programs in
 * its own `node_modules`.
 */
function output(
  folder: string,
  [program = "", ...args]: string[],
  environment: Record<string, string> = {},
  timeout = RUN_MS,
): Promise<string> {
  const path = `${join(folder, "node_modules/.bin")}:${process.env.PATH}`;
  const env = { ...process.env, HOME: join(folder, "home"), NO_BROWSER: "1", ...environment, PATH: path };
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: folder, env, timeout, maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
    child.stdin?.end();
  });
}
