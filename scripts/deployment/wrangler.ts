import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../workers.ts";

/** Wrangler only warns of a field that it does not know, and deploys without what it stands for. */
const UNKNOWN_FIELD = /Unexpected fields found in .*/;
const TIME_LIMIT_MS = 120_000;
/** `FRONTDESK_WRANGLER` names another program, which is given the same words. */
const PROGRAM = process.env.FRONTDESK_WRANGLER || WRANGLER;

/** Runs wrangler at this terminal. @throws Error where it fails, or does not know a field of the configuration */
export async function runWrangler(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  // Wrangler asks its questions where its input and output are a terminal; what it warns of goes to the third.
  const child = spawn(process.execPath, [PROGRAM, ...args], {
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
  if (status !== 0) throw new Error(`wrangler ${args.slice(0, 3).join(" ")} failed.`);
  const [unknown] = UNKNOWN_FIELD.exec(warned) ?? [];
  if (unknown) throw new Error(`This wrangler does not do all that the configuration says: ${unknown}`);
}

/** Runs wrangler for what it prints, as JSON. @throws Error with what it says where it fails */
export function askWrangler(args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    ...{ cwd: PROJECT, encoding: "utf8", timeout: TIME_LIMIT_MS, maxBuffer: 2 ** 26 },
    // At a level of fewer lines wrangler prints no rows either.
    env: { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG: "log" },
  });
  const call = `wrangler ${args.slice(0, 3).join(" ")}`;
  if (status !== 0) throw new Error(`${call} failed: ${errorIn(stdout) ?? errorLine(`${stdout}${stderr}`)}`);
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`${call} did not answer: ${`${stdout}${stderr}`.trim() || "nothing was said"}`, { cause });
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

/** Runs wrangler and gives the id of the version that it uploaded. @param file for what it reports, removed again */
async function uploadVersion(args: readonly string[], file: string): Promise<string> {
  rmSync(file, { force: true });
  await runWrangler(args, { WRANGLER_OUTPUT_FILE_PATH: file });
  const reports = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  rmSync(file, { force: true });
  const id = reports.find(({ type }) => type === "version-upload")?.version_id;
  if (typeof id !== "string") throw new Error("wrangler uploaded a version, and did not say which.");
  return id;
}

/** What a gradual deployment asks of wrangler. */
export interface WranglerCalls {
  run(args: readonly string[]): Promise<void>;
  ask(args: readonly string[]): unknown;
  /** @returns the id of the version */
  upload(args: readonly string[], file: string): Promise<string>;
}

export const wranglerCalls: WranglerCalls = { run: runWrangler, ask: askWrangler, upload: uploadVersion };
