import { execFile, spawn, spawnSync } from "node:child_process";
import process from "node:process";
import { promisify, stripVTControlCharacters } from "node:util";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../workers.ts";

/** Wrangler only warns about an unknown field and then deploys without it. */
const UNKNOWN_FIELD = /Unexpected fields found in .*/;
const TIME_LIMIT_MS = 120_000;

/** Wrangler's messages for a missing login, or for a login that was not completed in the browser. */
const LOGIN_MISSING = /necessary to set a CLOUDFLARE_API_TOKEN|Not logged in|Did not login/i;

/** Thrown if wrangler is not logged in. The message names the call, including the Worker's configuration. */
export class MissingLogin extends Error {
  constructor(args: readonly string[]) {
    const call = args.join(" ").replace(/(?<=\.json) .*/s, "");
    super(`wrangler ${call} needs a login: run \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN.`);
  }
}

/** The functions that run wrangler. */
export interface WranglerCalls {
  /**
   * Runs wrangler in this terminal.
   * @throws Error if wrangler fails or does not know a field of the configuration
   */
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<void>;
  /**
   * Runs wrangler and parses its JSON output.
   * @throws Error with wrangler's message if it fails
   */
  ask(args: readonly string[]): unknown;
}

/** The functions that a deployment needs to run wrangler. */
export interface DeploymentCalls extends WranglerCalls {
  /**
   * Runs wrangler without showing its output.
   * @returns the output
   * @throws Error with wrangler's message if it fails, or if it does not know a field of the configuration
   */
  read(args: readonly string[]): Promise<string>;
}

export const WRANGLER_CALLS: DeploymentCalls = { run: runWrangler, read: readWrangler, ask: askWrangler };

async function runWrangler(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  // Wrangler asks its questions only if its input and output are terminals. Only standard error is captured, because
  // warnings go there.
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

/**
 * Checks wrangler's warnings for unknown fields.
 * @param warned the text that wrangler printed to standard error
 * @throws Error with the name of a field that wrangler does not know
 */
export function refuseUnknownField(warned: string): void {
  const [unknown] = UNKNOWN_FIELD.exec(warned) ?? [];
  if (unknown) throw new Error(`This wrangler does not support the whole configuration: ${unknown}`);
}

function askWrangler(args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [WRANGLER, ...args], {
    ...{ cwd: PROJECT, encoding: "utf8", timeout: TIME_LIMIT_MS, maxBuffer: 2 ** 26 },
    // At a lower log level, wrangler also omits the result rows.
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

/** Returns the error message from wrangler's JSON output; `null` if the output is not a JSON error. */
function errorIn(stdout: string): string | null {
  try {
    const { error } = JSON.parse(stdout) as { error?: { text?: unknown } };
    return typeof error?.text === "string" ? error.text : null;
  } catch {
    // expected: wrangler failed before it printed JSON
    return null;
  }
}

/** Extracts the error line from wrangler's terminal output, without colours and advice. */
function errorLine(printed: string): string {
  const plain = stripVTControlCharacters(printed);
  return /\[ERROR\] (.*)/.exec(plain)?.[1]?.trim() ?? plain.trim();
}

/**
 * Prints a wrangler call and runs it in this terminal.
 * @throws Error that states why the deployment stopped
 */
export async function runCall(
  wrangler: WranglerCalls,
  call: string[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> {
  console.log(`\n${dryRun ? "Checking: " : ""}wrangler ${call.slice(0, 4).join(" ")}`);
  try {
    // In a terminal, wrangler asks for confirmation before it migrates, and exits with code 0 if the answer is no. The
    // Worker would then be deployed without its tables. `CI` suppresses the question.
    await wrangler.run(call, { ...(dryRun && QUIET_WRANGLER), ...(call.includes("migrations") && { CI: "true" }) });
  } catch (cause) {
    if (cause instanceof MissingLogin || !call.includes("migrations")) throw cause;
    throw new Error(halfMigrated(call), { cause });
  }
}

/**
 * Describes the state after a failed migration. The failed migration is rolled back, earlier ones stay applied, and
 * later ones do not run.
 */
function halfMigrated(call: string[]): string {
  const list = call.map((word) => (word === "apply" ? "list" : word)).join(" ");
  return `A migration failed and was undone. The ones before it stay. No later one was tried, and neither this Worker nor any after it was deployed.
The running system continues: every migration leaves the tables readable by the previous version. To list the remaining ones: npx wrangler ${list}
If the answer was lost, that list shows whether it was applied. Fix the migration, and run the same command again.`;
}
