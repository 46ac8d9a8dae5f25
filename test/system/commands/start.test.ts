import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { runStatement } from "../../../dev/local-api.ts";
import { readOutbox } from "../../../dev/outbox/read-outbox.ts";
import { controlRegistry, type RunningSystem } from "../../../dev/running-system.ts";
import { command } from "../../../dev/start.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import { descendantsOf } from "../../support/descendants.ts";
import { freePort } from "../../support/free-port.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { payInvoice } from "../../support/pay-invoice.ts";

/** Environment variables that a shell may have. A local start ignores them. */
const SHELL = {
  CLOUDFLARE_ENV: "production",
  ORIGIN: "https://elsewhere.example",
  BRAND_COLOUR: "red",
  CHECKS_PER_ADDRESS: "abc",
};

/** Whether the machine has IPv6. If so, `localhost` may mean only the IPv6 address. */
const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some((one) => one.address === "::1"),
);

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

/** Runs a command of the project like its npm script, with the state folder of this test. */
function run(command: string, env: Record<string, string> = {}, words: string[] = []) {
  const child = spawn(process.execPath, ["scripts/commands.ts", ...command.split(" "), ...words], {
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

function start(env?: Record<string, string>, words?: string[]) {
  return serving(run("start", env, words));
}

/** Waits until a started system serves requests. */
async function serving(started: ReturnType<typeof run>) {
  await vi.waitUntil(() => started.said.out.includes("Frontdesk is running") || started.child.exitCode !== null, WAIT);
  expect(started.said.out, started.said.err).toContain("Frontdesk is running");
  return { ...started, processes: descendantsOf(started.child.pid as number) };
}

/** Expects at most ten lines from the message that the system is running. A slow start prints more before it. */
function expectToBeBrief(out: string): void {
  expect(out.slice(out.indexOf("Frontdesk is running")).trim().split("\n").length, out).toBeLessThanOrEqual(10);
}

/**
 * The options for waiting for a start. The timeout is longer than the start's own deadline, because the start reports a
 * better error when its deadline passes.
 */
const WAIT = { timeout: 200_000, interval: 100 };

async function portIsFree(): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the number of days by which the stored clock of the sandbox registry is ahead. */
function daysAhead(): number {
  const { aheadMs } = JSON.parse(readFileSync(join(state, "sandbox-registry.json"), "utf8"));
  return Math.round(aheadMs / 86_400_000);
}

async function expectNothingLeft(processes: ReturnType<typeof descendantsOf>): Promise<void> {
  await vi.waitFor(() => expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]), WAIT);
  await vi.waitUntil(portIsFree, WAIT);
}

/** Checks a domain and returns the time of the check. A repeated check gets the stored result with its time. */
async function checkedAt(): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/api/v1/domains/availability?domain=taken-start.ca`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { checked_at: string }).checked_at;
}

function running(): RunningSystem {
  return JSON.parse(readFileSync(join(state, "running.json"), "utf8"));
}

/** Orders and pays a transfer in with a wrong auth code. The registry rejects the transfer later. */
async function payForTransfer(domain: string): Promise<void> {
  const visitor = new PageVisitor(`http://localhost:${port}`);
  const signIn = await visitor.open("/client-area?lang=en");
  await visitor.submit(signIn, "password", { email: "owner@maple.example", password: "maple-owner" });
  const cart = await visitor.open(`/client-area/cart?domain=${domain}&type=transfer&lang=en`);
  const [, terms = ""] = / name="terms" value="([^"]*)"/.exec(cart.html) ?? [];
  const invoice = await visitor.submit(cart, "terms", { terms, auth_code: "not-its-code" });
  const owner = { email: "owner@maple.example", password: "maple-owner" };
  const paid = await payInvoice(invoice.url.origin, invoice.url.href, owner);
  expect(paid.html).toContain("the invoice is paid");
}

async function refusalMail(domain: string): Promise<boolean> {
  const mails = await readOutbox(`http://localhost:${port}`);
  return mails.some(({ subject }) => subject.includes(`${domain} could not be transferred`));
}

let second: Awaited<ReturnType<typeof start>>;

test("a start prepares its stores once, ignores the environment, and leaves no processes behind", async () => {
  const first = await start(SHELL);
  expectToBeBrief(first.said.out);
  const plans = await fetch(`http://localhost:${port}/api/v1/plans`);
  expect(plans.status).toBe(200);
  expect(((await plans.json()) as { plans: unknown[] }).plans).not.toEqual([]);
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200);
  const checked = await checkedAt();
  const prepared = statSync(join(state, "prepared")).mtimeMs;

  const refused = run("start");
  expect(await refused.ended).toBe(1);
  expect(refused.said).toEqual({ out: "", err: expect.stringMatching(/^Port \d+ is taken\. .*\n$/) });

  const beside = run("start", { PORT: String(await freePort()) });
  expect(await beside.ended).toBe(1);
  const isRunningHere = `A demonstration already runs on these stores, on port ${port} (process ${first.child.pid}). `;
  expect(beside.said.err).toContain(isRunningHere);
  const reset = run("reset");
  expect(await reset.ended).toBe(1);
  expect(reset.said.err).toBe(beside.said.err);
  if (HAS_IPV6) expect((await fetch(`http://[::1]:${port}/api/v1/plans`)).status).toBe(200);

  expect(first.processes.length).toBeGreaterThan(1);
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(existsSync(join(state, "running.json"))).toBe(false);
  await expectNothingLeft(first.processes);

  const atOnce = [run("start"), run("start")];
  const loser = await Promise.race(atOnce.map((one) => one.ended.then(() => one)));
  // The message depends on how far the other start has progressed.
  const sentence = /^(A demonstration (is starting|already runs) on these stores|Port \d+ is taken).*\n$/;
  expect(loser.said).toEqual({ out: "", err: expect.stringMatching(sentence) });
  const starting = atOnce.find((one) => one !== loser) ?? expect.fail("one start continues");
  await vi.waitUntil(() => existsSync(join(state, "running.json")), WAIT);
  const patient = run("demo advance", {}, ["1d"]);
  second = await serving(starting);
  expect(await patient.ended, patient.said.err).toBe(0);
  expect(patient.said.out).toMatch(/^The demonstration's clock is 1 days ahead/);
  expect(statSync(join(state, "prepared")).mtimeMs).toBe(prepared);
  expect(await checkedAt()).toBe(checked);
});

test("scheduled work runs automatically after the clock of the demonstration advances", async () => {
  expect(statSync(join(state, "running.json")).mode & 0o777).toBe(0o600);
  const { registrar } = running();

  await payForTransfer("taken-due.com");
  await runStatement(`http://localhost:${port}`, "DB", "UPDATE demonstration_clock SET offset_ms = 172800000");
  await controlRegistry(registrar as NonNullable<typeof registrar>, { to: new Date(Date.now() + 172_800_000) });
  await vi.waitUntil(() => refusalMail("taken-due.com"), WAIT);

  await payForTransfer("taken-advanced.com");
  const advance = run("demo advance", {}, ["1d"]);
  expect(await advance.ended, advance.said.err).toBe(0);
  expect(advance.said.out).toBe("The demonstration's clock is 3 days ahead. npm run reset sets it back.\n");
  expect(daysAhead()).toBe(3);
  await vi.waitUntil(() => refusalMail("taken-advanced.com"), WAIT);

  const outbox = run("outbox", { PORT: "" });
  expect(await outbox.ended, outbox.said.err).toBe(0);
  expect(outbox.said.out).toContain("taken-advanced.com could not be transferred");
  const opened = run("outbox --open", { PORT: "", PATH: "" });
  expect(await opened.ended, opened.said.err).toBe(0);
  expect(opened.said.out.trim()).toBe(pathToFileURL(join(state, "outbox.html")).href);
  const page = readFileSync(join(state, "outbox.html"), "utf8");
  expect(page).toMatch(
    /<iframe sandbox[^>]* srcdoc="&lt;!doctype html>.*?taken-advanced\.com could not be transferred/s,
  );
  second.child.kill("SIGKILL");
  await second.ended;
  await expectNothingLeft(second.processes);

  const alone = run("demo advance", {}, ["1d"]);
  expect(await alone.ended).toBe(1);
  expect(alone.said.err).toBe("No demonstration is running. Start it with npm start.\n");

  const reset = run("reset");
  expect(await reset.ended).toBe(0);
  expect(existsSync(state)).toBe(false);
  expect(existsSync(folder)).toBe(true);
});

test("a start with WHMCS serves prices and a sign-in page, and stores the port of WHMCS", async () => {
  const pageOf = ({ said }: Awaited<ReturnType<typeof start>>) =>
    /http:\/\/127\S+clientarea\.php/.exec(said.out)?.[0] ?? "";
  const first = await start({}, ["--whmcs"]);
  expectToBeBrief(first.said.out);
  // On a slow machine, the start prints that it is still running.
  expect(first.said.err.replaceAll(/^npm start is still running after \d+ s\.\n/gm, "")).toBe("");
  const area = await fetch(`http://localhost:${port}/client-area`, { redirect: "manual" });
  expect([area.status, area.headers.get("Location")]).toEqual([302, `${new URL(pageOf(first)).origin}/clientarea.php`]);
  const help = run("start", {}, ["--help"]);
  expect(await help.ended).toBe(0);
  expect(help.said.out).toContain("totp@maple.example     maple-totp");
  expect(help.said.out).toMatch(/The second step's code of totp@maple\.example:\n {2}node -e /);
  expect(help.said.out).toContain(`WHMCS   ${pageOf(first)}`);
  const plans = await fetch(`http://localhost:${port}/api/v1/plans`);
  expect(((await plans.json()) as { plans: unknown[] }).plans).not.toEqual([]);
  expect(await (await fetch(`http://localhost:${port}/sign-in`)).text()).toContain(new URL(pageOf(first)).host);
  expect(await (await fetch(pageOf(first))).text()).toContain("Password");
  const settings = /npm run whmcs -- check (--settings=\S+)\n/.exec(first.said.out)?.[1] ?? "";
  const check = run("whmcs check", {}, [settings]);
  expect(await check.ended).toBe(0);
  expect(check.said.out).toContain(`WHMCS at ${new URL(pageOf(first)).origin}\n`);
  expect(check.said.out).toContain("\nReady: customers can be served");
  const advance = run("demo advance", {}, ["1d"]);
  expect(await advance.ended).toBe(1);
  expect(advance.said.err).toBe("A demonstration on WHMCS is running: its clock is the real one.\n");
  const runtime = first.processes.find(({ parent }) => parent === first.child.pid);
  process.kill(runtime?.pid ?? expect.fail("the runtime's process"), "SIGKILL");
  expect(await first.ended).toBe(1);
  await expectNothingLeft(first.processes);
  expect(existsSync(join(state, "whmcs/prepared"))).toBe(true);
  expect(existsSync(join(state, "prepared"))).toBe(false);
  // test/whmcs/local-installation.test.ts covers the next start with this state.
  const kept = JSON.parse(readFileSync(join(state, "whmcs/simulator.json"), "utf8"));
  expect(kept.port).toBe(Number(new URL(pageOf(first)).port));
});

test.each([
  ["JURISDICTION", "eu", "JURISDICTION works only with npm run deploy: unset it for a local run."],
  ["PORT", "http", "PORT must be a number from 1 to 65535, not http."],
])("a start with %s=%s is refused in one sentence", async (name, value, sentence) => {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const options = { live: false, whmcs: false, "extra-tools": false };
  await expect(command.run({ options, words: [], settings: [] })).rejects.toThrow(sentence);
});
