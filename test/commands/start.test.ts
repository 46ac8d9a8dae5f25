import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PROJECT } from "../support/workers.ts";

/** What a shell may have in its environment: none of it is for a local start. */
const SHELL = {
  CLOUDFLARE_ENV: "production",
  ORIGIN: "https://elsewhere.example",
  BRAND_COLOUR: "red",
  CHECKS_PER_ADDRESS: "abc",
};

const folder = mkdtempSync(join(tmpdir(), "frontdesk-start-"));
const state = join(folder, ".wrangler/state");
const begun: ChildProcess[] = [];
let port: number;

beforeAll(async () => {
  port = await freePort();
});

afterAll(() => {
  for (const child of begun) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** A command of the project, run as its npm script runs it, on this test's own state. */
function run(script: string, env: Record<string, string> = {}, words: string[] = []) {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: PROJECT,
    env: { ...process.env, FRONTDESK_STATE: folder, PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  begun.push(child);
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (said.err += text));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, said, ended };
}

async function start(env?: Record<string, string>) {
  const started = run("dev/start.ts", env);
  await vi.waitUntil(() => started.said.out.includes("Frontdesk is running") || started.child.exitCode !== null, WAIT);
  expect(started.said.out, started.said.err).toContain("Frontdesk is running");
  return { ...started, processes: descendantsOf(started.child.pid as number) };
}

const WAIT = { timeout: 30_000, interval: 50 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function portIsFree(): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

function descendantsOf(parent: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [pid: number, parent: number]);
  const below = (of: number): number[] =>
    pairs.filter(([, parent]) => parent === of).flatMap(([pid]) => [pid, ...below(pid)]);
  return below(parent);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** How far the sandbox registry's clock is ahead, as it keeps it. */
function daysAhead(): number {
  const { aheadMs } = JSON.parse(readFileSync(join(state, "sandbox-registry.json"), "utf8"));
  return Math.round(aheadMs / 86_400_000);
}

async function expectNothingLeft(processes: number[]): Promise<void> {
  await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), { timeout: 5_000 });
  await vi.waitUntil(portIsFree, { timeout: 5_000 });
}

/** When a name was checked; a repeated question is answered from the local store. */
async function checkedAt(): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/api/v1/domains/availability?domain=taken-start.ca`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { checked_at: string }).checked_at;
}

test("a start prepares its stores once, serves whatever the shell has in its environment, and leaves nothing", async () => {
  const first = await start(SHELL);
  const plans = await fetch(`http://localhost:${port}/api/v1/plans`);
  expect(plans.status).toBe(200);
  expect(((await plans.json()) as { plans: unknown[] }).plans).not.toEqual([]);
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200);
  const checked = await checkedAt();
  const prepared = statSync(join(state, "prepared")).mtimeMs;

  const refused = run("dev/start.ts");
  expect(await refused.ended).toBe(1);
  expect(refused.said).toEqual({ out: "", err: expect.stringMatching(/^Port \d+ is taken\. .*\n$/) });

  expect(statSync(join(state, "running-registrar.json")).mode & 0o777).toBe(0o600);
  const advance = run("dev/advance.ts", {}, ["2d"]);
  expect(await advance.ended, advance.said.err).toBe(0);
  expect(advance.said.out).toContain("2 days ahead");
  expect(daysAhead()).toBe(2);

  expect(first.processes.length).toBeGreaterThan(1);
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(existsSync(join(state, "running-registrar.json"))).toBe(false);
  await expectNothingLeft(first.processes);

  const second = await start();
  expect(statSync(join(state, "prepared")).mtimeMs).toBe(prepared);
  expect(await checkedAt()).toBe(checked);
  second.child.kill("SIGKILL");
  await second.ended;
  await expectNothingLeft(second.processes);

  const reset = run("dev/reset.ts");
  expect(await reset.ended).toBe(0);
  expect(existsSync(state)).toBe(false);
  expect(existsSync(folder)).toBe(true);
}, 90_000);

test("a PORT that is no port is one clear error", async () => {
  const refused = run("dev/start.ts", { PORT: "http" });
  expect(await refused.ended).toBe(1);
  expect(refused.said).toEqual({ out: "", err: "PORT must be a number from 1 to 65535, not http.\n" });
});
