import fc from "fast-check";
import { expect, test } from "vitest";
import { SlidingLog } from "../../../shared/platform/rate-limit.ts";

const POLICY = { id: "checks", name: "checks", quota: 30, windowSeconds: 600 };

test("thirty are allowed, the next is not, until the oldest is a window old", () => {
  const log = new SlidingLog();
  for (let call = 0; call < 30; call++) {
    expect(log.take(POLICY, call * 1000)).toMatchObject({ allowed: true, remaining: 29 - call, moreAt: 600_000 });
  }
  expect(log.take(POLICY, 30_000)).toEqual({ allowed: false, remaining: 0, moreAt: 600_000 });
  expect(log.take(POLICY, 599_999)).toMatchObject({ allowed: false });
  expect(log.take(POLICY, 600_000)).toMatchObject({ allowed: true, remaining: 0, moreAt: 601_000 });
});

test("in no window are there more than the quota, and what is told of the next is true", () => {
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
