import { expect, test } from "vitest";
import { explore } from "./approval-model.ts";
import { type Bounds, MISTAKES } from "./approval-model-steps.ts";

/** What is claimed holds within these: of calls, page, price, time and stops, */
const PRICE: Bounds = { calls: 3, decisions: 2, prices: 1, standings: 0, stops: 1, ticks: 1 };
/** and of a connection that is changed, and changed back. */
const CONNECTION: Bounds = { calls: 3, decisions: 1, prices: 0, standings: 2, stops: 0, ticks: 0 };
/** A mistake is looked for in few steps first: most are found there. */
const DEEPENING = [{ ...CONNECTION, calls: 2 }, { ...PRICE, calls: 2 }, PRICE, CONNECTION];

test("nothing is sent without an approval for exactly it, and one approval sends once, in every order of steps", {
  timeout: 60_000,
}, () => {
  const [price, connection] = [explore(PRICE, null), explore(CONNECTION, null)];
  expect([price.violation, connection.violation]).toEqual([null, null]);
  expect(Math.min(price.states, connection.states)).toBeGreaterThan(40_000);
  for (const end of ["ASKED", "APPROVED", "DECLINED", "LAPSED", "VOID", "CONSUMED", "sent"] as const)
    expect(price.reached[end], end).toBeGreaterThan(0);
  for (const end of ["APPROVED", "VOID", "CONSUMED", "sent", "unasked"] as const)
    expect(connection.reached[end], end).toBeGreaterThan(0);
});

test.each(MISTAKES)("the model finds out: %s", { timeout: 60_000 }, (mistake) => {
  expect(DEEPENING.some((bounds) => explore(bounds, mistake).violation !== null)).toBe(true);
});
