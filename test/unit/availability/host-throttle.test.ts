import { expect, test } from "vitest";
import { HostThrottle, type Permit } from "../../../durable-objects/registry/host-throttle.ts";
import type { CallerClass } from "../../../durable-objects/registry/registry-port.ts";
import { verdict } from "../../../shared/domain-names/verdict.ts";

const RATE = { perMinute: 60, burst: 200, concurrency: 20 };
const TAKEN = verdict("taken", "registered");
const THROTTLED = verdict("throttled", "rate_limited");
const REFUSED = verdict("unknown", "refused");

function leave(host: HostThrottle, at: number, caller: CallerClass = "anonymous"): Permit {
  const admission = host.tryAcquire(caller, at);
  if (admission.kind !== "now") throw new Error(`no leave at ${at}: ${admission.reason}`);
  return admission.permit;
}

/** Sends a query at the time `at` and returns the host's remaining pause in milliseconds. */
function ask(
  host: HostThrottle,
  at: number,
  answer = THROTTLED,
  { name = "a.example", caller = "anonymous" as CallerClass, waitMs = undefined as number | undefined } = {},
): number {
  host.completed(leave(host, at, caller), name, waitMs === undefined ? answer : { ...answer, waitMs }, at);
  return host.pause ? host.pause.until - at : 0;
}

const later = (inMs: number | null, reason = "budget") => ({ kind: "later", inMs, reason });

/**
 * Sends queries every half second for ten minutes, anonymous ones first. Returns the number of queries served per
 * class.
 */
function servedIn(host: HostThrottle, asks: (caller: CallerClass, at: number) => boolean) {
  const served = { signed_in: 0, anonymous: 0 };
  for (let at = 0; at < 600_000; at += 500) {
    for (const caller of ["anonymous", "signed_in"] as const) {
      const admission = asks(caller, at) ? host.tryAcquire(caller, at) : null;
      if (admission?.kind !== "now") continue;
      served[caller]++;
      host.completed(admission.permit, "a.example", TAKEN, at);
    }
  }
  return served;
}

test("signed-in callers get half of the rate, however many anonymous callers there are", () => {
  const host = new HostThrottle({ perMinute: 10, burst: 3, concurrency: 2 }, 0);
  const { signed_in, anonymous } = servedIn(host, (caller, at) => caller === "anonymous" || at % 12_000 === 0);
  expect(signed_in).toBe(50);
  expect(signed_in + anonymous).toBeLessThanOrEqual(103);
});

test("an unused permit is returned", () => {
  const host = new HostThrottle({ perMinute: 1, burst: 2, concurrency: 2 }, 0);
  const unused = leave(host, 0);
  expect(host.tryAcquire("anonymous", 0)).toMatchObject({ kind: "later" });
  host.release(unused, 0);
  expect(host.tryAcquire("anonymous", 0).kind).toBe("now");
});

test("a new rate applies from the next query", () => {
  const host = new HostThrottle({ ...RATE, burst: 1 }, 0);
  leave(host, 0);
  expect(host.waitFor("anonymous", 0, 0).inMs).toBe(1_000);
  host.rate = { ...RATE, burst: 1, perMinute: 600 };
  expect(host.waitFor("anonymous", 0, 0).inMs).toBe(100);
});

test("a daily rate applies to any 24 hours, reserves half for signed-in callers and survives a restart", () => {
  const rate = { ...RATE, perMinute: 6_000, perDay: 100 };
  const host = new HostThrottle(rate, 0);
  const served = { signed_in: 0, anonymous: 0 };
  const flood = (from: HostThrottle, at: number) => {
    for (const caller of ["anonymous", "signed_in"] as const) {
      for (;;) {
        const admission = from.tryAcquire(caller, at);
        if (admission.kind === "later") break;
        served[caller]++;
        from.completed(admission.permit, "a.example", TAKEN, at);
      }
    }
  };
  for (let at = 0; at < 3_600_000; at += 60_000) flood(host, at);
  expect(served).toEqual({ signed_in: 50, anonymous: 50 });
  expect(host.tryAcquire("signed_in", 3_600_000)).toMatchObject({ kind: "later", reason: "budget" });

  const restarted = new HostThrottle(rate, 3_600_000, undefined, structuredClone(host.day));
  for (let at = 3_600_000; at < 86_400_000; at += 600_000) flood(restarted, at);
  expect(served).toEqual({ signed_in: 50, anonymous: 50 });
  const { inMs } = restarted.waitFor("anonymous", 0, 86_400_000);
  expect(inMs).toBeGreaterThan(0);
  flood(restarted, 86_400_000 + inMs);
  expect(served.anonymous).toBeGreaterThan(50);
});

test("one refused domain pauses a host for seconds, while signed-in callers continue one at a time", () => {
  const host = new HostThrottle(RATE, 0);
  expect(ask(host, 0, REFUSED)).toBe(5_000);
  expect(host.tryAcquire("anonymous", 1_000)).toEqual(later(4_000, "refused"));
  const trial = leave(host, 1_000, "signed_in");
  expect(host.tryAcquire("signed_in", 1_000)).toEqual(later(null));
  host.completed(trial, "b.example", TAKEN, 1_100);
  expect(host.tryAcquire("anonymous", 1_100).kind).toBe("now");
});

test("refusals of three domains in a row pause the host for an hour, and a response in between resets the count", () => {
  const host = new HostThrottle(RATE, 0);
  const answers = [REFUSED, REFUSED, TAKEN, REFUSED, REFUSED, REFUSED];
  const pauses = answers.map((answer, at) => ask(host, at * 5_000, answer, { name: `${at}.example` }));
  expect(pauses).toEqual([5_000, 5_000, 0, 5_000, 5_000, 3_600_000]);
  expect(host.tryAcquire("anonymous", 600_000)).toMatchObject({ reason: "refused" });
});

test("signed-in callers try the host at intervals during a long pause, and a response ends the pause", () => {
  const host = new HostThrottle(RATE, 0);
  for (const at of [0, 1, 2]) ask(host, at * 5_000, REFUSED, { name: `${at}.example` });
  expect(host.tryAcquire("signed_in", 20_000)).toMatchObject({ kind: "later", reason: "refused" });
  const trial = leave(host, 310_000, "signed_in");
  expect(host.tryAcquire("signed_in", 310_000)).toMatchObject({ kind: "later", reason: "refused" });
  host.completed(trial, "d.example", TAKEN, 310_100);
  expect(host.tryAcquire("anonymous", 310_100).kind).toBe("now");
});

test("refusals of simultaneous queries count once and do not shorten the pause", () => {
  const host = new HostThrottle(RATE, 0);
  const leaves = Array.from({ length: 4 }, () => leave(host, 0));
  for (const one of leaves.slice(1)) host.completed(one, "a.example", THROTTLED, 10);
  expect(host.pause?.until).toBe(30_010);
  host.completed(leaves[0] as Permit, "a.example", REFUSED, 20);
  expect(host.pause?.until).toBe(30_010);
});

test.each([
  [17_000, 17_000],
  [10 ** 12, 900_000],
])("every caller respects the wait that the host requests, within bounds: %i ms becomes %i ms", (asked, kept) => {
  const host = new HostThrottle(RATE, 0);
  expect(ask(host, 0, THROTTLED, { waitMs: asked })).toBe(kept);
  expect(host.tryAcquire("signed_in", kept - 1)).toEqual(later(1, "rate_limited"));
});

test("a timeout after too short a deadline proves nothing", () => {
  const host = new HostThrottle(RATE, 0);
  for (const at of [0, 1, 2, 3]) host.completed(leave(host, at), "a.example", null, at);
  expect(host.pause).toBeNull();
});

test("both classes share all slots, and signed-in callers may use all of them", () => {
  const shared = new HostThrottle({ ...RATE, concurrency: 5 }, 0);
  for (let asked = 0; asked < 2; asked++) leave(shared, 0);
  for (let asked = 0; asked < 3; asked++) leave(shared, 0, "signed_in");
  expect(shared.tryAcquire("signed_in", 0)).toEqual(later(null));
  const alone = new HostThrottle({ ...RATE, concurrency: 5 }, 0);
  for (let asked = 0; asked < 5; asked++) leave(alone, 0, "signed_in");
  expect(alone.tryAcquire("signed_in", 0)).toEqual(later(null));
  expect(alone.tryAcquire("anonymous", 0)).toEqual(later(null));
});

test("a daily rate is recognized, and an unused permit does not count towards it", () => {
  const host = new HostThrottle({ ...RATE, perDay: 2 }, 0);
  expect([host.hasDailyRate, new HostThrottle(RATE, 0).hasDailyRate]).toEqual([true, false]);
  const unused = leave(host, 0, "signed_in");
  leave(host, 0, "signed_in");
  expect(host.tryAcquire("signed_in", 0)).toMatchObject({ kind: "later" });
  host.release(unused, 0);
  expect(host.tryAcquire("signed_in", 0).kind).toBe("now");
});
