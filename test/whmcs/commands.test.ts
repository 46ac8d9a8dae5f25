import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { settingsFor, settingsText } from "../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";
import { command as check } from "../../scripts/whmcs/check.ts";
import { command as plans } from "../../scripts/whmcs/plans.ts";

const folder = mkdtempSync(join(tmpdir(), "frontdesk-"));
const simulator = await WhmcsSimulator.start({ returnTo: ["https://maple.example/sign-in/returned"] });

beforeEach(() => {
  simulator.admission.allowedActions = null;
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a command of a provider with the settings that a local start leaves. */
async function run(command: typeof check, settings = settingsFor(simulator), more: string[] = []) {
  const file = join(folder, "simulator.env");
  writeFileSync(file, settingsText(settings));
  // What is set for another installation does not count.
  Object.assign(process.env, { WHMCS_SECRET: "another", WHMCS_CHECK_URL: "http://127.0.0.1:1" });
  const log = vi.spyOn(console, "log").mockReturnValue();
  try {
    const code = await command.run({
      options: { settings: file, acting: false, subject: false },
      settings: more,
      words: [],
    });
    return { code, out: log.mock.calls.flat().join("\n") };
  } finally {
    log.mockRestore();
    delete process.env.WHMCS_SECRET;
    delete process.env.WHMCS_CHECK_URL;
  }
}

test("the check ends with a verdict and 0 where customers can be served", async () => {
  const { code, out } = await run(check);
  expect(code).toBe(0);
  expect(out).toContain(`WHMCS at ${simulator.url}`);
  expect(out).toMatch(/\nReady: customers can be served[^\n]*$/);
  expect(out).not.toContain(simulator.admission.secret);
});

test("the check ends with what is to be put right and 1 where they cannot", async () => {
  simulator.admission.allowedActions = ["WhmcsDetails"];
  const { code, out } = await run(check);
  expect(code).toBe(1);
  expect(out).toMatch(/^stop {2}The API role lacks GetAdminDetails, .*\n/m);
  expect(out).toMatch(/\nNot ready: 1 to be put right/);
});

test("the check takes a setting behind the command in the place of the file's", async () => {
  const { code, out } = await run(check, settingsFor(simulator), ["WHMCS_OIDC_SUBJECT=account"]);
  expect(code).toBe(0);
  expect(out).toContain("ok    Customers sign in through the addon.");
});

test("a setting that is none is one line", async () => {
  const wrong = run(check, { ...settingsFor(simulator), WHMCS_URI: "x" });
  await expect(wrong).rejects.toThrow(
    /^provider\.env: WHMCS_URI is not a setting of any Worker\. The nearest is WHMCS_URL\.$/,
  );
});

test("a plan map of the products is printed and nothing else", async () => {
  const { out } = await run(plans);
  expect(out).toMatch(/^--/);
  expect(out.match(/INSERT INTO plans /g)).toHaveLength(simulator.state.products.length);
});

test("no plan map is printed where the products cannot be read", async () => {
  simulator.admission.allowedActions = ["WhmcsDetails"];
  const said = "GetProducts gave no products (not_allowed): npm run whmcs -- check says why.";
  await expect(run(plans)).rejects.toThrow(said);
});
