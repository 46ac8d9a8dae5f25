import { expect, test } from "vitest";
import type { RatioComparison } from "../../../bench/measure.ts";
import { table } from "../../../bench/report.ts";

function comparison(median: number, goal?: number): RatioComparison {
  return {
    ...{ name: "GET /a", reference: "bare Worker", connections: 4, goal },
    ratio: { median, lower: 0.5, upper: 0.7 },
    ...{ rates: [62, 100], p50s: [2, 1], p99s: [4, 3], cpus: [90, Number.NaN], bytes: [10, 2] },
  };
}

function cell(markdown: string, column: string): string | undefined {
  const [heads = [], , row = []] = markdown.split("\n").map((line) => line.split("|").map((text) => text.trim()));
  return row[heads.indexOf(column)];
}

test.each([
  { median: 0.616, shown: "0.62", goal: "≥ 0.62 met" },
  { median: 0.6149, shown: "0.61", goal: "≥ 0.62 missed" },
  { median: 0.62, shown: "0.62", goal: "≥ 0.62 met" },
])("the goal is judged by the ratio that is shown: $median", ({ median, shown, goal }) => {
  const markdown = table([comparison(median, 0.62)]);
  expect(cell(markdown, "Ratio")).toBe(`${shown} (0.50–0.70)`);
  expect(cell(markdown, "Goal")).toBe(goal);
});

test("a comparison without a goal is not judged, and processor time that is not known is a question mark", () => {
  const markdown = table([comparison(0.5)]);
  expect(cell(markdown, "Goal")).toBe("");
  expect(cell(markdown, "CPU µs/request")).toBe("90 / ?");
  expect(cell(markdown, "Baseline")).toBe("bare Worker");
});
