import { expect, test } from "vitest";
import { growthOf } from "../../system/calls/memory-growth.ts";

const MEBIBYTE = 1024 * 1024;

/**
 * Returns ten samples of a Worker's heap, a thousand requests apart. The memory of the runtime process is constant.
 * @param heap returns the heap's size in MiB
 */
function samplesOf(heap: (part: number) => number) {
  return Array.from({ length: 10 }, (_, part) => ({
    requests: part * 1_000,
    workers: { frontdesk: heap(part) * MEBIBYTE },
    runtime: 200 * MEBIBYTE,
  }));
}

test.each<[what: string, heap: (part: number) => number, levelsOff: boolean]>([
  ["that fills up and then stays the same", (part) => Math.min(part, 3) * 10, true],
  ["that grows with every request", (part) => part * 10, false],
  ["that grows late", (part) => (part < 6 ? 0 : part * 10), false],
  ["that grows by 128 bytes a request", (part) => (part * 128_000) / MEBIBYTE, true],
])("a heap %s is recognized as stable or growing (case %#)", (_, heap, levelsOff) => {
  expect(growthOf(samplesOf(heap)).find(({ of }) => of === "frontdesk")?.levelsOff).toBe(levelsOff);
});

test("the growth is reported per request, and nothing is reported without samples", () => {
  const samples = samplesOf((part) => part * 10);
  expect(growthOf(samples)[0]).toMatchObject({ end: 90 * MEBIBYTE, last: (10 * MEBIBYTE) / 1_000 });
  expect(growthOf([])).toEqual([]);
});
