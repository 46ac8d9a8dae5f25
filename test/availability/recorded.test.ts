import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RECORDED_ANSWERS, type RecordedAnswer, score } from "../../bench/availability.ts";
import { classify } from "../../shared/availability/classify.ts";

const here = existsSync(RECORDED_ANSWERS);

test.runIf(here)("the recorded answers are read within the promised figures", () => {
  const result = score(JSON.parse(readFileSync(RECORDED_ANSWERS, "utf8")) as RecordedAnswer[], classify);
  expect(result.falseAvailable).toBe(0);
  expect(result.throttledMisread).toBe(0);
  expect(result.accuracy).toBeGreaterThanOrEqual(0.97);
  expect(result.unknown).toBeLessThanOrEqual(0.04);
});

test.runIf(!here)(
  "there are no recorded answers beside the project: the classifier's figures are not held here",
  () => {
    console.warn(`no recorded answers at ${RECORDED_ANSWERS}`);
  },
);
