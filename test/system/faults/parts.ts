import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A campaign in parts, as it is kept in a file. `options` are those that its parts share. */
export interface Parts<Options, Report> {
  options: Options;
  seed: number;
  /** How many there are to be. */
  parts: number;
  /** Of the parts that have ended, in their order. */
  reports: Report[];
}

/**
 * Runs the parts that a campaign lacks, each with a seed of its own, and keeps what each reported before the next begins.
 * @returns the reports of all parts
 */
export async function runParts<Options, Report>(
  file: string,
  begun: Parts<Options, Report>,
  run: (options: Options, seed: number) => Promise<Report>,
): Promise<Report[]> {
  const { options, seed, parts } = begun;
  const reports = [...begun.reports];
  const keep = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...begun, reports }));
  };
  keep();
  while (reports.length < parts) {
    reports.push(await run(options, seed + reports.length));
    keep();
  }
  return reports;
}

/** The campaign of a file, to be resumed. @throws where there is none */
export function readParts<Options, Report>(file: string): Parts<Options, Report> {
  if (!existsSync(file)) throw new Error(`no campaign to resume: ${file}`);
  return JSON.parse(readFileSync(file, "utf8"));
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
