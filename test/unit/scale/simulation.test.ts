import { describe, expect, test } from "vitest";
import {
  CATALOGUE_READS,
  mostWithin,
  ONE_ADDRESS,
  ONE_DATABASE,
  ONE_NAME,
  ONE_QUESTION_A_SECOND,
} from "../../../bench/scale/scenarios.ts";
import { simulateCatalogueReads } from "../../../bench/scale/simulation/catalogue-reads.ts";
import { simulateDomainChecks } from "../../../bench/scale/simulation/domain-checks.ts";
import { simulateOneAddress } from "../../../bench/scale/simulation/one-address.ts";
import { simulateOneDatabase } from "../../../bench/scale/simulation/one-database.ts";
import { VirtualTime } from "../../../bench/scale/simulation/virtual-time.ts";

// What has to hold however much is asked; the figures are in docs/scale.md.

test("virtual time runs timers in their order, and nothing of it stays", async () => {
  const { setTimeout: realTimeout, Date: realDate } = globalThis;
  const realNow = realDate.now;
  const time = new VirtualTime(1_000);
  const fired: [string, number][] = [];
  await time.run(() => {
    setTimeout(() => fired.push(["late", Date.now()]), 3_600_000);
    setTimeout(() => fired.push(["early", Date.now()]), 1);
    clearTimeout(setTimeout(() => fired.push(["cleared", Date.now()]), 2));
    void time.wait(5).then(() => fired.push(["waited", Date.now()]));
    setTimeout(() => fired.push(["never", Date.now()]), 7_200_001);
  }, 7_200_000);
  expect(fired).toEqual([
    ["early", 1_001],
    ["waited", 1_005],
    ["late", 3_601_000],
  ]);
  expect(globalThis.setTimeout).toBe(realTimeout);
  expect(Date.now).toBe(realNow);
});

describe("a registry of one question a second, 40 times as many callers", () => {
  const scenario = { ...ONE_QUESTION_A_SECOND, perSecond: 40, isolates: 10, forMs: 60_000, untilMs: 30_000 };

  test("it is never asked more than its rate and burst, and nobody waits beyond the deadline", async () => {
    const { asked, outcomes, object } = await simulateDomainChecks(scenario);
    const { perMinute, burst } = scenario.rate;
    expect(outcomes.total).toBeGreaterThan(1_000);
    expect(outcomes.count("answered")).toBeGreaterThan(20);
    expect(outcomes.count("answered")).toBe(asked.length);
    expect(mostWithin(asked, 10_000)).toBeLessThanOrEqual(perMinute / 6 + burst + 1);
    expect(outcomes.percentile(1)).toBeLessThan(6_500);
    expect(object.longestQueue).toBeLessThan(50);
  });

  test("who is refused and comes when it was told finds a slot, once the others have gone", async () => {
    const { outcomes, again } = await simulateDomainChecks({
      ...scenario,
      perSecond: 2,
      untilMs: 10_000,
      comesAgain: true,
    });
    expect(outcomes.count("unknown")).toBeGreaterThan(0);
    expect(again.total).toBe(outcomes.count("unknown"));
    expect(again.count("answered")).toBeGreaterThan(0);
  });
});

test("one name asks its registry once in five minutes, however many ask for it", async () => {
  const { asked, outcomes, object } = await simulateDomainChecks({ ...ONE_NAME, perSecond: 100, isolates: 40 });
  expect(outcomes.total).toBeGreaterThan(30_000);
  expect(outcomes.share("answered")).toBe(1);
  expect(asked.length).toBeLessThanOrEqual(8);
  expect(object.longestQueue).toBeLessThanOrEqual(40);
});

test("a price list is asked for by each isolate once in its time, and answered all along", async () => {
  const { asked, outcomes, saysRefused, logged, store } = await simulateCatalogueReads({
    ...{ ...CATALOGUE_READS, perSecond: 20, isolates: 20 },
    forMs: 1_000_000,
  });
  expect(outcomes.total).toBeGreaterThan(15_000);
  expect(outcomes.share("answered")).toBe(1);
  expect(asked.length).toBeLessThanOrEqual(3 * 20);
  expect(store.refusedWrites).toBeGreaterThan(0);
  expect({ saysRefused, lines: logged.size }).toEqual({ saysRefused: 0, lines: 0 });
});

describe("one address", () => {
  test("that hears nothing costs its object as many calls as it may make, and each isolate a few", async () => {
    const { outcomes, admitted, window } = await simulateOneAddress({
      ...ONE_ADDRESS,
      perSecond: 500,
      isolates: 50,
      forMs: 30_000,
    });
    const { quota } = ONE_ADDRESS.policy;
    expect(admitted).toHaveLength(quota);
    expect(outcomes.count("refused")).toBeGreaterThan(14_000);
    expect(window.calls).toBeLessThan(quota + 50 * 4);
  });

  test("that comes when it was told is never refused for coming", async () => {
    const policy = { ...ONE_ADDRESS.policy, windowSeconds: 60 };
    const heeding = { ...ONE_ADDRESS, policy, perSecond: 5, isolates: 5, forMs: 300_000, heedsRetryAfter: true };
    const { admitted, refusedAfterWaiting, outcomes } = await simulateOneAddress(heeding);
    expect(outcomes.count("refused")).toBeGreaterThan(3);
    expect(refusedAfterWaiting).toBe(0);
    expect(admitted.length).toBeGreaterThan(policy.quota * 4);
    expect(mostWithin(admitted, 60_000)).toBeLessThanOrEqual(policy.quota);
  });
});

test("a database that is asked too much is told of within the deadline, with a time to wait", async () => {
  const { outcomes, retryAfterS, database } = await simulateOneDatabase({
    ...ONE_DATABASE,
    perSecond: 1_500,
    forMs: 5_000,
  });
  expect(outcomes.count("unavailable")).toBeGreaterThan(500);
  expect(outcomes.count("answered")).toBeGreaterThan(3_000);
  expect(retryAfterS).toEqual(new Set([5]));
  expect(outcomes.percentile(1)).toBeLessThanOrEqual(8_000);
  expect(database.longestQueue).toBeLessThanOrEqual(1_000);
});
