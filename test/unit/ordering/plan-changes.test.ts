import { expect, test } from "vitest";
import { isDowngrade } from "../../../shared/ordering/plan-changes.ts";

test.each<[string, boolean, number, number | null]>([
  ["below the current plan's price in that cycle", true, 999, 1_099],
  ["equal to the current plan's price", false, 1_099, 1_099],
  ["above the current plan's price", false, 1_199, 1_099],
  ["that cannot be compared, because the current plan has no price in that cycle", true, 1_199, null],
])("a plan with a price %s is a downgrade: %s", (_, expected, amount, listed) => {
  expect(isDowngrade({ amount }, listed)).toBe(expected);
});
