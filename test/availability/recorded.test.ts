import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { cwd } from "node:process";
import { expect, test } from "vitest";
import { type RecordedAnswer, score } from "../../bench/availability.ts";
import { classify } from "../../shared/availability/classify.ts";

/** Real answers hold personal data: they stay outside the project, and this test is skipped where they are absent. */
const FILE = resolve(cwd(), "../shared/whois-answers/recorded.json");

test.skipIf(!existsSync(FILE))("the recorded answers are read within the promised figures", () => {
  const result = score(JSON.parse(readFileSync(FILE, "utf8")) as RecordedAnswer[], classify);
  expect(result.falseAvailable).toBe(0);
  expect(result.throttledMisread).toBe(0);
  expect(result.accuracy).toBeGreaterThanOrEqual(0.97);
  expect(result.unknown).toBeLessThanOrEqual(0.04);
});
