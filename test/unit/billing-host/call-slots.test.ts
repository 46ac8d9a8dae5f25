import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallSlots, type SlotRequest } from "../../../durable-objects/billing-host/call-slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WAIT_MS = 3_000;

/** Requests a slot and tracks the result. */
function ask(slots: CallSlots, request: SlotRequest, waitMs = WAIT_MS) {
  const asked = { state: "waiting" as "waiting" | "running" | "turned away", release: () => {} };
  void slots.acquire(request, waitMs).then((release) => {
    asked.state = release ? "running" : "turned away";
    asked.release = release ?? asked.release;
  });
  return asked;
}

const read = (accountId: number | null): SlotRequest => ({ kind: "read", accountId });
const action = (accountId: number): SlotRequest => ({ kind: "action", accountId });
const settled = () => vi.advanceTimersByTimeAsync(0);
const running = (asked: { state: string }[]) => asked.filter(({ state }) => state === "running").length;

test("reads use at most six of eight slots, and actions can use all eight", async () => {
  const slots = new CallSlots(8);
  const reads = [1, 2, 3, 4, 5, 6, 7].map((account) => ask(slots, read(account)));
  const actions = [1, 2, 3].map((account) => ask(slots, action(account)));
  await settled();
  expect([running(reads), running(actions)]).toEqual([6, 2]);
  for (const { release } of reads) release();
  await settled();
  expect([running(reads), running(actions)]).toEqual([7, 3]);
});

test.each([
  [2, 1],
  [3, 2],
  [4, 3],
  [8, 6],
  [100, 75],
])("with %i slots, reads use at most %i", async (concurrency, most) => {
  const slots = new CallSlots(concurrency);
  const reads = Array.from({ length: concurrency }, (_, account) => ask(slots, read(account)));
  await settled();
  expect(running(reads)).toBe(most);
});

test("reads for one account use at most half of the slots, and reads of the provider's own data can use all read slots", async () => {
  const slots = new CallSlots(8);
  const own = Array.from({ length: 6 }, () => ask(slots, read(1001)));
  await settled();
  expect(running(own)).toBe(4);
  const others = [ask(slots, read(1002)), ask(slots, read(1003))];
  await settled();
  expect(running(others)).toBe(2);
  const free = new CallSlots(8);
  const provider = Array.from({ length: 8 }, () => ask(free, read(null)));
  await settled();
  expect(running(provider)).toBe(6);
});

test("calls for other accounts overtake an account that uses its full share, and that account's calls stay in order", async () => {
  const slots = new CallSlots(8);
  const own = Array.from({ length: 7 }, () => ask(slots, read(1001)));
  const other = ask(slots, read(1002));
  await settled();
  expect([running(own), other.state]).toEqual([4, "running"]);
  for (const { release } of own.slice(0, 2)) release();
  await settled();
  expect(own.map(({ state }) => state)).toEqual([...Array(6).fill("running"), "waiting"]);
});

test("no call waits longer than its limit, and a caller that stopped waiting takes no slot", async () => {
  const slots = new CallSlots(8);
  const own = Array.from({ length: 4 }, () => ask(slots, read(1001)));
  const late = ask(slots, read(1001));
  const impatient = ask(slots, read(1001), 500);
  await vi.advanceTimersByTimeAsync(499);
  expect(impatient.state).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(impatient.state).toBe("turned away");
  await vi.advanceTimersByTimeAsync(WAIT_MS - 501);
  expect(late.state).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(late.state).toBe("turned away");
  for (const { release } of own) release();
  const next = Array.from({ length: 4 }, () => ask(slots, read(1001)));
  await settled();
  expect(running(next)).toBe(4);
});

test("a call with a wait time of zero gets a free slot or is refused immediately", async () => {
  const slots = new CallSlots(2);
  expect(ask(slots, read(1), 0)).toBeDefined();
  expect(await slots.acquire(read(2), 0), "at once").toBeNull();
});

test("at most 64 reads wait, at most 32 of them for one account, and actions have their own queue", async () => {
  const slots = new CallSlots(8);
  const busy = [1, 2, 3, 4, 5, 6].map((account) => ask(slots, read(account)));
  const actions = [1, 2].map((account) => ask(slots, action(account)));
  const own = Array.from({ length: 40 }, () => ask(slots, read(1001)));
  const others = Array.from({ length: 40 }, (_, account) => ask(slots, read(2000 + account)));
  const waitingActions = [ask(slots, action(7)), ask(slots, action(8))];
  await settled();
  const waiting = (asked: { state: string }[]) => asked.filter(({ state }) => state === "waiting").length;
  expect([running(busy), running(actions)]).toEqual([6, 2]);
  expect([waiting(own), waiting(others), waiting(waitingActions)]).toEqual([32, 32, 2]);
  actions[0]?.release();
  await settled();
  expect([running(own), running(waitingActions)]).toEqual([0, 1]);
});

test("calls with large responses run one at a time and let other calls pass", async () => {
  const slots = new CallSlots(8);
  const large = [1, 2].map(() => ask(slots, { ...read(null), isLarge: true }));
  const small = ask(slots, read(null));
  await settled();
  expect([...large, small].map(({ state }) => state)).toEqual(["running", "waiting", "running"]);
  large[0]?.release();
  await settled();
  expect(large[1]?.state).toBe("running");
});

test("releasing a slot twice frees only one slot", async () => {
  const slots = new CallSlots(2);
  const first = ask(slots, read(1));
  await settled();
  first.release();
  first.release();
  const next = [ask(slots, read(2)), ask(slots, read(3))];
  await settled();
  expect(running(next)).toBe(1);
});

test("the wait limit of an admitted call does not remove another call from the queue", async () => {
  const slots = new CallSlots(2);
  const first = ask(slots, read(1));
  const second = ask(slots, read(2), 1_000);
  await settled();
  first.release();
  await settled();
  const third = ask(slots, read(3), 10_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([second.state, third.state]).toEqual(["running", "waiting"]);
  second.release();
  await settled();
  expect(third.state).toBe("running");
});

test("reads of the provider's own data have no per-account limit, so 64 of them can wait", async () => {
  const slots = new CallSlots(2);
  const asked = Array.from({ length: 70 }, () => ask(slots, read(null)));
  await settled();
  expect(asked.filter(({ state }) => state === "waiting")).toHaveLength(64);
});

test("with eight slots, six actions leave two slots to reads", async () => {
  const slots = new CallSlots(8);
  const actions = [1, 2, 3, 4, 5, 6].map(() => ask(slots, action(1001)));
  const reads = [1, 2, 3].map(() => ask(slots, read(1001)));
  await settled();
  expect([running(actions), running(reads)]).toEqual([6, 2]);
});
