import { expect, test } from "vitest";
import { DayCount } from "../../../durable-objects/registry/day-count.ts";

const SLOT = 600_000;
const DAY = 86_400_000;

test("queries are counted per ten minutes and caller class, and an unsent query is removed from the count", () => {
  const day = new DayCount();
  day.add("signed_in", 0);
  day.add("anonymous", SLOT - 1);
  day.add("anonymous", SLOT);
  day.add("anonymous", SLOT);
  day.add("anonymous", SLOT, -1);
  expect(day.slots).toEqual([
    { slot: 0, signedIn: 1, anonymous: 1 },
    { slot: 1, signedIn: 0, anonymous: 1 },
  ]);
  day.add("signed_in", SLOT, -1);
  expect(day.slots[1], "never below zero").toEqual({ slot: 1, signedIn: 0, anonymous: 1 });
});

test("at the limit, the wait ends when the oldest ten minutes are a day old", () => {
  const day = new DayCount([
    { slot: 0, signedIn: 0, anonymous: 0 },
    { slot: 1, signedIn: 2, anonymous: 0 },
    { slot: 2, signedIn: 1, anonymous: 1 },
  ]);
  expect(day.waitMs("signed_in", 5, 3 * SLOT)).toBe(0);
  expect(day.waitMs("signed_in", 4, 3 * SLOT)).toBe(2 * SLOT + DAY - 3 * SLOT);
  expect(day.waitMs("anonymous", 4, 3 * SLOT)).toBe(2 * SLOT + DAY - 3 * SLOT);
  expect(day.waitMs("anonymous", 5, 3 * SLOT), "half of it").toBe(0);
  expect(day.waitMs("anonymous", 2, 3 * SLOT), "its share is one, used later").toBe(3 * SLOT + DAY - 3 * SLOT);
});

test("each ten-minute count is deleted after a day", () => {
  const day = new DayCount([{ slot: 0, signedIn: 5, anonymous: 5 }]);
  expect(day.waitMs("signed_in", 1, SLOT + DAY - 1)).toBe(1);
  expect(day.slots).toHaveLength(1);
  expect(day.waitMs("signed_in", 1, SLOT + DAY)).toBe(0);
  expect(day.slots).toEqual([]);
});
