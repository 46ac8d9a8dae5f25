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

/** What the page leaves to the terminal. */
const PRINTED_ONLY = ["p50 ms", "p99 ms", "Bytes"];

/** The table of comparisons in Markdown: all of it for the terminal, fewer columns for the page. */
export function table(comparisons: RatioComparison[], place: "terminal" | "page"): string {
  const shown = COLUMNS.map((name) => place === "terminal" || !PRINTED_ONLY.includes(name));
  const row = (all: string[]) => all.filter((_, column) => shown[column]);
  return markdownTable(
    row(COLUMNS),
    comparisons.map((one) => row(cells(one))),
  );
}

/** A table in Markdown, its columns aligned so that it reads as plain text too. */
export function markdownTable(columns: string[], body: string[][]): string {
  const rows = [columns, ...body];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return lines.join("\n");
}

function cells({
  name,
  reference,
  connections,
  ratio,
  goal,
  rates,
  p50s,
  p99s,
  cpus,
  bytes,
}: RatioComparison): string[] {
  const { median, lower, upper } = ratio;
  // The goal applies to the ratio that the row shows.
  const shown = median.toFixed(2);
  return [
    name,
    reference,
    String(connections),
    `${shown} (${lower.toFixed(2)}–${upper.toFixed(2)})`,
    goal === undefined ? "" : `≥ ${goal.toFixed(2)} ${Number(shown) >= goal ? "met" : "missed"}`,
    pair(rates, 0),
    pair(p50s, 2),
    pair(p99s, 2),
    pair(cpus, 0),
    pair(bytes, 0),
  ];
}

function pair(values: Pair, digits: number): string {
  return values.map((value) => (Number.isNaN(value) ? "?" : value.toFixed(digits))).join(" / ");
}

/** What it was measured on, and when. */
export function machine(): string {
  const processors = cpus();
  const { version } = createRequire(import.meta.resolve("miniflare"))("workerd/package.json") as { version: string };
  const model = processors[0]?.model ?? "unknown processor";
  const today = new Date().toISOString().slice(0, 10);
  return `${model}, ${processors.length} cores; Node ${process.version}; workerd ${version}; ${today}`;
}

/** What it was measured on, and how: by one method, but for the cases that have another. */
export function circumstances(method: Method, others: Map<string, string[]>, { generator, runtime }: Busyness): string {
  const percent = (part: number) => (Number.isNaN(part) ? "?" : `${Math.round(part * 100)} %`);
  const exceptions = [...others].map(([words, names]) => `; ${words} for ${names.join(", ")}`);
  return [
    `${machine()}; ${methodWords(method)}${exceptions.join("")}. `,
    `Of one core, the runtime used ${percent(runtime)}, the load generator ${percent(generator)} at most.`,
  ].join("");
}

/** Puts text into a page of docs/evidence, between the marks of that name. @throws {Error} where they are missing */
export function writeBetweenMarks(name: string, text: string, page = "performance.md"): void {
  writeIntoDocument(new URL(`../docs/evidence/${page}`, import.meta.url), name, text);
}
