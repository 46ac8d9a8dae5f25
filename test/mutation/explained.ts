import { readFileSync } from "node:fs";
import type { Survivor } from "./results.ts";

/** Why a mutant may survive: usually it does the same as the code. */
export interface Explained extends Omit<Survivor, "line"> {
  reason: string;
}

/** By file and reason: the code and its replacement. */
const REASONS: Record<string, Record<string, [code: string, replacement: string][]>> = JSON.parse(
  readFileSync(new URL("explained.json", import.meta.url), "utf8"),
);

export const EXPLAINED: Explained[] = Object.entries(REASONS).flatMap(([file, reasons]) =>
  Object.entries(reasons).flatMap(([reason, changes]) =>
    changes.map(([code, replacement]) => ({ file, code, replacement, reason })),
  ),
);
