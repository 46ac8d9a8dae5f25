import { expect, test } from "vitest";
import { type Bounds, explore, MISTAKES } from "./journal-model.ts";

/** The bounds within which the model is explored. */
const BOUNDS: Bounds = { requests: 3, stops: 2, alarms: 2, decisions: 1, isLate: false };
/** The bounds for a billing system that can act at any time. */
const LATE: Bounds = { requests: 3, stops: 0, alarms: 3, decisions: 1, isLate: true };

/** The bounds for a search for mistakes, smallest first. Most mistakes are found within the first bounds. */
const DEEPENING: Bounds[] = [
  { ...BOUNDS, requests: 2, stops: 1 },
  { ...LATE, requests: 2, alarms: 2 },
  { ...BOUNDS, requests: 2 },
  BOUNDS,
  LATE,
];

test("no sequence of steps creates two orders for one key or gives a false answer", () => {
  const { violation, states, reached } = explore(BOUNDS, null);
  expect(violation).toBeNull();
  expect(states).toBeGreaterThan(10_000);
  const { FOUND_LATE, ...ends } = reached;
  for (const [end, times] of Object.entries(ends)) expect(times, end).toBeGreaterThan(0);
  expect(FOUND_LATE, "nothing comes after the delivery window").toBe(0);
});

test("an action after the delivery window never has two outcomes, whatever the operator decides", () => {
  const { violation, reached } = explore(LATE, null);
  expect(violation).toBeNull();
  expect(reached).toMatchObject({ FOUND_LATE: expect.any(Number), SETTLED: expect.any(Number) });
  expect(Math.min(reached.FOUND_LATE, reached.SETTLED)).toBeGreaterThan(0);
});

test.each(MISTAKES)("the model detects this mistake: %s", (mistake) => {
  expect(DEEPENING.some((bounds) => explore(bounds, mistake).violation !== null)).toBe(true);
});
