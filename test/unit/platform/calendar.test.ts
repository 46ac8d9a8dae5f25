import { expect, test } from "vitest";
import { addDays, addMonths, addYears, daysBetween, instantOf } from "../../../shared/platform/calendar.ts";

test.each<[string, number, string]>([
  ["2026-01-31", 1, "2026-02-28"],
  ["2024-01-31", 1, "2024-02-29"],
  ["2026-03-31", -1, "2026-02-28"],
  ["2026-12-15", 1, "2027-01-15"],
  ["2024-02-29", 12, "2025-02-28"],
  ["2026-11-20", 36, "2029-11-20"],
])("%s plus %i months is %s", (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

test("days and years are added across months", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addYears("2024-02-29", 4)).toBe("2028-02-29");
  expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
});

test("a time is written in UTC with whole seconds", () => {
  expect(instantOf(Date.UTC(2026, 10, 22, 16, 5, 9, 999))).toBe("2026-11-22T16:05:09Z");
});
