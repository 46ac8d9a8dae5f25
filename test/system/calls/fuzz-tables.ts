import { markdownTable } from "../../../bench/report.ts";
import { grouped, type PartsShown, resultsOf } from "../proofs/parted-campaign.ts";
import { type PartReport, sumOf } from "../proofs/parts.ts";
import type { FuzzReport } from "./campaign.ts";
import type { Coverage } from "./coverage.ts";
import { growthOf, type MemoryGrowth } from "./memory-growth.ts";

type Part = PartReport<FuzzReport>;

/** How the parts of a campaign are shown together. */
export function fuzzTables(command: string): PartsShown<FuzzReport> {
  return {
    command,
    wrongIn({ faults, missing, memory }) {
      const grown = growthOf(memory).filter(({ levelsOff }) => !levelsOff);
      return [
        ...faults,
        ...missing,
        ...grown.map(({ of, last }) => `${of} goes on growing, by ${Math.round(last)} bytes a request`),
      ];
    },
    summary: (parts, wrong) =>
      `${grouped(sumOf(resultsOf(parts)).requests)} requests; ${wrong === 0 ? "nothing" : wrong} found wrong.`,
    tables: (parts) => [partTable(parts), reachTable(sumOf(resultsOf(parts)).coverage), memoryTable(parts)],
  };
}

/** The columns of a part, by its report. */
const COLUMNS: [name: string, count: (report: FuzzReport) => number][] = [
  ["Requests", ({ requests }) => requests],
  ["2xx", (report) => between(report, 200, 300)],
  ["4xx but 429", (report) => between(report, 400, 500) - between(report, 429, 430)],
  ["429", (report) => between(report, 429, 430)],
  ["503", (report) => between(report, 503, 504)],
  ["Orders", ({ coverage }) => coverage.orders],
  ["Repeated", ({ coverage }) => coverage.replays],
  ["Slowest ms", ({ slowestMs }) => slowestMs],
  ["Seconds", ({ seconds }) => seconds],
];

function between({ coverage }: FuzzReport, from: number, to: number): number {
  const statuses = Object.entries(coverage.statuses).filter(
    ([status]) => Number(status) >= from && Number(status) < to,
  );
  return statuses.reduce((sum, [, count]) => sum + count, 0);
}

function partTable(parts: readonly Part[]): string {
  const rows = parts.map(({ part, seed, result }) => [
    ...[String(part), String(seed)],
    ...COLUMNS.map(([, count]) => grouped(count(result))),
  ]);
  return markdownTable(["Part", "Seed", ...COLUMNS.map(([name]) => name)], rows);
}

function reachTable({ callers, mutations, problems, tools, operations }: Coverage): string {
  const codes = new Map<string, number>();
  for (const [pair, count] of Object.entries(problems)) {
    const [, code = ""] = pair.split(" ");
    codes.set(code, (codes.get(code) ?? 0) + count);
  }
  const listed = (counts: Iterable<[string, number]>) =>
    [...counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${grouped(count)}`)
      .join(", ");
  const calls = Object.values(tools).reduce((sum, results) => sum + (results.answered ?? 0), 0);
  return markdownTable(
    ["Reached", "How often"],
    [
      [
        "Operations, tools that answered",
        `${Object.keys(operations).length}, ${Object.keys(tools).length} (${grouped(calls)} results without a problem)`,
      ],
      ["Problems by code, both transports", listed(codes)],
      ["Pairs of operation and code", grouped(Object.keys(problems).length)],
      ["Callers", listed(Object.entries(callers))],
      ["Changes of a request", listed(Object.entries(mutations))],
    ],
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
      ...[name, range(({ begin }) => begin, mebibyte), range(({ end }) => end, mebibyte)],
      ...[range(({ first }) => first), range(({ last }) => last)],
      all.every(({ levelsOff }) => levelsOff) ? "yes" : "no",
    ];
  });
  return markdownTable(
    ["Memory of", "MiB at the beginning", "MiB at the end", "Bytes a request, first third", "Last third", "Levels off"],
    rows,
  );
}
