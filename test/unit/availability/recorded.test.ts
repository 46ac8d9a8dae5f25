import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RECORDED_ANSWERS, type RecordedAnswer, score } from "../../../bench/availability.ts";
import type { Status } from "../../../shared/domain-names/verdict.ts";
import { classifyDas } from "../../../workers/catalogue/availability/classify/classify-das.ts";
import { classifyRdap } from "../../../workers/catalogue/availability/classify/classify-rdap.ts";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";
import { DAS_ANSWERS, type Meaning, RDAP_ANSWERS, WHOIS_ANSWERS } from "./own-answers.ts";

const STATUS: Readonly<Record<Meaning, Status>> = {
  available: "available",
  registered: "taken",
  reserved: "reserved",
  throttled: "throttled",
  garbage: "unknown",
};

test.each(WHOIS_ANSWERS)("WHOIS of $name: $label", ({ label, name, text }) => {
  expect(classifyWhois({ text, name }).status).toBe(STATUS[label]);
});

test.each(DAS_ANSWERS)("availability service, $name: $label", ({ label, ...answer }) => {
  expect(classifyDas(answer).status).toBe(STATUS[label]);
});

test.each(RDAP_ANSWERS)("RDAP of $name: $label", ({ label, ...answer }) => {
  expect(classifyRdap(answer).status).toBe(STATUS[label]);
});

test("the answers of the repository meet every figure that the recorded ones have to", () => {
  const answers = WHOIS_ANSWERS.filter(({ label }) => label !== "garbage").map(
    ({ label, name, text }, at): RecordedAnswer => ({
      id: String(at),
      server: null,
      tld: name.slice(name.indexOf(".") + 1),
      name,
      label,
      text,
    }),
  );
  expect(score(answers, classifyWhois)).toMatchObject({
    accuracy: 1,
    unknown: 0,
    falseAvailable: 0,
    falseTaken: 0,
    throttledMisread: 0,
  });
  // A classifier that is too ready to say one of them misses some.
  for (const status of ["available", "taken", "unknown"] as const) {
    const always = score(answers, () => ({ status, reason: "bad_answer" }));
    expect(always.accuracy).toBeLessThan(0.97);
  }
});

const here = existsSync(RECORDED_ANSWERS);

test.runIf(here)("the recorded answers are read within the promised figures", () => {
  const result = score(JSON.parse(readFileSync(RECORDED_ANSWERS, "utf8")) as RecordedAnswer[], classifyWhois);
  expect(result.falseAvailable).toBe(0);
  expect(result.throttledMisread).toBe(0);
  expect(result.accuracy).toBeGreaterThanOrEqual(0.97);
  expect(result.unknown).toBeLessThanOrEqual(0.04);
});
