import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Status } from "../../../shared/domain-names/verdict.ts";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";
import { RECORDED_ANSWERS, type RecordedAnswer, score } from "../../support/classifier-score.ts";

const STATUS = {
  ...{ available: "available", reserved: "reserved", throttled: "throttled" },
  ...{ registered: "taken", garbage: "unknown" },
} satisfies Record<string, Status>;
/**
 * Invented responses in the formats of real registries, without any registry's text or personal data. `garbage` proves
 * nothing.
 */
const WHOIS_ANSWERS: { label: keyof typeof STATUS; name: string; text: string }[] = JSON.parse(
  readFileSync(new URL("classified/own-answers.json", import.meta.url), "utf8"),
);

test.each(WHOIS_ANSWERS)("the response for $name is read as $label", ({ label, ...answer }) => {
  expect(classifyWhois(answer).status).toBe(STATUS[label]);
});

test("the responses in the repository meet the accuracy required of recorded responses", () => {
  const answers = WHOIS_ANSWERS.filter(({ label }) => label !== "garbage").map(
    (answer, id): RecordedAnswer => ({
      ...answer,
      id: String(id),
      server: null,
      tld: answer.name.replace(/^.*?\./, ""),
    }),
  );
  const noMistake = { unknown: 0, falseAvailable: 0, falseTaken: 0, throttledMisread: 0 };
  expect(score(answers, classifyWhois)).toMatchObject({ accuracy: 1, ...noMistake });
  // A classifier that always returns the same status does not reach the required accuracy.
  for (const status of ["available", "taken", "unknown"] as const) {
    const always = score(answers, () => ({ status, reason: "bad_answer" }));
    expect(always.accuracy).toBeLessThan(0.97);
  }
});

const here = existsSync(RECORDED_ANSWERS);

test.runIf(here)("the recorded responses meet the promised accuracy", () => {
  const result = score(JSON.parse(readFileSync(RECORDED_ANSWERS, "utf8")) as RecordedAnswer[], classifyWhois);
  expect(result.falseAvailable).toBe(0);
  expect(result.throttledMisread).toBe(0);
  expect(result.accuracy).toBeGreaterThanOrEqual(0.97);
  expect(result.unknown).toBeLessThanOrEqual(0.04);
});
