import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A run in parts. All reports of its parts must match it. */
export interface PartedRun {
  campaign: string;
  /** The seed of the first part. Each later part uses the next number. */
  seed: number;
  parts: number;
  options: object;
  /** The first 8 digits of the commit, with `-dirty` if a tracked file has changed. */
  version: string;
}

/** The stored report of a part. */
export interface PartReport<Result> extends Omit<PartedRun, "parts"> {
  /** The number of the part, starting at 1. */
  part: number;
  /** The processor, cores, Node version and runtime version. */
  machine: string;
  /** The day on which the part ended, as YYYY-MM-DD. */
  date: string;
  result: Result;
}

export function seedOfPart(seed: number, part: number): number {
  return seed + part - 1;
}

/** Stores the report of a part and replaces an earlier one. @returns the path of the file */
export function writePart(folder: string, report: PartReport<unknown>): string {
  const file = fileOf(folder, report.part);
  mkdirSync(folder, { recursive: true });
  // A rename is atomic, so the report is either complete or absent.
  writeFileSync(`${file}.new`, JSON.stringify(report));
  renameSync(`${file}.new`, file);
  return file;
}

/**
 * Reads the reports in a folder.
 * @returns the report of each part, in order; `null` for a missing report
 * @throws {Error} if a report belongs to another campaign, seed, size or commit
 */
export function readParts<Result>(folder: string, run: PartedRun): (PartReport<Result> | null)[] {
  return Array.from({ length: run.parts }, (_, index) => {
    const part = index + 1;
    const file = fileOf(folder, part);
    if (!existsSync(file)) return null;
    const report = JSON.parse(readFileSync(file, "utf8")) as PartReport<Result>;
    const identity = ({ campaign, seed, options, version }: Omit<PartedRun, "parts">) =>
      JSON.stringify({ campaign, seed, options, version });
    if (identity(report) !== identity({ ...run, seed: seedOfPart(run.seed, part) })) {
      throw new Error(`${file} is of another run: ${identity(report)}`);
    }
    return report;
  });
}

/** Returns ascending numbers as ranges. For example, `1, 2, 3, 7` becomes `1–3, 7`. */
export function rangesOf(numbers: readonly number[]): string {
  const first = numbers.filter((one) => !numbers.includes(one - 1));
  const last = numbers.filter((one) => !numbers.includes(one + 1));
  return first.map((from, index) => (from === last[index] ? String(from) : `${from}–${last[index]}`)).join(", ");
}

function fileOf(folder: string, part: number): string {
  return join(folder, `part-${part}.json`);
}

type Summed = number | string | boolean | null | Summed[] | { [name: string]: Summed };

/** Sums up reports field by field: adds numbers, joins lists, and takes other values from the first report. */
export function sumOf<Report extends object>([first, ...others]: readonly [Report, ...Report[]]): Report {
  return others.reduce<Summed>((sum, one) => summed(sum, one as Summed), first as Summed) as Report;
}

function summed(one: Summed, other: Summed): Summed {
  if (typeof one === "number" && typeof other === "number") return one + other;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (isRecord(one) && isRecord(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries(
      [...names].map((name) => {
        const [left, right] = [one[name], other[name]];
        return [name, left === undefined || right === undefined ? (left ?? right ?? null) : summed(left, right)];
      }),
    );
  }
  return one;
}

function isRecord(value: Summed): value is { [name: string]: Summed } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
