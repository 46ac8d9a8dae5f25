import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import { SlidingLog } from "../../../shared/platform/rate-limit.ts";

/** Creates the windows and daily keys of an address limit in memory. They behave like the Durable Objects. */
export function countingObjects(now: () => number) {
  const windows = new Map<string, SlidingLog>();
  const seen = { taken: 0 };
  const logOf = (name: string) => {
    const log = windows.get(name) ?? new SlidingLog();
    windows.set(name, log);
    return log;
  };
  const window = (name: string) => ({
    take: async (policy: RatePolicy, before: readonly number[], calls: number) => {
      seen.taken++;
      if (before.length > 0 && logOf(name).instants.length === 0) windows.set(name, new SlidingLog([...before]));
      const results = Array.from({ length: calls }, () => logOf(name).take(policy, now()));
      const { remaining = 0, moreAt = 0 } = results.at(-1) ?? {};
      return { taken: results.filter(({ allowed }) => allowed).length, remaining, moreAt };
    },
    giveBack: async (calls: number) => {
      for (let call = 0; call < calls; call++) logOf(name).giveBack();
    },
    instants: async () => [...logOf(name).instants],
  });
  const keyOf = (day: string) => new TextEncoder().encode(day.padEnd(32)).buffer as ArrayBuffer;
  return { windows, seen, objects: { window, dailyKey: (day: string) => ({ read: async () => keyOf(day) }) } };
}
