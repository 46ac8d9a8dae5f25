import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type SendingGuard, ZoneChanges } from "../../../durable-objects/zone-writer/zone-changes.ts";
import type { ChangedZone, ZonePlace, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";
import { memoryStore } from "../../zones/support/zone-writers.ts";

const PLACE: ZonePlace = { server: "3", user: "ana", zone: "studio-ana.ca" };
const NOTHING = { revision: "1", remove: [], add: [] };
const DONE: ZoneResult<ChangedZone> = {
  ok: true,
  value: { zone: PLACE.zone, revision: "2", added: [], removed: [], note: null },
};

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** Creates changes that take one second each, and counts how many run at the same time. */
function changesOf(change: (guard: SendingGuard) => Promise<ZoneResult<ChangedZone>>, store = memoryStore()) {
  const seen = { running: 0, most: 0, begun: 0 };
  const changes = new ZoneChanges(store, async (_place, _change, _requestId, guard) => {
    seen.begun++;
    seen.most = Math.max(seen.most, ++seen.running);
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return await change(guard);
    } finally {
      seen.running--;
    }
  });
  return { seen, store, ask: () => changes.changeZone(PLACE, NOTHING, "r") };
}

test("changes to a zone run one after another", async () => {
  const { seen, ask } = changesOf(async () => DONE);
  const all = Promise.all([ask(), ask(), ask()]);
  await vi.runAllTimersAsync();
  expect(await all).toEqual([DONE, DONE, DONE]);
  expect(seen).toEqual({ running: 0, most: 1, begun: 3 });
});

test("a change that would wait longer than 2 seconds does not start and is reported as not sent", async () => {
  const { seen, ask } = changesOf(async () => DONE);
  const all = Promise.all(Array.from({ length: 9 }, ask));
  await vi.runAllTimersAsync();
  const busy = { ok: false, problem: { code: "server_unavailable", retryAfter: 5, isSent: false } };
  expect((await all).map((result) => result.ok)).toEqual([...Array(3).fill(true), ...Array(6).fill(false)]);
  expect((await all).at(-1)).toEqual(busy);
  expect(seen.begun).toBe(3);
});

test("a failed change lets the next one run", async () => {
  let isFirst = true;
  const { ask } = changesOf(async () => {
    if (!isFirst) return DONE;
    isFirst = false;
    throw new Error("broken");
  });
  const first = expect(ask()).rejects.toThrow("broken");
  const second = ask();
  await vi.runAllTimersAsync();
  await first;
  expect(await second).toEqual(DONE);
});

test("after a change with an unknown outcome, no change is sent for 30 seconds, even after the object restarts", async () => {
  const waits: number[] = [];
  const begin = async (guard: SendingGuard) => {
    waits.push(await guard.begin());
    return DONE;
  };
  const store = memoryStore();
  const first = changesOf(begin, store).ask();
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  const { ask } = changesOf(begin, store);
  const second = ask();
  await vi.advanceTimersByTimeAsync(1_000);
  await second;
  vi.advanceTimersByTime(29_000);
  const third = ask();
  await vi.advanceTimersByTimeAsync(1_000);
  await third;
  expect(waits).toEqual([0, 29, 0]);
});

test("after a change with a known outcome, the next change is sent immediately", async () => {
  const waits: number[] = [];
  const { ask } = changesOf(async (guard) => {
    waits.push(await guard.begin());
    await guard.end();
    return DONE;
  });
  const all = Promise.all([ask(), ask()]);
  await vi.runAllTimersAsync();
  await all;
  expect(waits).toEqual([0, 0]);
});
