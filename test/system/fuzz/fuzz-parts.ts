import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FuzzReport } from "./campaign.ts";

/** What is kept of a part of a long campaign. */
export interface FuzzPart {
  /** From 1. */
  part: number;
  seed: number;
  /** On what it ran, and when. */
  machine: string;
  result: FuzzReport;
}

/** The seed of a part. @param seed the first one's */
export function seedOfPart(seed: number, part: number): number {
  return seed + part - 1;
}

/** Keeps a part's report, in the place of one that is there. @returns its file */
export function writePart(folder: string, part: FuzzPart): string {
  const file = fileOf(folder, part.part);
  mkdirSync(folder, { recursive: true });
  // A report is there as a whole, or it is not there.
  writeFileSync(`${file}.new`, JSON.stringify(part));
  renameSync(`${file}.new`, file);
  return file;
}

/**
 * Reads the reports of a folder.
 * @returns one for each part, in their order; null where it is not there
 * @throws {Error} where one is of another campaign
 */
export function readParts(folder: string, seed: number, parts: number): (FuzzPart | null)[] {
  return Array.from({ length: parts }, (_, index) => {
    const file = fileOf(folder, index + 1);
    if (!existsSync(file)) return null;
    const part = JSON.parse(readFileSync(file, "utf8")) as FuzzPart;
    if (part.seed !== seedOfPart(seed, index + 1)) throw new Error(`${file} has the seed ${part.seed}`);
    return part;
  });
}

function fileOf(folder: string, part: number): string {
  return join(folder, `part-${part}.json`);
}
