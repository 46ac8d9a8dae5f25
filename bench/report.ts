import { createRequire } from "node:module";
import { cpus } from "node:os";
import { writeBetweenMarks as writeIntoDocument } from "../scripts/markdown.ts";
import { type Busyness, type Method, methodWords, type Pair, type RatioComparison } from "./measure.ts";

const COLUMNS = [
  "Case",
  "Baseline",
  "Connections",
  "Ratio",
  "Goal",
  "Requests/s",
  "p50 ms",
  "p99 ms",
  "CPU µs/request",
  "Bytes",
];

/** Returns the table of comparisons in Markdown, with all columns. */
export function table(comparisons: RatioComparison[]): string {
  return markdownTable(COLUMNS, comparisons.map(cells));
}

/**
 * Returns the table for the documentation page. It has a row for each case and baseline, with the ratio and its goal at
 * these numbers of connections.
 */
export function pageTable(comparisons: RatioComparison[], numbers: number[]): string {
  const rows = Map.groupBy(comparisons, ({ name, reference }) => `${name} ${reference}`);
  return markdownTable(
    ["Case", "Baseline", ...numbers.map((connections) => `Ratio at ${connections}`)],
    [...rows.values()].map((ofRow) => [
      ...ofRow.slice(0, 1).flatMap(({ name, reference }) => [name, reference]),
      ...numbers.map((connections) => ratioWithGoal(ofRow.find((one) => one.connections === connections))),
    ]),
  );
}

function ratioWithGoal(comparison: RatioComparison | undefined): string {
  return comparison ? `${ratioText(comparison)} ${goalText(comparison)}`.trim() : "";
}

/** Returns a table in Markdown. Its columns are aligned, so that it is also readable as plain text. */
export function markdownTable(columns: string[], body: string[][]): string {
  const rows = [columns, ...body];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return lines.join("\n");
}

function cells(comparison: RatioComparison): string[] {
  const { name, reference, connections, rates, p50s, p99s, cpus, bytes } = comparison;
  return [
    name,
    reference,
    String(connections),
    ratioText(comparison),
    goalText(comparison),
    pair(rates, 0),
    pair(p50s, 2),
    pair(p99s, 2),
    pair(cpus, 0),
    pair(bytes, 0),
  ];
}

function ratioText({ ratio: { median, lower, upper } }: RatioComparison): string {
  return `${median.toFixed(2)} (${lower.toFixed(2)}–${upper.toFixed(2)})`;
}

/** Returns the goal, and whether the displayed ratio meets it. */
function goalText({ ratio, goal }: RatioComparison): string {
  if (goal === undefined) return "";
  return `≥ ${goal.toFixed(2)} ${Number(ratio.median.toFixed(2)) >= goal ? "met" : "missed"}`;
}

function pair(values: Pair, digits: number): string {
  return values.map((value) => (Number.isNaN(value) ? "?" : value.toFixed(digits))).join(" / ");
}

/** Returns the machine, the versions and the date of a measurement. */
export function machine(): string {
  const processors = cpus();
  const { version } = createRequire(import.meta.resolve("miniflare"))("workerd/package.json") as { version: string };
  const model = processors[0]?.model ?? "unknown processor";
  const today = new Date().toISOString().slice(0, 10);
  return `${model}, ${processors.length} cores; Node ${process.version}; workerd ${version}; ${today}`;
}

/** Returns the machine, the method of measurement, and the cases that have another method. */
export function circumstances(method: Method, others: Map<string, string[]>, { generator, runtime }: Busyness): string {
  const percent = (part: number) => (Number.isNaN(part) ? "?" : `${Math.round(part * 100)} %`);
  const exceptions = [...others].map(([words, names]) => `${names.map((name) => `\`${name}\``).join(", ")}: ${words}.`);
  return [
    `${machine()}; ${methodWords(method)}.`,
    `Of one core, the runtime used ${percent(runtime)}, the load generator ${percent(generator)} at most.`,
    ...exceptions,
  ].join("\n");
}

/**
 * Writes text into a page of docs/evidence, between the marks with that name.
 * @throws {Error} if the page does not have the marks
 */
export function writeBetweenMarks(name: string, text: string, page = "performance.md"): void {
  writeIntoDocument(new URL(`../docs/evidence/${page}`, import.meta.url), name, text);
}
