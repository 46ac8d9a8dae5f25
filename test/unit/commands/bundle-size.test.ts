import { expect, test } from "vitest";
import { budgetOf, refusalOf } from "../../../scripts/bundle-budget.ts";

const FOUND = { raw: 800_000, gzip: 200_000 };

test("a bundle's budget is a tenth above what was found", () => {
  expect(budgetOf(FOUND)).toEqual({ raw: 880_000, gzip: 220_000 });
});

test.each([
  ["as found", 800_000, 200_000, null],
  ["at its budget", 880_000, 220_000, null],
  ["a tenth below", 720_000, 180_000, null],
  ["over its budget", 880_001, 200_000, "it is over its budget"],
  ["over its budget after gzip only", 800_000, 220_001, "it is over its budget"],
  ["more than a tenth smaller", 719_999, 200_000, "it is more than a tenth below what was found"],
  ["more than a tenth smaller after gzip only", 800_000, 179_999, "it is more than a tenth below what was found"],
])("a bundle that is %s: %d and %d bytes", (_, raw, gzip, refusal) => {
  expect(refusalOf({ raw, gzip }, FOUND)).toBe(refusal);
});

test("a bundle that was never weighed is refused", () => {
  expect(refusalOf(FOUND, undefined)).toBe("it was never weighed");
});
