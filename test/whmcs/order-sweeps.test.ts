import { afterAll, expect, test } from "vitest";
import { startWhmcs } from "./support/whmcs-system.ts";

const ACCOUNTS = 25;
/** Of accounts, with each run. */
const SWEPT = 10;
const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db } = whmcs;
afterAll(() => whmcs.stop());

const sweptNow = async () => {
  const before = simulator.calls.length;
  await whmcs.endActions();
  const calls = simulator.calls.slice(before).filter(({ action }) => action === "GetOrders");
  return calls.map(({ parameters }) => Number(parameters.userid));
};

test("every account that acted of late is swept before any is again", async () => {
  const at = new Date(clock.now - 600_000).toISOString();
  for (let account = 1; account <= ACCOUNTS; account++) {
    await db
      .prepare(
        `INSERT INTO actions (account_id, reference, operation, login_id, target, begun_at, sent_at, state, watermark)
         VALUES (?, ?, 'orderDomain', 1, 'domain:a.com', ?, ?, 'done', 0)`,
      )
      .bind(account, `r${account}`, at, at)
      .run();
  }
  const swept: number[] = [];
  for (let run = 0; run * SWEPT < ACCOUNTS; run++) {
    swept.push(...(await sweptNow()));
    clock.now += 180_000;
  }
  expect(new Set(swept.slice(0, ACCOUNTS)).size).toBe(ACCOUNTS);
  // An account whose first action comes now is swept with the next run.
  const late = new Date(clock.now - 200_000).toISOString();
  await db.prepare("UPDATE actions SET account_id = 99, sent_at = ? WHERE account_id = 3").bind(late).run();
  expect(await sweptNow()).toContain(99);
});

test("what was swept is kept no longer than an account is swept for", async () => {
  clock.now += 3 * 86_400_000;
  expect(await sweptNow()).toEqual([]);
  expect(await db.prepare("SELECT count(*) AS kept FROM sweeps").first("kept")).toBe(0);
});
