import { afterAll, beforeEach, expect, test } from "vitest";
import { ALL, answered, CALL, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/* Tests how the Worker reads and stores WHMCS's own settings. */

const whmcs = await startWhmcs();
const { simulator, db } = whmcs;
const { facts } = simulator.addon;
afterAll(() => whmcs.stop());

/** Returns the origin of the page to which a new isolate sends customers for the sign-in. */
const signInAt = async () => {
  const call = { returnTo: "https://maple.example/sign-in/returned", language: "en" } as const;
  return new URL(answered(await whmcs.again().billing.beginSignIn(CALL, call)).address).origin;
};

beforeEach(async () => {
  simulator.faults.clear();
  await db.prepare("UPDATE addon SET installation = NULL").run();
  facts.system_url = "https://my.maple.example/";
});

test("missing settings are read when they are needed, and pages do not wait for them", async () => {
  const { signIn } = answered(await whmcs.again().billing.describe(CALL));
  expect(signIn).toEqual({ kind: "redirect", host: new URL(simulator.url).host });
  expect(await signInAt()).toBe("https://my.maple.example");
  expect(answered(await whmcs.again().billing.describe(CALL)).signIn).toMatchObject({ host: "my.maple.example" });
});

test("changed settings apply from the next read, and a failed read keeps the stored ones", async () => {
  await whmcs.runScheduledWork();
  facts.system_url = "https://other.maple.example";
  simulator.faults.plan({ kind: "html_500" }, { action: "catalogue", times: 1 });
  await whmcs.again().runScheduledWork();
  expect(await signInAt()).toBe("https://my.maple.example");
  await whmcs.again().runScheduledWork();
  expect(await signInAt()).toBe("https://other.maple.example");
});

test("the Worker uses WHMCS_URL if WHMCS's own URL is unencrypted", async () => {
  facts.system_url = "http://my.maple.example/";
  expect(await signInAt()).toBe(simulator.url);
});

test("department names are shown exactly as WHMCS stores them", async () => {
  const written = `Tom & "Jerry's" <b>team</b>`;
  for (const department of simulator.state.departments) department.name = written;
  await whmcs.runScheduledWork();
  const { items } = answered(await whmcs.again().billing.listTickets(OWNER, ALL));
  expect(new Set(items.map(({ department }) => department))).toEqual(new Set([written]));
});

test("unreadable settings cause an error if none are stored", async () => {
  const before = facts.nameservers;
  Object.assign(facts, { nameservers: "none" });
  const { billing } = whmcs.again();
  expect(await billing.listServices(OWNER, { ...ALL, within: { kind: "account" } })).toMatchObject({
    problem: { code: "billing_unavailable" },
  });
  facts.nameservers = before;
});
