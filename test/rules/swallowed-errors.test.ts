import { expect, test } from "vitest";
import { casesOf } from "../support/cases.ts";
import { PRODUCT, sourcesIn } from "./support/sources.ts";
import { swallowedErrors } from "./support/swallowed-errors.ts";

const CASES = casesOf<Record<"swallowed" | "kept", [what: string, source: string][]>>(import.meta.url);

test("every caught error is logged, rethrown with its cause, or explained as expected", () => {
  const places = [...sourcesIn(PRODUCT)].flatMap(([file, source]) =>
    swallowedErrors(source).map((line) => `${file}:${line}`),
  );
  expect(places).toEqual([]);
});

test.each(CASES.swallowed)("the rule finds %s", (_, source) => {
  expect(swallowedErrors(source)).toHaveLength(1);
});

test.each(CASES.kept)("the rule accepts %s", (_, source) => {
  expect(swallowedErrors(source)).toEqual([]);
});
