import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { type EndedRun, ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";

const SCHEMA = readFileSync(join(PROJECT, "workers/account/migrations/0001_account.sql"), "utf8");
const MINUTE = 60_000;
const INTERVALS = { purge: 1440 * MINUTE, mails: MINUTE };

let at: number;
let db: D1Database;
let ended: EndedRun[];
let logged: Record<string, unknown>[];
const runsOn = (database: D1Database) =>
  new ScheduledRuns(
    database,
    INTERVALS,
    () => at,
    (run) => ended.push(run),
  );

beforeEach(() => {
  at = 1_795_369_646_510;
  db = sqliteD1(SCHEMA);
  ended = [];
  logged = [];
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void logged.push(JSON.parse(line)));
  }
});

const mails = async () => (await runsOn(db).list()).find(({ work }) => work === "mails");
/** Looks for late work, as a new isolate does. @returns the work that it ran */
async function catchUp(database = db): Promise<string[]> {
  const ran: string[] = [];
  const kept: Promise<unknown>[] = [];
  runsOn(database).catchUp(
    (work) => kept.push(work),
    async (work) => void ran.push(work),
  );
  await Promise.all(kept);
  return ran;
}

test("a run records its start, its end and its result", async () => {
  const runs = runsOn(db);
  await runs.run("mails", "id", async () => {
    at += 250;
    return { count: 3 };
  });
  const last = { beganAt: at - 250, endedAt: at, succeededAt: at, outcome: "succeeded", count: 3, isLate: false };
  expect(await mails()).toEqual({ work: "mails", intervalMs: MINUTE, ...last });
  expect(ended).toEqual([{ work: "mails", tookMs: 250, hasSucceeded: true, count: 3 }]);
});

test("work that has never run is awaited, and not late", async () => {
  const never = { beganAt: null, endedAt: null, succeededAt: null, count: null };
  expect(await mails()).toEqual({ work: "mails", intervalMs: MINUTE, ...never, outcome: "awaited", isLate: false });
});

test("an error in a run reaches its caller and keeps the last success; work is late after three intervals without success", async () => {
  const runs = runsOn(db);
  await runs.run("mails", "id", async () => undefined);
  const succeededAt = at;
  at += 3 * MINUTE;
  const failing = runs.run("mails", "id", () => Promise.reject(new Error("away")));
  await expect(failing).rejects.toThrow("away");
  expect(await mails()).toMatchObject({ outcome: "failed", succeededAt, isLate: false });
  at++;
  expect(await mails()).toMatchObject({ isLate: true });
  expect(await runs.isAnyLate()).toBe(true);
});

test("a run that reports a failure is recorded as failed", async () => {
  await runsOn(db).run("mails", "id", async () => ({ hasFailed: true }));
  expect(await mails()).toMatchObject({ outcome: "failed", succeededAt: null, isLate: true });
  expect(ended).toMatchObject([{ hasSucceeded: false }]);
});

test("work still runs if the table of runs is missing", async () => {
  let done = 0;
  await runsOn(sqliteD1()).run("mails", "id", async () => {
    done++;
    return undefined;
  });
  expect(done).toBe(1);
  expect(logged.map(({ event, request_id }) => [event, request_id])).toEqual(Array(2).fill(["run_not_recorded", "id"]));
  expect(await catchUp(sqliteD1())).toEqual([]);
});

test("if a cron trigger stops, one of several isolates runs its work after three intervals", async () => {
  await runsOn(db).run("mails", "id", async () => undefined);
  await runsOn(db).run("purge", "id", async () => undefined);
  at += 3 * MINUTE;
  expect(await catchUp()).toEqual([]);
  at++;
  expect((await Promise.all([catchUp(), catchUp(), catchUp()])).flat()).toEqual(["mails"]);
  expect(logged).toMatchObject([{ event: "scheduled_work_late", work: "mails", minutes: 3 }]);
});

test("if a cron trigger never fires, its work runs three intervals after an isolate first noticed that", async () => {
  expect(await catchUp()).toEqual([]);
  expect(await mails()).toMatchObject({ outcome: "awaited", beganAt: null, isLate: false });
  at += 3 * MINUTE + 1;
  expect(await mails()).toMatchObject({ outcome: "awaited", isLate: true });
  expect(await catchUp()).toEqual(["mails"]);
});

test("an isolate looks for late work at most once a minute", async () => {
  const kept: Promise<unknown>[] = [];
  const runs = runsOn(db);
  const call = () =>
    runs.catchUp(
      (work) => kept.push(work),
      async () => undefined,
    );
  for (let calls = 0; calls < 100; calls++) call();
  expect(kept).toHaveLength(1);
  at += MINUTE;
  call();
  expect(kept).toHaveLength(2);
  await Promise.all(kept);
});
