import type { MemorySample } from "./memory.ts";

/** The memory growth of a Worker or the runtime during a campaign. */
export interface MemoryGrowth {
  /** The name of the Worker, or of the process. */
  of: string;
  /** The growth in the last third of the campaign, in bytes per request. */
  last: number;
  /** The memory in use at the end, in bytes. */
  end: number;
  levelsOff: boolean;
}

/** The maximum growth in the last third, in bytes. Growth beyond both limits is a leak. */
interface Most {
  perRequest: number;
  inAll: number;
}
const MOST = {
  heap: { perRequest: 128, inAll: 1024 * 1024 },
  process: { perRequest: 4 * 1024, inAll: 16 * 1024 * 1024 },
};

/**
 * Computes the memory growth of each Worker and of the runtime process.
 * @param samples the measurements in order; empty if memory was not measured
 */
export function growthOf(samples: readonly MemorySample[]): MemoryGrowth[] {
  if (samples.length === 0) return [];
  const names = Object.keys(samples[0]?.workers ?? {});
  return [
    ...names.map((name) => growth(name, samples, ({ workers }) => workers[name] ?? Number.NaN, MOST.heap)),
    growth("the runtime's process", samples, ({ runtime }) => runtime, MOST.process),
  ];
}

function growth(
  of: string,
  samples: readonly MemorySample[],
  bytes: (sample: MemorySample) => number,
  most: Most,
): MemoryGrowth {
  const at = (part: number) => samples[Math.round(part * (samples.length - 1))] as MemorySample;
  const [twoThirds, end] = [at(2 / 3), at(1)];
  const grown = bytes(end) - bytes(twoThirds);
  const last = grown / Math.max(1, end.requests - twoThirds.requests);
  return { of, last, end: bytes(end), levelsOff: last <= most.perRequest || grown <= most.inAll };
}
