import { expect, test } from "vitest";
import { Politeness } from "../../shared/availability/politeness.ts";
import { verdict } from "../../shared/availability/verdict.ts";

const RATE = { perMinute: 60, burst: 3, concurrency: 2 };
const TAKEN = verdict("taken", "registered");
const THROTTLED = verdict("throttled", "rate_limited");
const SILENT = verdict("unknown", "timeout");

test("a burst, then the host's rate", () => {
  const host = new Politeness({ ...RATE, concurrency: 10 }, 0);
  for (let asked = 0; asked < 3; asked++) expect(host.turn(0)).toEqual({ kind: "now" });
  expect(host.turn(0)).toEqual({ kind: "later", inMs: 1000 });
  expect(host.turn(400)).toEqual({ kind: "later", inMs: 600 });
  expect(host.turn(1000)).toEqual({ kind: "now" });
});

test("no more at the same time than it takes", () => {
  const host = new Politeness(RATE, 0);
  host.turn(0);
  host.turn(0);
  expect(host.turn(0).kind).toBe("later");
  host.ended(TAKEN, 10);
  expect(host.turn(10)).toEqual({ kind: "now" });
});

test("a refusal closes it, longer each time, and an answer forgives", () => {
  const host = new Politeness({ ...RATE, burst: 100 }, 0);
  const ask = (at: number, answer = THROTTLED, retryAfterMs?: number) => {
    expect(host.turn(at)).toEqual({ kind: "now" });
    host.ended(answer, at, retryAfterMs);
    return host.closedUntil - at;
  };
  expect(ask(0)).toBe(30_000);
  expect(host.turn(29_999)).toEqual({ kind: "closed", reason: "rate_limited" });
  expect(ask(30_000)).toBe(60_000);
  expect(ask(100_000)).toBe(120_000);
  ask(300_000, TAKEN);
  expect(ask(300_001)).toBe(30_000);
});

test("what the host itself asks for is kept to, within reason", () => {
  for (const [asked, kept] of [
    [17_000, 17_000],
    [1, 5_000],
    [10 ** 12, 900_000],
  ] as const) {
    const host = new Politeness(RATE, 0);
    host.turn(0);
    host.ended(THROTTLED, 0, asked);
    expect(host.closedUntil).toBe(kept);
  }
});

test("three silences in a minute close it for half a minute", () => {
  const host = new Politeness({ ...RATE, burst: 100 }, 0);
  for (const at of [0, 20_000, 40_000]) {
    expect(host.turn(at)).toEqual({ kind: "now" });
    host.ended(SILENT, at);
  }
  expect(host.turn(40_001)).toEqual({ kind: "closed", reason: "unreachable" });
  expect(host.turn(70_000)).toEqual({ kind: "now" });
});

test("a pause from before goes on", () => {
  expect(new Politeness(RATE, 1_000, 5_000).turn(1_000)).toEqual({ kind: "closed", reason: "rate_limited" });
});
