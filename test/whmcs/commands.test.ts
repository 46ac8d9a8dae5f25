import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { settingsFor, settingsText } from "../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";
import { PROJECT } from "../../scripts/workers.ts";

const folder = mkdtempSync(join(tmpdir(), "frontdesk-"));
const simulator = await WhmcsSimulator.start({ returnTo: ["https://maple.example/sign-in/returned"] });

beforeEach(() => {
  simulator.admission.allowedActions = null;
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

const { scripts } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** Runs a command of a provider as `npm run` does, with the settings that a local start leaves. */
async function run(script: "whmcs:check" | "whmcs:plans", settings = settingsFor(simulator), more: string[] = []) {
  const file = join(folder, "simulator.env");
  writeFileSync(file, settingsText(settings));
  // What is set for another installation does not count.
  const env = { PATH: process.env.PATH, WHMCS_SECRET: "another", WHMCS_CHECK_URL: "http://127.0.0.1:1" };
  const [program, ...words] = scripts[script]?.split(" ") ?? [];
  expect(program).toBe("node");
  const child = spawn(process.execPath, [...words, `--settings=${file}`, ...more], {
    cwd: PROJECT,
    env,
    timeout: 50_000,
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, out, err };
}

test("whmcs:check ends with a verdict and 0 where customers can be served", async () => {
  const { code, out, err } = await run("whmcs:check");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`WHMCS at ${simulator.url}`);
  expect(out).toMatch(/\nReady: customers can be served[^\n]*\n$/);
  expect(out).not.toContain(simulator.admission.secret);
});

test("whmcs:check ends with what is to be put right and 1 where they cannot", async () => {
  simulator.admission.allowedActions = ["WhmcsDetails"];
  const { code, out } = await run("whmcs:check");
  expect(code).toBe(1);
  expect(out).toMatch(/^stop {2}The API role lacks GetAdminDetails, .*\n/m);
  expect(out).toMatch(/\nNot ready: 1 to be put right/);
});

test("whmcs:check takes a setting behind the command in the place of the file's", async () => {
  const { code, out } = await run("whmcs:check", settingsFor(simulator), ["WHMCS_OIDC_SUBJECT=account"]);
  expect(code).toBe(0);
  expect(out).toContain("ok    Customers sign in through the addon.");
});

test("a setting that is none is one line, and 1", async () => {
  const { code, out, err } = await run("whmcs:check", { ...settingsFor(simulator), WHMCS_URI: "x" });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^provider\.env: WHMCS_URI is not a setting of any Worker\.\n$/);
});

test("whmcs:plans prints a plan map and nothing else, and 0", async () => {
  const { code, out, err } = await run("whmcs:plans");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^--/);
  expect(out.match(/INSERT INTO plans /g)).toHaveLength(simulator.state.products.length);
});

test("whmcs:plans prints no map where the products cannot be read, and 1", async () => {
  simulator.admission.allowedActions = ["WhmcsDetails"];
  const { code, out, err } = await run("whmcs:plans");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe("GetProducts gave no products (not_allowed): npm run whmcs:check says why.\n");
});
