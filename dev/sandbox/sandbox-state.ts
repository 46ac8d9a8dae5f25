import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { day, REGISTRATION, type SandboxRegistration } from "./registrations.ts";

const HOLDING = z.strictObject({
  /** Null: it was taken away. */
  now: REGISTRATION.nullable(),
  /** From that instant (epoch milliseconds) this is held in its place: a transfer that completes. */
  becomes: z.strictObject({ at: z.number(), registration: REGISTRATION }).nullable(),
});

const TRANSFER = z.strictObject({
  name: z.string(),
  endsAt: z.number(),
  /** Null: it completes. */
  failure: z.string().nullable(),
});

const DONE = z.strictObject({
  kind: z.enum(["register", "transfer", "renew"]),
  name: z.string(),
  /** What was asked, so that a reference cannot be used for something else. */
  request: z.string(),
  /** The answer as JSON. */
  answer: z.string(),
});

const STATE = z.strictObject({
  version: z.literal(1),
  /** The day from which the dates of the seed are counted. */
  seededOn: z.iso.date(),
  secret: z.string(),
  /** How far the sandbox's clock is ahead of the machine's. */
  aheadMs: z.number(),
  /** By name. */
  holdings: z.array(z.tuple([z.string(), HOLDING])).transform((entries) => new Map(entries)),
  /** By reference, like what was done. */
  transfers: z.array(z.tuple([z.string(), TRANSFER])).transform((entries) => new Map(entries)),
  done: z.array(z.tuple([z.string(), DONE])).transform((entries) => new Map(entries)),
});

const LAST = Date.UTC(9_000, 0);

/** What the registry holds of a name since it was changed. */
export type HeldDomain = z.infer<typeof HOLDING>;
/** A transfer in, whose end is known from its beginning. */
export type SandboxTransfer = z.infer<typeof TRANSFER>;
/** What was done, or refused, under a reference. */
export type Done = z.infer<typeof DONE>;

/** What changes together: by name, and by reference. */
export interface Change {
  holding?: [name: string, HeldDomain];
  transfer?: [reference: string, SandboxTransfer];
  done?: [reference: string, Done];
  aheadMs?: number;
}

/**
 * Everything the sandbox keeps: in a file where one is given, else in memory. A change is in the file before it is seen,
 * and the file is replaced whole.
 */
export class SandboxState {
  readonly #file: string | null;
  readonly #machine: () => number;
  #kept: z.infer<typeof STATE>;

  /** @param machine the machine's time in epoch milliseconds @throws when the file holds something else */
  constructor(file: string | null, machine: () => number) {
    this.#file = file;
    this.#machine = machine;
    const stored = file !== null && existsSync(file) ? readState(file) : null;
    this.#kept = stored ?? {
      ...({ version: 1, aheadMs: 0 } as const),
      seededOn: day(new Date(machine())),
      secret: randomBytes(32).toString("base64url"),
      ...{ holdings: new Map(), transfers: new Map(), done: new Map() },
    };
    if (stored === null) this.commit({});
  }

  get seededOn(): Date {
    return new Date(this.#kept.seededOn);
  }

  /** The sandbox's own time: it goes on like the machine's, as far before it as it was advanced. */
  now(): Date {
    return new Date(this.#machine() + this.#kept.aheadMs);
  }

  /** @throws {RangeError} for a time that is past, or too far away to be one */
  advance(to: Date): void {
    const from = this.now();
    if (!(to >= from && to.getTime() < LAST)) {
      throw new RangeError(`The clock shows ${from.toISOString()} and goes forward only, as far as the year 9000.`);
    }
    this.commit({ aheadMs: to.getTime() - this.#machine() });
  }

  /** A text that is this sandbox's own secret and the same for the same words. */
  secretOf(...words: string[]): string {
    return createHmac("sha256", this.#kept.secret).update(JSON.stringify(words)).digest("base64url");
  }

  /** What is held of a name that was changed: null where it was taken away, undefined where it never was. */
  holding(name: string, at: Date): SandboxRegistration | null | undefined {
    const found = this.#kept.holdings.get(name);
    return found?.becomes && found.becomes.at <= at.getTime() ? found.becomes.registration : found?.now;
  }

  transfer(reference: string): SandboxTransfer | undefined {
    return this.#kept.transfers.get(reference);
  }

  /** Whether a transfer of `name` is under way at `at`. */
  isInTransfer(name: string, at: Date): boolean {
    return [...this.#kept.transfers.values()].some((each) => each.name === name && each.endsAt > at.getTime());
  }

  done(reference: string): Done | undefined {
    return this.#kept.done.get(reference);
  }

  /** Everything that was done or refused under references, oldest first. */
  get allDone(): [reference: string, done: Done][] {
    return [...this.#kept.done];
  }

  /** @throws when it cannot be stored; then nothing has changed */
  commit({ holding, transfer, done, aheadMs = this.#kept.aheadMs }: Change): void {
    const next = {
      ...{ ...this.#kept, aheadMs },
      ...(holding && { holdings: new Map([...this.#kept.holdings, holding]) }),
      ...(transfer && { transfers: new Map([...this.#kept.transfers, transfer]) }),
      ...(done && { done: new Map([...this.#kept.done, done]) }),
    };
    if (this.#file !== null) writeState(this.#file, next);
    this.#kept = next;
  }
}

function readState(file: string): z.infer<typeof STATE> {
  try {
    return STATE.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new Error(`${file} is not what the sandbox registry wrote; npm run reset begins anew.`, { cause: error });
  }
}

function writeState(file: string, state: z.infer<typeof STATE>): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.draft`;
  const json = JSON.stringify(state, (_, value) => (value instanceof Map ? [...value] : value));
  writeFileSync(draft, json, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
