import { expect, test } from "vitest";
import { scaleHalfUp, toMajorUnits } from "../../../shared/platform/money.ts";

test.each([
  [1499, 14.99],
  [0, 0],
  [100, 1],
  [7190, 71.9],
  [29, 0.29],
])("%i minor units are %d", (minor, major) => {
  expect(JSON.stringify(toMajorUnits(minor))).toBe(JSON.stringify(major));
});

test.each([
  [7188, 1, 12, 599],
  [101, 50, 100, 51],
  [99, 50, 100, 50],
  [1, 1, 3, 0],
  [2, 1, 3, 1],
  [13176, 1, 24, 549],
])("%i × %i ÷ %i is rounded half up to %i", (amount, numerator, denominator, expected) => {
  expect(scaleHalfUp(amount, numerator, denominator)).toBe(expected);
});
