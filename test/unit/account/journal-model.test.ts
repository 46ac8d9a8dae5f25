import { expect, test } from "vitest";
import { type Bounds, explore, MISTAKES } from "./journal-model.ts";

/** What is claimed holds within these. */
const BOUNDS: Bounds = { requests: 3, stops: 2, alarms: 2, decisions: 1, isLate: false };
/** The same of a billing system that acts whenever it likes. */
const LATE: Bounds = { requests: 3, stops: 0, alarms: 3, decisions: 1, isLate: true };

/** A mistake is looked for in few steps first: most are found there. */
const DEEPENING: Bounds[] = [
  { ...BOUNDS, requests: 2, stops: 1 },
  { ...LATE, requests: 2, alarms: 2 },
  { ...BOUNDS, requests: 2 },
  BOUNDS,
  LATE,
];

test("no order of steps makes two orders of one key, or says what is not true", () => {
  const { violation, states, reached } = explore(BOUNDS, null);
  expect(violation).toBeNull();
  expect(states).toBeGreaterThan(10_000);
  const { FOUND_LATE, ...ends } = reached;
  for (const [end, times] of Object.entries(ends)) expect(times, end).toBeGreaterThan(0);
  expect(FOUND_LATE, "nothing comes after the delivery window").toBe(0);
});

test("what comes after the delivery window is never said both ways, whatever the operator settles", () => {
  const { violation, reached } = explore(LATE, null);
  expect(violation).toBeNull();
  expect(reached).toMatchObject({ FOUND_LATE: expect.any(Number), SETTLED: expect.any(Number) });
  expect(Math.min(reached.FOUND_LATE, reached.SETTLED)).toBeGreaterThan(0);
});

test.each(MISTAKES)("the model finds out: %s", (mistake) => {
  expect(DEEPENING.some((bounds) => explore(bounds, mistake).violation !== null)).toBe(true);
});
