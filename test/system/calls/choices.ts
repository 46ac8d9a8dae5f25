import fc from "fast-check";
import { madeBy } from "./schema-values.ts";

/** The weights of operations that a campaign calls more or less often than the others. */
const WEIGHTS: Record<string, number> = {
  getOpenApi: 1,
  getStatus: 2,
  listAudit: 3,
  quoteDomainOrder: 10,
  quotePlanOrder: 10,
  quotePlanChange: 10,
  quoteCancellation: 10,
  readDnsZone: 10,
};
const USUAL_WEIGHT = 6;

/** Returns how often a campaign calls an operation, relative to the others. */
export function weightOf(operation: string): number {
  return WEIGHTS[operation] ?? USUAL_WEIGHT;
}

const choices = fc.record({
  kind: fc.oneof(
    { weight: 70, arbitrary: fc.constant("http" as const) },
    { weight: 30, arbitrary: fc.constant("mcp" as const) },
  ),
  target: fc.nat(),
  caller: fc.nat(),
  seed: fc.nat(),
  /** A number below 100 that decides, for example, whether the request is changed. */
  chance: fc.nat(99),
  /** Whether to make a call that an earlier answer suggested, if there is one. */
  goesOn: fc.boolean(),
});

export type Choice = typeof choices extends fc.Arbitrary<infer Chosen> ? Chosen : never;

/** Returns the random choices for one request of a campaign. */
export function choiceOf(seed: number, number: number): Choice {
  return madeBy(seedOf(seed, number), choices);
}

/** Derives an unrelated seed for each number with the finalizer of MurmurHash3. */
function seedOf(seed: number, number: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ number;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
