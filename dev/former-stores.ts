import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BILLING_SYSTEMS } from "../scripts/workers.ts";

/** The local stores of a system, and the folder that all local stores are in. */
export interface StoreFolder {
  stores: string;
  state: string;
}

const PREPARED = "prepared";

/** A file that says whether the stores are prepared, by the fingerprint of their schemas and their seed. */
export class Preparation {
  readonly #file: string;
  readonly #fingerprint: string;

  constructor({ stores }: StoreFolder, fingerprint: string) {
    this.#file = join(stores, PREPARED);
    this.#fingerprint = fingerprint;
  }

  get isDone(): boolean {
    return this.#stored === this.#fingerprint;
  }

  /** It was interrupted, before any Worker ran: it can be run again on the same stores. */
  get isBegun(): boolean {
    return this.#stored === this.#begun;
  }

  begin(): void {
    writeFileSync(this.#file, this.#begun);
  }

  end(): void {
    writeFileSync(this.#file, this.#fingerprint);
  }

  get #begun(): string {
    return `begun ${this.#fingerprint}`;
  }

  get #stored(): string | null {
    return existsSync(this.#file) ? readFileSync(this.#file, "utf8") : null;
  }
}

/**
 * Moves stores of other schemas or another seed to a dated folder next to them. Databases and objects are moved together: a journal
 * without its database would answer a repeated key with the number of another order. Wrangler keeps both in the folder `v3`.
 * @returns the folder; null if there was nothing to move
 */
export function moveAside({ stores, state }: StoreFolder, now: Date): string | null {
  const entries = existsSync(stores) ? readdirSync(stores).filter((entry) => !isOfAnotherSystem(entry)) : [];
  if (!entries.some((entry) => entry === "v3" || entry === PREPARED)) return null;
  const stamp = now.toISOString().slice(0, 19).replaceAll(":", "");
  const folder = join(`${state}-${stamp}`, relative(state, stores));
  mkdirSync(folder, { recursive: true });
  for (const entry of entries) renameSync(join(stores, entry), join(folder, entry));
  return folder;
}

/** The stores of other billing systems are in folders of these names. */
function isOfAnotherSystem(entry: string): boolean {
  return BILLING_SYSTEMS.some((name) => name === entry);
}
