import { readFileSync } from "node:fs";
import type { Survivor } from "./results.ts";

/** A mutant that may survive, and the reason. Usually it behaves like the original code. */
export interface Explained extends Omit<Survivor, "line"> {
  reason: string;
}

/** Pairs of code and replacement, by file and reason. */
const REASONS: Record<string, Record<string, [code: string, replacement: string][]>> = JSON.parse(
  readFileSync(new URL("explained.json", import.meta.url), "utf8"),
);

export const EXPLAINED: Explained[] = Object.entries(REASONS).flatMap(([file, reasons]) =>
  Object.entries(reasons).flatMap(([reason, changes]) =>
    changes.map(([code, replacement]) => ({ file, code, replacement, reason })),
  ),
);
