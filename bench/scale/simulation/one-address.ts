import { AddressLimit } from "../../../shared/platform/address-limit.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import { SlidingLog } from "../../../shared/platform/sliding-log.ts";
import { PLATFORM } from "../platform.ts";
import { Outcomes } from "./outcomes.ts";
import { Random } from "./random.ts";
import { SingleThread } from "./single-thread.ts";
import { VirtualTime } from "./virtual-time.ts";

/** One network address that asks very often. */
export interface OneAddressScenario {
  seed: number;
  forMs: number;
  perSecond: number;
  isolates: number;
  policy: RatePolicy;
  /** Who is refused asks no more before the time that it was told. */
  heedsRetryAfter?: boolean;
}

export interface OneAddressResult {
  outcomes: Outcomes;
  /** The object of the address's window. */
  window: SingleThread;
  /** Instants of the calls that were counted, milliseconds from the start. */
  admitted: number[];
  /** Refused although it asked no sooner than it was told. */
  refusedAfterWaiting: number;
}

/** Runs the real limit of addresses, its refusals in the memory of isolates included, on simulated time. */
export async function simulateOneAddress(scenario: OneAddressScenario): Promise<OneAddressResult> {
  const { seed, forMs, perSecond, isolates, policy, heedsRetryAfter = false } = scenario;
  const time = new VirtualTime(Date.UTC(2026, 0, 1, 12));
  const start = time.now;
  const random = new Random(seed);
  const window = new SingleThread(time, random, PLATFORM.object);
  const log = new SlidingLog();
  const objects = {
    window: () => ({
      take: (asked: RatePolicy) => window.call(() => log.take(asked, time.now)),
      giveBack: () => window.call(() => log.giveBack()),
      instants: () => window.call(() => [...log.instants]),
    }),
    dailyKey: () => ({ read: async () => new ArrayBuffer(32) }),
  };
  const limits = Array.from({ length: isolates }, () => new AddressLimit(objects, () => time.now));
  const outcomes = new Outcomes();
  const admitted: number[] = [];
  let refusedAfterWaiting = 0;
  let notBefore = 0;
  const ask = async (hasWaited: boolean) => {
    const began = time.now;
    const result = await limits[random.below(isolates)]?.count("198.51.100.7", policy);
    if (!result) return;
    outcomes.add(result.outcome, time.now - began);
    if (result.outcome === "counted") admitted.push(time.now - start);
    if (result.outcome !== "refused") return;
    if (hasWaited) refusedAfterWaiting++;
    notBefore = time.now + result.rate.resetSeconds * 1_000;
  };
  const come = async () => {
    while (time.now - start < forMs) {
      await time.wait(random.untilNext(perSecond / 1_000));
      if (!heedsRetryAfter) void ask(false);
      else {
        const hasWaited = time.now < notBefore;
        if (hasWaited) await time.wait(notBefore - time.now);
        await ask(hasWaited);
      }
    }
  };
  await time.run(() => void come(), forMs);
  return { outcomes, window, admitted, refusedAfterWaiting };
}
