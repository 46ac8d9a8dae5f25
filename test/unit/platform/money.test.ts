import fc from "fast-check";
import { expect, test } from "vitest";
import { scaleHalfUp, toMajorUnits } from "../../../shared/platform/money.ts";

test.each([
  [1499, 14.99],
  [0, 0],
  [100, 1],
  [7190, 71.9],
  [29, 0.29],
])("%i minor units are the amount %d", (minor, major) => {
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

const amounts = fc.nat(100_000_000);

test("every amount is shown with at most two decimals and reads back as the same cents", () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const shown = JSON.stringify(toMajorUnits(amount));
      expect(shown).toMatch(/^\d+(?:\.\d{1,2})?$/);
      expect(Math.round(Number(shown) * 100)).toBe(amount);
    }),
    { numRuns: 1_000 },
  );
});

test("scaling gives the exact quotient, rounded half up, in integers", () => {
  fc.assert(
    fc.property(amounts, fc.nat(3_660), fc.integer({ min: 1, max: 100_000 }), (amount, numerator, denominator) => {
      const [dividend, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)];
      const whole = dividend / divisor;
      const up = 2n * (dividend % divisor) >= divisor ? 1n : 0n;
      expect(BigInt(scaleHalfUp(amount, numerator, denominator))).toBe(whole + up);
    }),
    { numRuns: 1_000 },
  );
});
