import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BILLING_SYSTEMS } from "../scripts/workers.ts";

const PREPARED = "prepared";
/** The stores of other billing systems are in folders of these names. */
const OF_OTHER_SYSTEMS: string[] = BILLING_SYSTEMS;

type Preparation = "begun" | "done";

const noteOf = (state: Preparation, fingerprint: string) => (state === "done" ? fingerprint : `begun ${fingerprint}`);

/**
 * Whether the stores are prepared, by the fingerprint of their schemas and their seed. `begun`: it was interrupted before any Worker
 * ran, and can be run again on the same stores; null: they are there for another fingerprint, or not at all.
 */
export function preparationOf(stores: string, fingerprint: string): Preparation | null {
  const file = join(stores, PREPARED);
  const note = existsSync(file) ? readFileSync(file, "utf8") : "";
  return (["done", "begun"] as const).find((state) => note === noteOf(state, fingerprint)) ?? null;
}

export function notePreparation(stores: string, state: Preparation, fingerprint: string): void {
  writeFileSync(join(stores, PREPARED), noteOf(state, fingerprint));
}

/**
 * Moves stores of other schemas or another seed to a dated folder next to them. Databases and objects are moved together: a journal
 * without its database would answer a repeated key with the number of another order. Wrangler keeps both in the folder `v3`.
 * @param stores of a system @param state the folder that all local stores are in
 * @returns the folder; null if there was nothing to move
 */
export function moveAside(stores: string, state: string, now: Date): string | null {
  const entries = existsSync(stores) ? readdirSync(stores).filter((entry) => !OF_OTHER_SYSTEMS.includes(entry)) : [];
  if (!entries.some((entry) => entry === "v3" || entry === PREPARED)) return null;
  const stamp = now.toISOString().slice(0, 19).replaceAll(":", "");
  const folder = join(`${state}-${stamp}`, relative(state, stores));
  mkdirSync(folder, { recursive: true });
  for (const entry of entries) renameSync(join(stores, entry), join(folder, entry));
  return folder;
}
