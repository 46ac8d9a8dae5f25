import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import {
  accountStub,
  act,
  answerUnder,
  audit,
  changeGrant,
  eachWithNewAccount,
  renew,
} from "../support/account-api.ts";
import { control, FULL_STANDING } from "../support/account-world.ts";
import { script } from "../support/scripted-billing.ts";

eachWithNewAccount();

/** A delay after which the alarm for a lookup is considered lost. */
const LATE_MS = 20_000;

const accountObject = () => accountStub();
const run = (statement: string) =>
  runInDurableObject(accountObject(), (_, { storage }) => void storage.sql.exec(statement));

/** Makes journal writes fail until the test calls the returned function. */
async function failWrites(when: string): Promise<() => Promise<void>> {
  await run(`CREATE TRIGGER failing BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'a write fails'); END`);
  return () => run("DROP TRIGGER failing");
}

test.each([
  ["reserved", "INSERT ON journal"],
  ["recorded as sent", "UPDATE ON journal WHEN NEW.state = 'SENDING'"],
])("an order that cannot be %s is not sent, and its key stays usable", async (_, when) => {
  const restore = await failWrites(when);
  expect((await renew("key")).status).toBe(503);
  expect(script.asked).toHaveLength(0);
  await restore();
  expect((await renew("key")).status).toBe(201);
  expect(script.done).toHaveLength(1);
  expect((await audit("renewDomain")).map(({ outcome }) => outcome)).not.toContain("in_progress");
});

test("a key stays usable even if its release failed after a refusal", async () => {
  const restore = await failWrites("DELETE ON journal");
  control.standing = null;
  // The object checks the connection again because the admission is old.
  changeGrant({ admittedAgo: 60_000 });
  expect((await renew("key")).status).toBe(503);
  await restore();
  control.standing = FULL_STANDING;
  expect((await renew("key")).status).toBe(201);
  expect(script.done).toHaveLength(1);
});

test("an action that stops before it is sent closes its log entry and releases its key", async () => {
  const order = () => act("/account/orders/plan", { plan: "web-start" }, { key: "key" });
  control.crash = "while preparing";
  expect((await order()).status).toBe(503);
  expect(await audit("orderPlan")).toMatchObject([{ outcome: "failed", status: 503, target: "plan:web-start" }]);
  expect((await order()).status).toBe(201);
  expect(await audit("orderPlan")).toMatchObject([{ outcome: "succeeded", status: 201 }, { outcome: "failed" }]);
});

test("the object looks up an order whose result could not be recorded", async () => {
  const restore = await failWrites("UPDATE ON journal WHEN NEW.state = 'DONE'");
  expect((await renew("key")).status).toBe(503);
  expect(script.done).toHaveLength(1);
  await restore();
  await answerUnder("key");
  expect(script.done).toHaveLength(1);
});

test("a later request with the key reschedules a lost alarm", async () => {
  await loseAlarm();
  await renew("key");
  expect(await nextAlarm(), "the alarm may still fire").toBeNull();
  control.shift += LATE_MS;
  await renew("key");
  const set = await nextAlarm();
  expect(set).not.toBeNull();
  control.shift += 1_000;
  await renew("key");
  expect(await nextAlarm(), "further requests do not set it again").toBe(set);
  await runDurableObjectAlarm(accountObject());
  expect((await renew("key")).status).toBe(201);
  expect(script.done).toHaveLength(1);
});

test("the object reschedules a lost alarm when it starts", async () => {
  await loseAlarm();
  control.shift += LATE_MS;
  await evictDurableObject(accountObject());
  await audit();
  expect(await nextAlarm()).not.toBeNull();
});

/** Leaves a completed order without its response and without the alarm for its lookup. */
async function loseAlarm(): Promise<void> {
  control.timing = { ...TIMING, alarmRetryMs: LATE_MS / 2 };
  script.moods = ["breaks after"];
  expect((await renew("key")).status).toBe(503);
  await runInDurableObject(accountObject(), (_, { storage }) => storage.deleteAlarm());
}

const nextAlarm = () => runInDurableObject(accountObject(), (_, { storage }) => storage.getAlarm());
