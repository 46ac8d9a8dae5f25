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
const simulator = await WhmcsSimulator.start();

beforeEach(() => {
  simulator.faults.clear();
  simulator.addon.options.orders = true;
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});

/** Runs one of the provider's commands with the settings for the simulator. */
async function run(command: typeof check, settings = settingsFor(simulator), more: string[] = []) {
  const file = join(folder, "simulator.env");
  writeFileSync(file, settingsText(settings));
  // The command must ignore settings of another installation.
  Object.assign(process.env, { FRONTDESK_BRIDGE_KEY: "another" });
  const log = vi.spyOn(console, "log").mockReturnValue();
  try {
    const code = await command.run({
      options: { settings: file, acting: false },
      settings: more,
      words: [],
    });
    return { code, out: log.mock.calls.flat().join("\n") };
  } finally {
    log.mockRestore();
    delete process.env.FRONTDESK_BRIDGE_KEY;
  }
}

test("check exits with 0 and a verdict if the installation is ready", async () => {
  const { code, out } = await run(check);
  expect(code).toBe(0);
  expect(out).toContain(`WHMCS at ${simulator.url}`);
  expect(out).toMatch(/\nReady: customers can be served[^\n]*$/);
  expect(out).not.toContain(simulator.addon.options.key);
});

test("check exits with 1 and the problems to fix if the installation is not ready", async () => {
  const { code, out } = await run(check, { ...settingsFor(simulator), FRONTDESK_BRIDGE_KEY: "x" });
  expect(code).toBe(1);
  expect(out).toMatch(/^stop {2}The addon refuses this caller: bad_signature.*\n/m);
  expect(out).toMatch(/\nNot ready: 1 to fix/);
});

test("plans prints only the plan map, with one plan for each product", async () => {
  const { out } = await run(plans);
  expect(out).toMatch(/^--/);
  expect(out.match(/INSERT INTO plans /g)).toHaveLength(simulator.state.products.length);
});

test("plans prints no plan map if the products are unreadable", async () => {
  simulator.faults.plan({ kind: "error", text: "planted" }, { action: "GetProducts" });
  const said = "GetProducts gave no products (said_no): npm run whmcs -- check says why.";
  await expect(run(plans)).rejects.toThrow(said);
});
