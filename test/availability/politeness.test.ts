import { expect, test } from "vitest";
import { Politeness } from "../../shared/availability/politeness.ts";
import { verdict } from "../../shared/availability/verdict.ts";

const RATE = { perMinute: 60, burst: 100, concurrency: 10 };
const TAKEN = verdict("taken", "registered");
const THROTTLED = verdict("throttled", "rate_limited");
const BLOCKED = verdict("unknown", "refused");
const SILENT = verdict("unknown", "timeout");

const now = { kind: "now" };
const closed = (reason: string) => ({ kind: "closed", reason });

/** Asks at an instant and gives for how long the host is left alone then. */
function ask(host: Politeness, at: number, answer = THROTTLED, retryAfterMs?: number): number {
  expect(host.turn(at)).toEqual(now);
  host.ended(answer, at, retryAfterMs);
  return host.pause ? host.pause.until - at : 0;
}

test("a burst, then the host's rate", () => {
  const host = new Politeness({ ...RATE, burst: 3 }, 0);
  for (let asked = 0; asked < 3; asked++) expect(host.turn(0)).toEqual(now);
  expect(host.turn(0)).toEqual({ kind: "later", inMs: 1000 });
  expect(host.turn(400)).toEqual({ kind: "later", inMs: 600 });
  expect(host.turn(1000)).toEqual(now);
});

test("no more at the same time than it takes; a turn that was not used is given back", () => {
  const host = new Politeness({ ...RATE, concurrency: 2, burst: 3 }, 0);
  host.turn(0);
  host.turn(0);
  expect(host.turn(0).kind).toBe("later");
  host.ended(TAKEN, 10);
  expect(host.turn(10)).toEqual(now);
  host.returned();
  expect(host.turn(10)).toEqual(now);
});

test("a new rate counts from the next question", () => {
  const host = new Politeness({ ...RATE, burst: 1 }, 0);
  host.turn(0);
  host.rate = { ...RATE, perMinute: 600 };
  expect(host.turn(0)).toEqual({ kind: "later", inMs: 100 });
});

test("a refusal closes it, longer each time, and an answer forgives", () => {
  const host = new Politeness(RATE, 0);
  expect(ask(host, 0)).toBe(30_000);
  expect(host.turn(29_999)).toEqual(closed("rate_limited"));
  expect(ask(host, 30_000)).toBe(60_000);
  expect(ask(host, 100_000)).toBe(120_000);
  expect(ask(host, 300_000, TAKEN)).toBe(0);
  expect(ask(host, 300_001)).toBe(30_000);
});

test("a host that says it blocks us is left alone for an hour", () => {
  expect(ask(new Politeness(RATE, 0), 0, BLOCKED)).toBe(3_600_000);
});

test("after a pause one question tries the host, the others wait for it", () => {
  const host = new Politeness(RATE, 0);
  ask(host, 0);
  expect(host.turn(30_000)).toEqual(now);
  expect(host.turn(30_000).kind).toBe("later");
  host.ended(TAKEN, 30_100);
  for (let asked = 0; asked < 10; asked++) expect(host.turn(30_100)).toEqual(now);
});

test("refusals of questions that were on their way together are one, and never shorten the pause", () => {
  const host = new Politeness(RATE, 0);
  for (let asked = 0; asked < 4; asked++) host.turn(0);
  for (let asked = 0; asked < 3; asked++) host.ended(THROTTLED, 10);
  expect(host.pause?.until).toBe(30_010);
  host.ended(BLOCKED, 20);
  expect(host.pause?.until).toBe(3_600_020);

  const blocked = new Politeness(RATE, 0);
  blocked.turn(0);
  blocked.turn(0);
  blocked.ended(BLOCKED, 0);
  blocked.ended(THROTTLED, 1, 5_000);
  expect(blocked.pause?.until).toBe(3_600_000);
});

test.each([
  [17_000, 17_000],
  [1, 5_000],
  [10 ** 12, 900_000],
])("what the host asks for is kept to, within reason: %i ms is %i ms", (asked, kept) => {
  expect(ask(new Politeness(RATE, 0), 0, THROTTLED, asked)).toBe(kept);
});

test("three silences in a minute close it for half a minute; a probe need not wait for that", () => {
  const host = new Politeness(RATE, 0);
  for (const at of [0, 20_000, 40_000]) ask(host, at, SILENT);
  expect(host.turn(40_001)).toEqual(closed("unreachable"));
  expect(host.turn(40_001, true)).toEqual(now);
  host.ended(TAKEN, 40_100);
  expect(host.turn(40_101)).toEqual(now);
});

test("a probe waits for the end of a refusal like anyone", () => {
  const host = new Politeness(RATE, 0);
  ask(host, 0);
  expect(host.turn(1, true)).toEqual(closed("rate_limited"));
});

test("a pause from before goes on, with its reason", () => {
  const host = new Politeness(RATE, 1_000, { until: 5_000, by: "unreachable" });
  expect(host.turn(1_000)).toEqual(closed("unreachable"));
  expect(host.turn(5_000)).toEqual(now);
});
