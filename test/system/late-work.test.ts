import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "../support/world.ts";

/* If the cron triggers do not fire, requests run the late scheduled work. */

const LONG_AGO = Date.now() - 4 * 86_400_000;
const world = new World();
const works = { billing: ["jobs"], accounts: ["instructions", "purge"] } as const;

beforeAll(async () => {
  await world.start();
  for (const database of ["billing", "accounts"] as const) {
    for (const work of works[database]) {
      await world[database]
        .prepare(
          "INSERT OR REPLACE INTO scheduled_runs (work, began_at, succeeded_at, outcome) VALUES (?, ?, ?, 'succeeded')",
        )
        .bind(work, LONG_AGO, LONG_AGO)
        .run();
    }
  }
});
afterAll(() => world.close());

async function succeeded(database: "billing" | "accounts"): Promise<string[]> {
  const { results } = await world[database]
    .prepare("SELECT work FROM scheduled_runs WHERE succeeded_at > ? ORDER BY work")
    .bind(LONG_AGO)
    .all<{ work: string }>();
  return results.map(({ work }) => work);
}

const statusOf = async () => {
  const response = await fetch(`${world.origin}/api/v1/status`);
  const { status, checks } = (await response.json()) as { status: string; checks: { name: string; status: string }[] };
  return [status, checks.find(({ name }) => name === "scheduled_work")?.status];
};

test("the status reports late work, and a status request runs the late work of the billing Worker", async () => {
  expect(await statusOf()).toEqual(["degraded", "failing"]);
  await expect.poll(() => succeeded("billing")).toEqual(works.billing);
  expect(world.logs().filter((line) => line.includes("scheduled_work_late"))).toHaveLength(1);
});

test("a request to the account Worker runs its late work", async () => {
  expect(await succeeded("accounts")).toEqual([]);
  await fetch(`${world.origin}/api/v1/account/openapi.json`);
  await expect.poll(() => succeeded("accounts")).toEqual(works.accounts);
});
