import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { expect, test, vi } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { DAILY_CRON, runScheduled, type ScheduledDependencies } from "../../../workers/account/scheduled-work.ts";

const NOW = 1_795_369_646_510;
const configuration = readFileSync(join(PROJECT, "workers/account/wrangler.toml"), "utf8");
const { triggers } = parse(configuration) as { triggers?: { crons?: unknown } };

/** Creates dependencies that record the name of each step. */
function world(fails?: string, isHeld = false) {
  const done: string[] = [];
  const recorded: string[] = [];
  const does = (name: string) => async () => {
    if (name === fails) throw new Error("the database is away");
    done.push(name);
  };
  const dependencies: ScheduledDependencies = {
    registry: { purge: does("registry") },
    stuckWrites: { purge: does("stuck actions") },
    holds: { isHeld: async () => isHeld },
    instructions: {
      purge: does("instructions"),
      asked: async () => {
        await does("asked")();
        return [];
      },
      close: does("close"),
      keep: does("keep"),
      untold: async () => {
        await does("untold")();
        return [];
      },
      told: does("told"),
    },
    failedMails: { purge: does("failed mails") },
    providerActs: { purge: does("operator ends") },
    actingLogins: { purge: does("acting logins") },
    sessionList: { purge: does("sessions") },
    billing: { settleWrite: () => expect.fail("nothing was settled") },
    accountOf: () => expect.fail("no account is called"),
    connectionOf: () => expect.fail("no connection is called"),
    index: {
      former: async () => {
        await does("former")();
        return [];
      },
      ended: does("ended"),
    },
    runs: {
      async run(work, _, job) {
        recorded.push(work);
        await job();
      },
    },
    now: () => NOW,
  };
  return { dependencies, done, recorded };
}

test("a daily cron purges old rows, and a cron every minute runs instructions", async () => {
  const crons = [DAILY_CRON, "* * * * *"];
  expect(triggers?.crons).toEqual(crons);
  const runs = await Promise.all(
    crons.map(async (cron) => {
      const { dependencies, done, recorded } = world();
      await runScheduled(cron, dependencies);
      return [...recorded, ...done];
    }),
  );
  expect(runs).toEqual([
    [
      "purge",
      "registry",
      "stuck actions",
      "instructions",
      "failed mails",
      "operator ends",
      "acting logins",
      "sessions",
    ],
    ["instructions", "former", "asked", "untold"],
  ]);
});

test.each([DAILY_CRON, "* * * * *"])("a run of %s does nothing while the database is on hold", async (cron) => {
  const { dependencies, done } = world(undefined, true);
  await runScheduled(cron, dependencies);
  expect(done).toEqual([]);
});

test.each([
  [DAILY_CRON, "stuck actions", "purge"],
  ["* * * * *", "asked", "instructions"],
])("a run of %s that fails at “%s” is logged and fails", async (cron, fails, work) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect(runScheduled(cron, world(fails).dependencies)).rejects.toThrow("away");
  expect(JSON.parse(String(logged.mock.lastCall?.[0]))).toMatchObject({ event: "scheduled_work_failed", work });
  logged.mockRestore();
});
