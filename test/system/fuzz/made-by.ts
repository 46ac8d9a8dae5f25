import fc from "fast-check";

/** What a seed makes; no value of a range more often than another. */
export function madeBy<Value>(seed: number, arbitrary: fc.Arbitrary<Value>): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1, unbiased: true });
  return value as Value;
}
