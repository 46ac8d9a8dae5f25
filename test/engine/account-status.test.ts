import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { accountStatus } from "../../workers/account/operator/account-operator.ts";
import { WORK_INTERVALS } from "../../workers/account/scheduled-work.ts";
import { StuckActions } from "../../workers/account/stuck-actions/stuck-actions.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";

const NOW = 1_795_369_646_510;
const files = globSync("workers/account/migrations/*.sql", { cwd: PROJECT }).toSorted();
const db = sqliteD1(files.map((file) => readFileSync(join(PROJECT, file), "utf8")).join("\n"));
const status = () => accountStatus(db, "shop", new ScheduledRuns(db, WORK_INTERVALS, () => NOW));

test("the account's status has what is stuck, the oldest first, and the instructions that are open", async () => {
  expect(await status()).toMatchObject({ stuckActions: { count: 0, rows: [] }, openInstructions: 0, failedMails: 0 });
  const stuck = { loginId: 1, operation: "orderDomain", target: "domain:maple.ca", state: "STUCK" };
  const list = new StuckActions(db, "shop");
  for (const [accountId, at] of [
    [1002, NOW],
    [1001, NOW - 60_000],
  ] as const) {
    await list.put({ ...stuck, accountId, reference: "r", reason: "late", sentAt: at, at } as never);
  }
  await db
    .prepare(
      `INSERT INTO settle_instructions (billing_system, account_id, reference, outcome, because, asked_at)
       VALUES ('shop', 1001, 'r', 'nothing', 'nothing was ordered', ?)`,
    )
    .bind(NOW)
    .run();
  const { stuckActions, openInstructions, runs } = await status();
  expect(stuckActions.rows.map(({ accountId, since }) => [accountId, since])).toEqual([
    [1001, NOW - 60_000],
    [1002, NOW],
  ]);
  expect(stuckActions.rows[0]).toEqual({
    ...stuck,
    accountId: 1001,
    reference: "r",
    reason: "late",
    sentAt: NOW - 60_000,
    since: NOW - 60_000,
  });
  expect(openInstructions).toBe(1);
  expect(runs.map(({ work, outcome }) => [work, outcome])).toEqual([
    ["purge", "awaited"],
    ["instructions", "awaited"],
  ]);
});
