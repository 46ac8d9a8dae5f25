import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const clock = { now: Date.parse("2026-05-20T15:00:00Z") };
const whmcs = await startWhmcs({ now: () => clock.now });
const { simulator, db } = whmcs;
const { state, faults } = simulator;
const HOUR = 3_600_000;

const request = (id: number) => ({
  ...{ id, serviceId: 10_000 + id, type: "Immediate" as const, requestedAt: "2026-05-01T10:00:00Z", reason: "" },
});

beforeEach(async () => {
  faults.clear();
  Object.assign(simulator.installation.quirks, NO_QUIRKS);
  await db.prepare("DELETE FROM cancellation_reading").run();
  state.cancellations = Array.from({ length: 700 }, (_, index) => request(index + 1));
});
afterAll(() => whmcs.stop());

/** Runs the scheduled work. @returns the first row of each page that it asked for, ascending: pages are read at the same time */
async function run(): Promise<number[]> {
  const before = simulator.calls.length;
  await whmcs.runScheduledWork();
  const asked = simulator.calls.slice(before).filter(({ action }) => action === "GetCancelledPackages");
  return asked.map(({ parameters }) => Number(parameters.limitstart)).toSorted(ascending);
}

const ascending = (one: number, other: number) => one - other;

async function mirrored(): Promise<number[]> {
  const { results } = await db.prepare("SELECT request_id AS id FROM cancellations ORDER BY id").all<{ id: number }>();
  return results.map(({ id }) => id);
}

const listed = () => state.cancellations.map(({ id }) => id).toSorted(ascending);
const ALL = [0, 250, 500];

describe.each(["oldest", "newest"] as const)("a long list of requests to cancel, %s first", (first) => {
  const end = (rows: number) => [first === "oldest" ? rows - 1 : 0];
  const add = (...ids: number[]) => {
    const rows = ids.map(request);
    state.cancellations =
      first === "oldest" ? [...state.cancellations, ...rows] : [...rows.reverse(), ...state.cancellations];
  };
  beforeEach(async () => {
    if (first === "newest") state.cancellations.reverse();
    expect(await run()).toEqual(ALL);
  });

  test("is read at the end that new ones come at, once a page", async () => {
    expect(await run()).toEqual(end(700));
    add(701, 702);
    expect(await run()).toEqual(end(700));
    expect(await run()).toEqual(end(702));
    expect(await mirrored()).toEqual(listed());
  });

  test.each([
    ["in the middle", 350],
    ["the last one", 700],
  ])("loses a request that is withdrawn, %s, with the next run", async (_, id) => {
    state.cancellations = state.cancellations.filter((row) => row.id !== id);
    expect(await run()).toEqual([...end(700), ...ALL].toSorted(ascending));
    expect(await mirrored()).toEqual(listed());
  });

  test("one withdrawn and one made meanwhile are both seen", async () => {
    state.cancellations = state.cancellations.filter((row) => row.id !== 350);
    add(701);
    await run();
    expect(await mirrored()).toEqual(listed());
  });

  test("more new ones than a page has are all read", async () => {
    add(...Array.from({ length: 300 }, (_, index) => 701 + index));
    await run();
    expect(await mirrored()).toEqual(listed());
  });

  test("is read whole a day later, and where the clock was set back", async () => {
    clock.now += 23 * HOUR;
    expect(await run()).toEqual(end(700));
    clock.now += HOUR;
    expect(await run()).toEqual(ALL);
    clock.now -= 2 * HOUR;
    expect(await run()).toEqual(ALL);
  });
});

test("a list in no order is read whole each time", async () => {
  state.cancellations.push(...state.cancellations.splice(100, 1));
  expect([await run(), await run()]).toEqual([ALL, ALL]);
  expect(await mirrored()).toEqual(listed());
});

test("an installation that ignores the offset, or counts wrongly, is read whole each time", async () => {
  await run();
  simulator.installation.quirks.totalOf = () => 9_999;
  expect((await run()).length).toBeGreaterThan(3);
  expect(await mirrored()).toEqual(listed());
});

test("an answer that cannot be read changes nothing", async () => {
  const lines = logLines();
  await run();
  state.cancellations = [];
  faults.plan({ kind: "html_200" }, { action: "GetCancelledPackages" });
  await run();
  expect(await mirrored()).toHaveLength(700);
  expect(lines).toContainEqual(expect.objectContaining({ event: "scheduled_work_failed", work: "cancellations" }));
});

test("a request that was made here stays until WHMCS must have listed it", async () => {
  const own = "SELECT timing FROM cancellations WHERE service_id = 9999";
  const requestedAt = new Date(clock.now).toISOString();
  await db
    .prepare(
      "INSERT INTO cancellations (service_id, request_id, timing, requested_at) VALUES (9999, 0, 'immediately', ?)",
    )
    .bind(requestedAt)
    .run();
  await run();
  expect(await db.prepare(own).first("timing")).toBe("immediately");
  clock.now += 25 * HOUR;
  await run();
  expect(await db.prepare(own).first()).toBeNull();
});
