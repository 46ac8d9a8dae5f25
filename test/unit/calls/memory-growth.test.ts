import { expect, test } from "vitest";
import type { MemorySample } from "../../system/calls/memory.ts";
import { growthOf, toolingGrowth } from "../../system/calls/memory-growth.ts";

const MEBIBYTE = 1024 * 1024;
const PARTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Ten samples of a Worker's heap, the process around it a constant. */
function samplesOf(heap: (part: number) => number): MemorySample[] {
  return PARTS.map((part) => ({
    requests: part * 1_000,
    workers: { frontdesk: heap(part) * MEBIBYTE },
    localWorkers: part * 100 * MEBIBYTE,
    runtime: 200 * MEBIBYTE,
    tooling: 100 * MEBIBYTE,
  }));
}

function levelsOff(heap: (part: number) => number): boolean | undefined {
  return growthOf(samplesOf(heap)).find(({ of }) => of === "frontdesk")?.levelsOff;
}

test("a heap that fills and then stays levels off", () => {
  expect(levelsOff((part) => Math.min(part, 3) * 10)).toBe(true);
});

test("a heap that grows with every request does not", () => {
  expect(levelsOff((part) => part * 10)).toBe(false);
  expect(levelsOff((part) => (part < 6 ? 0 : part * 10))).toBe(false);
});

test("what fills at first does not hide a leak", () => {
  expect(levelsOff((part) => Math.min(part, 3) * 10 + part)).toBe(false);
});

test("growth of up to 128 bytes for each request, or of a mebibyte in all, is none", () => {
  const [requests, bytes] = [1_000, 128];
  const perPart = (requests * bytes) / MEBIBYTE;
  expect(levelsOff((part) => part * perPart)).toBe(true);
  expect(levelsOff((part) => (part < 6 ? 0 : 1))).toBe(true);
  expect(levelsOff((part) => (part < 7 ? 0 : 1.01))).toBe(false);
});

test("without samples there is nothing to judge", () => {
  expect([growthOf([]), toolingGrowth([])]).toEqual([[], []]);
});

test("the growth is told for each request", () => {
  const [heap] = growthOf(samplesOf((part) => part * 10));
  expect(heap).toMatchObject({ begin: 0, end: 90 * MEBIBYTE });
  expect(heap?.last).toBeCloseTo(10 * (MEBIBYTE / 1_000));
});

test("what only the local tooling holds is not judged", () => {
  expect(toolingGrowth(samplesOf(() => 0)).every((growth) => growth.levelsOff)).toBe(true);
});
