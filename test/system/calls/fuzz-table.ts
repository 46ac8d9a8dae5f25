import { markdownTable } from "../../../bench/report.ts";
import { type PartReport, rangesOf, seedOfPart, sumOf, versionFaults } from "../faults/parts.ts";
import type { FuzzReport } from "./campaign.ts";
import type { Coverage } from "./coverage.ts";
import { growthOf, type MemoryGrowth, toolingGrowth } from "./memory-growth.ts";

type Part = PartReport<FuzzReport>;

/**
 * One table of a campaign's parts, in Markdown.
 * @param parts null where a report is missing
 * @returns with `isProved`: all parts are there and of one commit, and nothing is wrong with any
 */
export function fuzzTable(seed: number, parts: readonly (Part | null)[]): { markdown: string; isProved: boolean } {
  const [first, ...others] = parts.filter((part) => part !== null);
  const command = `npm run prove -- fuzz --seed ${seed}`;
  if (!first) return { markdown: `\`${command}\`: none of ${parts.length} parts was run.`, isProved: false };
  const there = [first, ...others];
  const all = sumOf<FuzzReport>([first.result, ...others.map(({ result }) => result)]);
  const missing = parts.flatMap((part, index) => (part === null ? [index + 1] : []));
  const versions = versionFaults(there).map((fault) => `- not proved: ${fault}`);
  const wrong = there.flatMap(({ part, result }) => wrongIn(result).map((line) => `- part ${part}: ${line}`));
  const notRun = missing.length > 0 ? ` (not run: ${rangesOf(missing)})` : "";
  const summary = `\`${command}\`: ${there.length} of ${parts.length} parts${notRun}, ${grouped(all.requests)} requests; ${wrong.length === 0 ? "nothing" : wrong.length} found wrong.`;
  const on = there.map(({ circumstances: { machine, version, date } }) => `${machine}; commit ${version}; ${date}.`);
  return {
    markdown: [
      summary,
      ...(wrong.length + versions.length > 0 ? [[...versions, ...wrong].join("\n")] : []),
      ...new Set(on),
      partsTable(seed, parts),
      reachTable(all.coverage),
      memoryTable(there),
    ].join("\n\n"),
    isProved: missing.length === 0 && wrong.length === 0 && versions.length === 0,
  };
}

/** Everything that makes a part fail, a line each. */
export function wrongIn({ faults, missing, memory }: FuzzReport): string[] {
  const grown = growthOf(memory).filter(({ levelsOff }) => !levelsOff);
  return [
    ...faults,
    ...missing,
    ...grown.map(({ of, last }) => `${of} goes on growing, by ${Math.round(last)} bytes a request`),
  ];
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
  ["Compared", ({ coverage }) => coverage.compared],
  ["Slowest ms", ({ slowestMs }) => slowestMs],
  ["Seconds", ({ seconds }) => seconds],
];

function between({ coverage }: FuzzReport, from: number, to: number): number {
  const statuses = Object.entries(coverage.statuses).filter(
    ([status]) => Number(status) >= from && Number(status) < to,
  );
  return statuses.reduce((sum, [, count]) => sum + count, 0);
}

function partsTable(seed: number, parts: readonly (Part | null)[]): string {
  const rows = parts.map((part, index) => [
    ...[String(index + 1), String(seedOfPart(seed, index + 1))],
    ...COLUMNS.map(([, count]) => (part ? grouped(count(part.result)) : "–")),
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
  const judged = parts.map(({ result }) => growthOf(result.memory));
  const tooling = parts.map(({ result }) => toolingGrowth(result.memory));
  const names = [...(judged[0] ?? []), ...(tooling[0] ?? [])].map(({ of }) => of);
  const rows = names.map((name) => {
    const all = [...judged, ...tooling].flat().filter(({ of }) => of === name);
    const range = (read: (growth: MemoryGrowth) => number, unit: number) => {
      const values = all.map(read).map((value) => value / unit);
      return [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(unit === 1 ? 0 : 1)).join(" to ");
    };
    const isJudged = judged[0]?.some(({ of }) => of === name);
    const mebibyte = 1024 * 1024;
    return [
      name,
      ...[range(({ begin }) => begin, mebibyte), range(({ end }) => end, mebibyte)],
      ...[range(({ first }) => first, 1), range(({ last }) => last, 1)],
      isJudged ? (all.every(({ levelsOff }) => levelsOff) ? "yes" : "no") : "not judged",
    ];
  });
  return markdownTable(
    ["Memory of", "MiB at the beginning", "MiB at the end", "Bytes a request, first third", "Last third", "Levels off"],
    rows,
  );
}

function grouped(count: number): string {
  return Math.round(count).toLocaleString("en-CA");
}
