import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { ORDER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import { rateLimitHeaders, rateStateOf, SlidingLog } from "../../../shared/platform/rate-limit.ts";
import { hourlyPolicies, readHour } from "../../../workers/account/actions/hourly-limits.ts";

const POLICY = { id: "c", name: "checks", quota: 3, windowSeconds: 10 };
const OTHER = { id: "o", name: "orders", quota: 20, windowSeconds: 3_600 };

test("the headers name each policy with its remaining calls, and are absent without a policy", () => {
  const states = [
    { policy: POLICY, remaining: 2, resetSeconds: 7 },
    { policy: OTHER, remaining: 0, resetSeconds: 60 },
  ];
  expect(rateLimitHeaders(states)).toEqual({
    "RateLimit-Policy": '"checks";q=3;w=10, "orders";q=20;w=3600',
    RateLimit: '"checks";r=2;t=7, "orders";r=0;t=60',
  });
  expect(rateLimitHeaders([])).toEqual({});
});

test("reading the remaining calls does not count a call", () => {
  const log = new SlidingLog([1_000, 2_000]);
  expect(log.look(POLICY, 5_000)).toEqual({ allowed: true, remaining: 1, moreAt: 11_000 });
  expect(log.instants).toEqual([1_000, 2_000]);
  expect(log.look(POLICY, 11_000)).toEqual({ allowed: true, remaining: 2, moreAt: 12_000 });
  expect(log.instants, "a call that is a window old no longer counts").toEqual([2_000]);
  expect(new SlidingLog().look(POLICY, 5_000)).toEqual({ allowed: true, remaining: 3, moreAt: 15_000 });
});

test("after the quota was lowered, the next call waits until the window has fewer calls than the quota", () => {
  const log = new SlidingLog([1_000, 2_000, 3_000, 4_000, 5_000]);
  expect(log.look(POLICY, 6_000)).toEqual({ allowed: false, remaining: 0, moreAt: 13_000 });
  expect(log.take(POLICY, 6_000)).toMatchObject({ allowed: false });
});

test("the wait is in whole seconds, rounded up, and never zero", () => {
  const secondsUntil = (moreAt: number) => rateStateOf({ remaining: 1, moreAt }, POLICY, 1_000).resetSeconds;
  expect([secondsUntil(4_000), secondsUntil(3_001), secondsUntil(1_500), secondsUntil(1_000), secondsUntil(0)]).toEqual(
    [...[3, 3, 1, 1, 1]],
  );
  expect(rateStateOf({ remaining: 1, moreAt: 4_000 }, POLICY, 1_000)).toMatchObject({ policy: POLICY, remaining: 1 });
});

test("the account reports the remaining hourly rate, and the header omits the rate if the account does not respond in time", async () => {
  const policies = hourlyPolicies(OTHER);
  expect(policies).toEqual({ orders: ORDER_POLICY, settings: OTHER });
  const asked: string[] = [];
  const hour = async (limit: string) => {
    asked.push(limit);
    return { allowed: true, remaining: 5, moreAt: 61_000 };
  };
  const state = { policy: OTHER, remaining: 5, resetSeconds: 60 };
  expect(await readHour({ hour }, "settings", policies, () => 1_000, "r")).toEqual(state);
  expect(asked).toEqual(["settings"]);
  const errors = vi.spyOn(console, "error").mockReset().mockReturnValue(undefined);
  const away = { hour: () => Promise.reject(new Error("away")) };
  expect(await readHour(away, "orders", policies, () => 1_000, "r")).toBeNull();
  const line = { event: "account_unreachable", request_id: "r" };
  expect(JSON.parse(errors.mock.calls[0]?.[0])).toMatchObject(line);
  vi.useFakeTimers();
  try {
    let state: unknown = "waiting";
    void readHour({ hour: () => new Promise(() => undefined) }, "orders", policies, () => 1_000, "r").then((read) => {
      state = read;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(state).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(state).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("no window exceeds its quota, and the predicted time of the next call is correct", () => {
  const steps = fc.array(fc.record({ ms: fc.nat(4_000), isGivenBack: fc.boolean() }), {
    minLength: 50,
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), steps, (quota, calls) => {
      const policy = { id: "x", name: "x", quota, windowSeconds: 10 };
      const log = new SlidingLog();
      const allowed: number[] = [];
      let now = 0;
      for (const { ms, isGivenBack } of calls) {
        now += ms;
        const result = log.take(policy, now);
        const takesAt = (at: number) => new SlidingLog([...log.instants]).take(policy, at).allowed;
        if (!result.allowed) expect([takesAt(result.moreAt - 1), takesAt(result.moreAt)]).toEqual([false, true]);
        else if (isGivenBack) log.giveBack();
        else allowed.push(now);
        expect(log.look(policy, now).remaining).toBe(quota - log.instants.length);
      }
      for (const from of allowed) {
        expect(allowed.filter((at) => at >= from && at < from + 10_000).length).toBeLessThanOrEqual(quota);
      }
    }),
    { numRuns: 50 },
  );
});
