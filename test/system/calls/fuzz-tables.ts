import { markdownTable } from "../../../bench/report.ts";
import { grouped, type PartsShown, resultsOf } from "../proofs/parted-campaign.ts";
import { type PartReport, sumOf } from "../proofs/parts.ts";
import type { FuzzReport } from "./campaign.ts";
import { growthOf, type MemoryGrowth } from "./memory-growth.ts";

type Part = PartReport<FuzzReport>;

/** Returns the functions that combine the parts of a campaign into one report. */
export function fuzzTables(command: string): PartsShown<FuzzReport> {
  return {
    command,
    wrongIn({ faults, missing, memory }) {
      const grown = growthOf(memory).filter(({ levelsOff }) => !levelsOff);
      return [
        ...faults,
        ...missing,
        ...grown.map(({ of, last }) => `${of} keeps growing, by ${Math.round(last)} bytes a request`),
      ];
    },
    summary: (parts, wrong) =>
      `${grouped(sumOf(resultsOf(parts)).requests)} requests; ${wrong === 0 ? "nothing" : wrong} found wrong.`,
    tables: (parts) => [sumTable(resultsOf(parts)), memoryTable(parts)],
  };
}

/** The table columns with numbers that are summed over all parts. */
const COLUMNS: [name: string, count: (report: FuzzReport) => number][] = [
  ["Requests", ({ requests }) => requests],
  ["2xx", (report) => between(report, 200, 300)],
  ["4xx but 429", (report) => between(report, 400, 500) - between(report, 429, 430)],
  ["429", (report) => between(report, 429, 430)],
  ["503", (report) => between(report, 503, 504)],
  ["Orders", ({ coverage }) => coverage.orders],
  ["Seconds", ({ seconds }) => seconds],
];

function between({ coverage }: FuzzReport, from: number, to: number): number {
  const statuses = Object.entries(coverage.statuses).filter(
    ([status]) => Number(status) >= from && Number(status) < to,
  );
  return statuses.reduce((sum, [, count]) => sum + count, 0);
}

function sumTable(results: [FuzzReport, ...FuzzReport[]]): string {
  const slowest = Math.max(...results.map(({ slowestMs }) => slowestMs));
  const sum = sumOf(results);
  return markdownTable(
    [...COLUMNS.map(([name]) => name), "Slowest ms"],
    [[...COLUMNS.map(([, count]) => count(sum)), slowest].map(grouped)],
  );
}

function memoryTable(parts: readonly Part[]): string {
  const growths = parts.map(({ result }) => growthOf(result.memory));
  const mebibyte = 1024 * 1024;
  const rows = (growths[0] ?? []).map(({ of: name }) => {
    const all = growths.flat().filter(({ of }) => of === name);
    const range = (read: (growth: MemoryGrowth) => number, unit = 1) => {
      const values = all.map(read).map((value) => value / unit);
      return [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(unit === 1 ? 0 : 1)).join(" to ");
    };
    return [
      ...[name, range(({ end }) => end, mebibyte), range(({ last }) => last)],
      all.every(({ levelsOff }) => levelsOff) ? "yes" : "no",
    ];
  });
  return markdownTable(["Memory of", "MiB at the end", "Bytes a request, last third", "Levels off"], rows);
}
