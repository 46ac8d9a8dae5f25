import { execFile, spawn, spawnSync } from "node:child_process";
import process from "node:process";
import { promisify, stripVTControlCharacters } from "node:util";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../workers.ts";

/** Wrangler only warns about an unknown field, and deploys without it. */
const UNKNOWN_FIELD = /Unexpected fields found in .*/;
const TIME_LIMIT_MS = 120_000;

/** Wrangler's messages for a missing login, or one that the browser did not complete. */
const LOGIN_MISSING = /necessary to set a CLOUDFLARE_API_TOKEN|Not logged in|Did not login/i;

/** Wrangler has no login. The message names the call, and with it the Worker. */
export class MissingLogin extends Error {
  constructor(args: readonly string[]) {
    const call = args.join(" ").replace(/(?<=\.json) .*/s, "");
    super(`wrangler ${call} needs a login: run \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN.`);
  }
}

/** How wrangler is called. */
export interface WranglerCalls {
  /** Runs it at this terminal. @throws Error if it fails, or does not know a field of the configuration */
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<void>;
  /** Runs it for what it prints as JSON. @throws Error with what it says if it fails */
  ask(args: readonly string[]): unknown;
}

/** How a deployment calls it. */
export interface DeploymentCalls extends WranglerCalls {
  /** Runs it out of sight. @returns what it prints @throws Error with what it says if it fails, or does not know a field of the configuration */
  read(args: readonly string[]): Promise<string>;
}

export const WRANGLER_CALLS: DeploymentCalls = { run: runWrangler, read: readWrangler, ask: askWrangler };

async function runWrangler(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  // Wrangler asks its questions where its input and output are a terminal; what it warns of goes to the third.
  const child = spawn(process.execPath, [WRANGLER, ...args], {
    cwd: PROJECT,
    env: { ...process.env, CLOUDFLARE_ENV: "", ...env },
    stdio: ["inherit", "inherit", "pipe"],
  });
  let warned = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    warned += text;
    process.stderr.write(text);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status !== 0 && LOGIN_MISSING.test(warned)) throw new MissingLogin(args);
  if (status !== 0) throw new Error(`wrangler ${args.slice(0, 3).join(" ")} failed.`);
  refuseUnknownField(warned);
}

async function readWrangler(args: readonly string[]): Promise<string> {
  const env = { ...process.env, ...QUIET_WRANGLER };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [WRANGLER, ...args], {
    ...{ cwd: PROJECT, env, timeout: TIME_LIMIT_MS, maxBuffer: 2 ** 26 },
  }).catch((cause: Error & { stdout?: string; stderr?: string }) => {
    const said = stripVTControlCharacters(`${cause.stdout ?? ""}${cause.stderr ?? ""}`).trim() || cause.message;
    throw new Error(`wrangler ${args.slice(0, 3).join(" ")} failed:\n${said}`, { cause });
  });
  if (stderr.trim()) process.stderr.write(stderr);
  refuseUnknownField(stderr);
  return stripVTControlCharacters(stdout);
}

/** @param warned what wrangler printed to the standard error @throws Error naming a field that wrangler does not know */
export function refuseUnknownField(warned: string): void {
  const [unknown] = UNKNOWN_FIELD.exec(warned) ?? [];
  if (unknown) throw new Error(`This wrangler does not support the whole configuration: ${unknown}`);
}

function askWrangler(args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [WRANGLER, ...args], {
    ...{ cwd: PROJECT, encoding: "utf8", timeout: TIME_LIMIT_MS, maxBuffer: 2 ** 26 },
    // At a level of fewer lines wrangler prints no rows either.
    env: { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG: "log" },
  });
  const call = `wrangler ${args.slice(0, 3).join(" ")}`;
  if (status !== 0 && LOGIN_MISSING.test(`${stdout}${stderr}`)) throw new MissingLogin(args);
  if (status !== 0) throw new Error(`${call} failed: ${errorIn(stdout) ?? errorLine(`${stdout}${stderr}`)}`);
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`${call} printed no result: ${`${stdout}${stderr}`.trim() || "no output"}`, { cause });
  }
}

/** What wrangler says in the JSON that it answers a failure with; null where it is not that. */
function errorIn(stdout: string): string | null {
  try {
    const { error } = JSON.parse(stdout) as { error?: { text?: unknown } };
    return typeof error?.text === "string" ? error.text : null;
  } catch {
    // expected: it failed before it came to that
    return null;
  }
}

/** The error among what wrangler prints for a terminal, without its colours and advice. */
function errorLine(printed: string): string {
  const plain = stripVTControlCharacters(printed);
  return /\[ERROR\] (.*)/.exec(plain)?.[1]?.trim() ?? plain.trim();
}

/** Names a call of wrangler and runs it at this terminal. @throws Error with the reason why nothing more was done */
export async function runCall(
  wrangler: WranglerCalls,
  call: string[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> {
  console.log(`\n${dryRun ? "Checking: " : ""}wrangler ${call.slice(0, 4).join(" ")}`);
  try {
    // At a terminal wrangler asks before it migrates, and ends well where that is declined: the Worker would go without its tables.
    await wrangler.run(call, { ...(dryRun && QUIET_WRANGLER), ...(call.includes("migrations") && { CI: "true" }) });
  } catch (cause) {
    if (cause instanceof MissingLogin || !call.includes("migrations")) throw cause;
    throw new Error(halfMigrated(call), { cause });
  }
}

/** A migration that fails is undone whole; those before it stay, those after it are not tried. */
function halfMigrated(call: string[]): string {
  const list = call.map((word) => (word === "apply" ? "list" : word)).join(" ");
  return `A migration failed and was undone. The ones before it stay. No later one was tried, and neither this Worker nor any after it was deployed.
The running system continues: every migration leaves the tables readable by the previous version. To list the remaining ones: npx wrangler ${list}
If the answer was lost, that list shows whether it was applied. Fix the migration, and run the same command again.`;
}
