import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { accountStatus } from "../../workers/account/operator/account-operator.ts";
import { WORK_INTERVALS } from "../../workers/account/scheduled-work.ts";
import { StuckWrites } from "../../workers/account/stuck-writes/stuck-writes.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";

const NOW = 1_795_369_646_510;
const files = globSync("workers/account/migrations/*.sql", { cwd: PROJECT }).toSorted();
const db = sqliteD1(files.map((file) => readFileSync(join(PROJECT, file), "utf8")).join("\n"));
const status = () => accountStatus(db, "shop", new ScheduledRuns(db, WORK_INTERVALS, () => NOW));

test("the account Worker's status counts stuck actions and open instructions, and lists awaited scheduled work", async () => {
  const counts = async () => (await status()).counts?.map(({ count }) => count);
  expect(await counts()).toEqual([0, 0, 0]);
  const stuck = { loginId: 1, operation: "orderDomain", target: "domain:maple.ca", state: "STUCK" };
  const list = new StuckWrites(db, "shop");
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
  expect(await counts()).toEqual([2, 1, 0]);
  expect((await status()).scheduledWork).toMatchObject([
    { work: "purge", outcome: "awaited" },
    { work: "instructions", outcome: "awaited" },
  ]);
});
