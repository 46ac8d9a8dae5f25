import type { Survivor } from "./results.ts";

/** Why a mutant that no test notices is none that one should: usually it does the same. */
export interface Explained extends Omit<Survivor, "line"> {
  reason: string;
}

export const EXPLAINED: Explained[] = [];
