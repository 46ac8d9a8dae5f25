import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the reports of a campaign have to be of. */
export interface PartedRun {
  campaign: string;
  /** Of the first part; each further one has the next. */
  seed: number;
  parts: number;
  options: object;
}

/** The environment of a part. */
export interface Circumstances {
  /** Processor, cores, Node and runtime. */
  machine: string;
  /** The commit it began with, 8 digits; with `-dirty` where the files were not those of the commit from its beginning to its end. */
  version: string;
  /** On which day it ended. */
  date: string;
}

/** After a version whose files had uncommitted changes. */
export const DIRTY = "-dirty";

/** What is kept of a part. */
export interface PartReport<Result> {
  campaign: string;
  /** From 1. */
  part: number;
  seed: number;
  options: object;
  circumstances: Circumstances;
  result: Result;
}

export function seedOfPart(seed: number, part: number): number {
  return seed + part - 1;
}

/** Keeps a part's report, in the place of one that is there already. @returns its file */
export function writePart(folder: string, report: PartReport<unknown>): string {
  const file = fileOf(folder, report.part);
  mkdirSync(folder, { recursive: true });
  // A report is there as a whole, or it is not there.
  writeFileSync(`${file}.new`, JSON.stringify(report));
  renameSync(`${file}.new`, file);
  return file;
}

/**
 * Reads the reports of a folder.
 * @returns one for each part, in their order; null where it is missing
 * @throws {Error} where one is of another campaign, seed or size
 */
export function readParts<Result>(folder: string, run: PartedRun): (PartReport<Result> | null)[] {
  return Array.from({ length: run.parts }, (_, index) => {
    const part = index + 1;
    const file = fileOf(folder, part);
    if (!existsSync(file)) return null;
    const report = JSON.parse(readFileSync(file, "utf8")) as PartReport<Result>;
    const expected = { campaign: run.campaign, part, seed: seedOfPart(run.seed, part), options: run.options };
    const { campaign, seed, options } = report;
    if (JSON.stringify({ campaign, part: report.part, seed, options }) !== JSON.stringify(expected)) {
      throw new Error(`${file} is of another run: ${JSON.stringify({ campaign, part: report.part, seed, options })}`);
    }
    return report;
  });
}

/**
 * The numbers of the parts that a resumed campaign runs: those whose report is missing, of another commit or of uncommitted changes.
 * @param version of the present checkout; with uncommitted changes no report counts
 */
export function partsToRun(parts: readonly (PartReport<unknown> | null)[], version: string): number[] {
  const counts = (report: PartReport<unknown> | null) => report?.circumstances.version === version;
  return parts.flatMap((report, index) => (!isDirty(version) && counts(report) ? [] : [index + 1]));
}

/** Why reports together prove nothing of one commit, a line for each reason; none where they are all of one, without changes. */
export function versionFaults(parts: readonly PartReport<unknown>[]): string[] {
  const byVersion = Map.groupBy(parts, ({ circumstances }) => circumstances.version);
  const named = [...byVersion].map(([version, of]) => `${version} (part ${rangesOf(of.map(({ part }) => part))})`);
  const faults = named.length > 1 ? [`the parts are of different commits: ${named.join("; ")}`] : [];
  const dirty = parts.filter(({ circumstances }) => isDirty(circumstances.version)).map(({ part }) => part);
  return dirty.length > 0 ? [...faults, `part ${rangesOf(dirty)}: run with uncommitted changes`] : faults;
}

function isDirty(version: string): boolean {
  return version.endsWith(DIRTY);
}

/** Numbers in ascending order as ranges: `1, 2, 3, 7` as `1–3, 7`. */
export function rangesOf(numbers: readonly number[]): string {
  const first = numbers.filter((one) => !numbers.includes(one - 1));
  const last = numbers.filter((one) => !numbers.includes(one + 1));
  return first.map((from, index) => (from === last[index] ? String(from) : `${from}–${last[index]}`)).join(", ");
}

function fileOf(folder: string, part: number): string {
  return join(folder, `part-${part}.json`);
}

type Summed = number | string | boolean | null | Summed[] | { [name: string]: Summed };

/** The sum of reports: numbers are added, lists joined, members summed by name; of anything else the first is taken. */
export function sumOf<Report extends object>([first, ...others]: [Report, ...Report[]]): Report {
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
