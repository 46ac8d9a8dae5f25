import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, QUESTIONS } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const BRIDGE = "/modules/addons/frontdesk/bridge.php";
const START = Date.parse("2026-11-20T15:00:00Z");
const clock = { now: START };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now, addonVersion: 2 });
const { simulator, db } = whmcs;
const { addon, faults, state, pages } = simulator;
/** The owner of an account with services, names and invoices. */
const ACCOUNT = 1001;

let lines: Record<string, unknown>[];
let days = 0;
beforeEach(async () => {
  clock.now = START + ++days * 86_400_000;
  await whmcs.runScheduledWork();
  lines = logLines();
});
afterEach(() => {
  pages.clear();
  faults.clear();
  vi.restoreAllMocks();
  Object.assign(addon.options, { orders: true });
});
afterAll(() => whmcs.stop());

const isUsed = () => db.prepare("SELECT is_used FROM addon").first("is_used");
const customer = (billing = whmcs.again().billing) => contractCustomer(billing, asks(11, ACCOUNT, "orders"));
const serviceCode = (billing: BillingSystem) => codeOf(QUESTIONS.listServices(billing, asks(11, ACCOUNT)));

async function runSchedule(times: number): Promise<void> {
  for (let run = 0; run < times; run++) {
    clock.now += 180_000;
    await whmcs.again().runScheduledWork();
  }
}

test("a question that the addon has no answer to is followed by three minutes of questions to the API alone", async () => {
  pages.set(BRIDGE, { status: 500, headers: {}, body: "<html>Internal Server Error</html>" });
  const { billing } = whmcs.again();
  const failures = () => lines.filter(({ event, call }) => event === "billing_bridge_failed" && call === "ask").length;
  const ask = () => serviceCode(billing);
  expect([await ask(), await ask(), await ask()]).toEqual(["ok", "ok", "ok"]);
  expect(failures()).toBe(1);
  clock.now += 181_000;
  expect(await ask()).toBe("ok");
  expect(failures()).toBe(2);
});

test("an addon that may not place orders answers questions, and orders go by the API", async () => {
  Object.assign(addon.options, { orders: false });
  await runSchedule(1);
  expect(await isUsed()).toBe(1);
  const name = "by-the-api.com";
  const before = state.addonActions?.length ?? 0;
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("ok");
  expect(state.addonActions?.length ?? 0).toBe(before);
  const row = db.prepare("SELECT json_extract(request, '$.throughAddon') AS mark FROM actions WHERE reference = ?");
  expect(await row.bind(name).first("mark")).toBeNull();
});

test("an order that the addon was forbidden meanwhile is not done, and sent plainly after the next status", async () => {
  Object.assign(addon.options, { orders: false });
  const name = "forbidden-meanwhile.com";
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
  await runSchedule(1);
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("ok");
});
