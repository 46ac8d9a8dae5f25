import { expect, test } from "vitest";
import { SlidingLog } from "../../../shared/platform/sliding-log.ts";

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
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  let refused = 0;
  for (let run = 0; run < 50; run++) {
    const policy = { id: "x", name: "x", quota: 1 + Math.floor(random() * 8), windowSeconds: 10 };
    const log = new SlidingLog();
    const allowed: number[] = [];
    for (let now = 0, call = 0; call < 200; call++) {
      now += Math.floor(random() * 4_000);
      const rateResult = log.take(policy, now);
      if (rateResult.allowed) allowed.push(now);
      else {
        refused++;
        expect(new SlidingLog([...log.instants]).take(policy, rateResult.moreAt).allowed).toBe(true);
        expect(new SlidingLog([...log.instants]).take(policy, rateResult.moreAt - 1).allowed).toBe(false);
      }
    }
    for (const from of allowed) {
      expect(allowed.filter((at) => at >= from && at < from + 10_000).length).toBeLessThanOrEqual(policy.quota);
    }
  }
  expect(refused).toBeGreaterThan(1_000);
});
