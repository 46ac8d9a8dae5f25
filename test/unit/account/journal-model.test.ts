import { expect, test } from "vitest";
import { type Bounds, explore, MISTAKES } from "./journal-model.ts";

/** What is claimed holds within these. */
const BOUNDS: Bounds = { requests: 3, stops: 2, alarms: 2 };

test("no order of steps makes two orders of one key, or says what is not so", { timeout: 60_000 }, () => {
  const { violation, states, reached } = explore(BOUNDS, null);
  expect(violation).toBeNull();
  expect(states).toBeGreaterThan(10_000);
  for (const [end, times] of Object.entries(reached)) expect(times, end).toBeGreaterThan(0);
});

test.each(MISTAKES)("the model finds out: %s", { timeout: 60_000 }, (mistake) => {
  expect(explore(BOUNDS, mistake).violation).not.toBeNull();
});
