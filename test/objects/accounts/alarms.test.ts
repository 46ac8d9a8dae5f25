import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { accountStub, changeGrant, eachWithNewAccount, renew, runAlarm } from "../support/account-api.ts";
import { control } from "../support/account-world.ts";

eachWithNewAccount();

const HOUR_MS = 3_600_000;

/** Returns the milliseconds until the alarm of the account object. */
function untilAlarm(): Promise<number> {
  return runInDurableObject(accountStub(), async (_, { storage }) => {
    return ((await storage.getAlarm()) ?? Number.POSITIVE_INFINITY) - Date.now();
  });
}

test("a new action keeps an alarm that is early enough, and the object sets the next alarm after it fires", async () => {
  expect((await renew("first")).status).toBe(201);
  const first = await untilAlarm();
  expect(first, "set as the order was sent, for a lookup").toBeLessThan(HOUR_MS);
  expect((await renew("second", "ana.dev")).status).toBe(201);
  expect(await untilAlarm(), "the second order left it").toBeLessThan(first);

  await runAlarm();
  expect(await untilAlarm(), "only expiring keys are left").toBeGreaterThan(20 * HOUR_MS);
  expect((await renew("third", "studio-ana.fr")).status).toBe(201);
  expect(await untilAlarm(), "a lookup is due before they end").toBeLessThan(HOUR_MS);
});

test("an account whose only order was refused before sending sets an alarm to delete the log entry", async () => {
  control.standing = null;
  changeGrant({ admittedAgo: 60_000 });
  expect((await renew("refused")).ok).toBe(false);
  expect(await untilAlarm()).toBeLessThan(181 * 24 * HOUR_MS);
});
