import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { day, REGISTRATION, type SandboxRegistration } from "./registrations.ts";

const HOLDING = z.strictObject({
  /** The current registration; `null` if it was removed. */
  now: REGISTRATION.nullable(),
  /**
   * The registration that replaces the current one from `at` (epoch milliseconds), because a transfer completes; `null`
   * if there is none.
   */
  becomes: z.strictObject({ at: z.number(), registration: REGISTRATION }).nullable(),
});

const TRANSFER = z.strictObject({
  endsAt: z.number(),
  /** The final status of the transfer. */
  end: z.enum(["completed", "rejected", "pending_new_auth_code", "canceled"]),
});

const DONE = z.strictObject({ kind: z.enum(["register", "transfer", "renew"]), name: z.string() });

const REPLAY = z.strictObject({
  at: z.number(),
  /**
   * The request and the response, both as JSON. The request is stored so that its key cannot be used for another
   * request.
   */
  request: z.string(),
  answer: z.string(),
});

/** The initial balance, in US cents. */
const FIRST_BALANCE = 1_000_000_00;

const STATE = z.strictObject({
  version: z.literal(2),
  /** The day that the seed's dates are relative to. */
  seededOn: z.iso.date(),
  secret: z.string(),
  /** Milliseconds by which the sandbox's clock is ahead of the machine's. */
  aheadMs: z.number(),
  /** The changed registrations, by domain. */
  holdings: z.array(z.tuple([z.string(), HOLDING])).transform((entries) => new Map(entries)),
  /** The newest transfer of each domain. */
  transfers: z.array(z.tuple([z.string(), TRANSFER])).transform((entries) => new Map(entries)),
  /** The stored registration requests and responses, by idempotency key. */
  replays: z.array(z.tuple([z.string(), REPLAY])).transform((entries) => new Map(entries)),
  /** The changes at the registrar, oldest first. */
  done: z.array(DONE),
  /** The balance at the registrar, in US cents. */
  balance: z.number(),
});

const LAST = Date.UTC(9_000, 0);

/** The registry's data about a domain that was changed. */
export type HeldDomain = z.infer<typeof HOLDING>;
/** A transfer in. Its final status is determined when it starts, unless it is cancelled. */
export type SandboxTransfer = z.infer<typeof TRANSFER>;
/** A change at the registrar. */
export type RegistrarChange = z.infer<typeof DONE>;

/** The parts of one change. */
export interface Change {
  holding?: [name: string, HeldDomain];
  transfer?: [name: string, SandboxTransfer];
  replay?: [key: string, z.infer<typeof REPLAY>];
  done?: RegistrarChange;
  balance?: number;
  aheadMs?: number;
}

/**
 * The stored data of the sandbox, in a file or in memory. A change is written to the file before it is visible, and the
 * file is replaced as a whole.
 */
export class SandboxState {
  readonly #file: string | null;
  readonly #machine: () => number;
  #kept: z.infer<typeof STATE>;

  /**
   * @param machine function that returns the machine's time in epoch milliseconds
   * @throws {Error} if the file does not contain a sandbox state
   */
  constructor(file: string | null, machine: () => number) {
    this.#file = file;
    this.#machine = machine;
    const stored = file !== null && existsSync(file) ? readState(file) : null;
    this.#kept = stored ?? {
      ...({ version: 2, aheadMs: 0 } as const),
      seededOn: day(new Date(machine())),
      secret: randomBytes(32).toString("base64url"),
      ...{ holdings: new Map(), transfers: new Map(), replays: new Map(), done: [], balance: FIRST_BALANCE },
    };
    if (stored === null) this.commit({});
  }

  get seededOn(): Date {
    return new Date(this.#kept.seededOn);
  }

  /** Returns the sandbox's time: the machine's time, plus the time by which the sandbox's clock was advanced. */
  now(): Date {
    return new Date(this.#machine() + this.#kept.aheadMs);
  }

  /**
   * Moves the clock forward.
   * @throws {RangeError} for a time in the past, or too far in the future to be valid
   */
  advance(to: Date): void {
    const from = this.now();
    if (!(to >= from && to.getTime() < LAST)) {
      throw new RangeError(`The clock shows ${from.toISOString()} and goes forward only, as far as the year 9000.`);
    }
    this.commit({ aheadMs: to.getTime() - this.#machine() });
  }

  /** Returns a secret text of this sandbox. The same words always give the same text. */
  secretOf(...words: string[]): string {
    return createHmac("sha256", this.#kept.secret).update(JSON.stringify(words)).digest("base64url");
  }

  /** Returns the registration of a changed domain; `null` if it was removed, `undefined` if it was never changed. */
  holding(name: string, at: Date): SandboxRegistration | null | undefined {
    const found = this.#kept.holdings.get(name);
    return found?.becomes && found.becomes.at <= at.getTime() ? found.becomes.registration : found?.now;
  }

  transfer(name: string): SandboxTransfer | undefined {
    return this.#kept.transfers.get(name);
  }

  /** Returns the request and response that are stored for an idempotency key. */
  replay(key: string): z.infer<typeof REPLAY> | undefined {
    return this.#kept.replays.get(key);
  }

  /** The balance at the registrar, in US cents. */
  get balance(): number {
    return this.#kept.balance;
  }

  /** All changes at the registrar, oldest first. */
  get allDone(): readonly RegistrarChange[] {
    return this.#kept.done;
  }

  /** The number of the next order at the registrar. */
  get nextOrder(): number {
    return this.#kept.done.length + 1;
  }

  /**
   * Stores a change and makes it visible.
   * @throws {Error} if the change cannot be stored; then nothing has changed
   */
  commit({
    holding,
    transfer,
    replay,
    done,
    balance = this.#kept.balance,
    aheadMs = this.#kept.aheadMs,
  }: Change): void {
    const next = {
      ...{ ...this.#kept, balance, aheadMs },
      ...(holding && { holdings: new Map([...this.#kept.holdings, holding]) }),
      ...(transfer && { transfers: new Map([...this.#kept.transfers, transfer]) }),
      ...(replay && { replays: new Map([...this.#kept.replays, replay]) }),
      ...(done && { done: [...this.#kept.done, done] }),
    };
    if (this.#file !== null) writeState(this.#file, next);
    this.#kept = next;
  }
}

function readState(file: string): z.infer<typeof STATE> {
  try {
    return STATE.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new Error(`${file} was not written by the sandbox registry. Run npm run reset to start again.`, {
      cause: error,
    });
  }
}

function writeState(file: string, state: z.infer<typeof STATE>): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.draft`;
  const json = JSON.stringify(state, (_, value) => (value instanceof Map ? [...value] : value));
  writeFileSync(draft, json, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
