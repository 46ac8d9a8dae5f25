import { DurableObject } from "cloudflare:workers";
import type {
  PendingAuthorization,
  SecondStepWaiting,
  SessionPort,
  SessionState,
  SignedIn,
} from "../shared/sessions/session.ts";

const MINUTE_MS = 60_000;
const PENDING_MS = 10 * MINUTE_MS;
const SECOND_STEP_MS = 10 * MINUTE_MS;
const MOST_PENDING = 20;
/** A browser that nobody has signed in with, from its last question or step on. */
const UNSIGNED_MS = 30 * MINUTE_MS;
/** One whose place another took: its form may have been sent twice. */
const HANDED_OVER_MS = 30_000;
/** A signed-in one, from its last request on. */
const IDLE_MS = 60 * MINUTE_MS;
/** A signed-in one, from its sign-in on. */
const LONGEST_MS = 8 * 60 * MINUTE_MS;

const STORED = "session";

interface Stored {
  signedIn: SignedIn | null;
  secondStep: SecondStepWaiting | null;
  pending: Record<string, PendingAuthorization>;
  /** The last sign of life, exact to a minute. */
  seenAt: number;
  /** When another took its place; absent before. */
  handedOverAt?: number;
}

/** One browser's session with the customer pages. */
export class Session extends DurableObject implements SessionPort {
  async read(): Promise<SessionState> {
    const stored = this.#read();
    const now = Date.now();
    if (!stored) return { signedIn: null, secondStep: null, pending: {} };
    if (stored.signedIn && now - stored.seenAt >= MINUTE_MS) await this.#write({ ...stored, seenAt: now });
    const { signedIn, secondStep, pending } = stored;
    return { signedIn, secondStep, pending };
  }

  async addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string> {
    const stored = this.#readOrNew();
    const id = crypto.randomUUID();
    // A new question begins a life of its own.
    const { handedOverAt: _, ...kept } = stored;
    const all = [...Object.entries(stored.pending), [id, { ...pending, expiresAt: Date.now() + PENDING_MS }] as const];
    await this.#write({ ...kept, pending: Object.fromEntries(all.slice(-MOST_PENDING)), seenAt: Date.now() });
    return id;
  }

  async chooseAccount(pendingId: string, accountId: number): Promise<void> {
    const stored = this.#read();
    const question = stored && questionOf(stored, pendingId);
    if (!question) return;
    await this.#write({ ...stored, pending: { ...stored.pending, [pendingId]: { ...question, accountId } } });
  }

  async takePending(pendingId: string): Promise<PendingAuthorization | null> {
    const stored = this.#read();
    const question = stored && questionOf(stored, pendingId);
    if (!question) return null;
    const { [pendingId]: _, ...others } = stored.pending;
    await this.#write({ ...stored, pending: others });
    return question;
  }

  async awaitSecondStep(waiting: Omit<SecondStepWaiting, "expiresAt"> | null): Promise<void> {
    const now = Date.now();
    const secondStep = waiting && { ...waiting, expiresAt: now + SECOND_STEP_MS };
    const stored = secondStep ? this.#readOrNew() : this.#read();
    if (stored) await this.#write({ ...stored, secondStep, seenAt: now });
  }

  async begin(signedIn: SignedIn, pending: Record<string, PendingAuthorization>): Promise<void> {
    await this.#write({ signedIn, secondStep: null, pending, seenAt: Date.now() });
  }

  async handOver(): Promise<Record<string, PendingAuthorization>> {
    const stored = this.#read();
    if (!stored) return {};
    const { pending, seenAt, handedOverAt = Date.now() } = stored;
    await this.#write({ signedIn: null, secondStep: null, pending, seenAt, handedOverAt });
    return pending;
  }

  async end(): Promise<void> {
    if (!this.ctx.storage.kv.get(STORED)) return;
    this.ctx.storage.kv.delete(STORED);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    const stored = this.#read();
    if (stored) await this.ctx.storage.setAlarm(endOf(stored));
    else await this.ctx.storage.deleteAll();
  }

  /** What is kept and still counts; null for a session that is unknown or over. */
  #read(): Stored | null {
    const stored = this.ctx.storage.kv.get<Stored>(STORED);
    const now = Date.now();
    if (!stored || now >= endOf(stored)) return null;
    const { secondStep, pending } = stored;
    return {
      ...stored,
      secondStep: secondStep && now < secondStep.expiresAt ? secondStep : null,
      pending: Object.fromEntries(Object.entries(pending).filter(([, { expiresAt }]) => now < expiresAt)),
    };
  }

  #readOrNew(): Stored {
    return this.#read() ?? { signedIn: null, secondStep: null, pending: {}, seenAt: Date.now() };
  }

  /** Stored in the same tick, so that whoever comes second finds it done. */
  async #write(stored: Stored): Promise<void> {
    this.ctx.storage.kv.put(STORED, stored);
    await this.ctx.storage.setAlarm(endOf(stored));
  }
}

/** Ids come from addresses: one may be the name of what every object has. */
function questionOf({ pending }: Stored, id: string): PendingAuthorization | null {
  return Object.hasOwn(pending, id) ? (pending[id] ?? null) : null;
}

function endOf({ signedIn, seenAt, handedOverAt }: Stored): number {
  if (handedOverAt !== undefined) return handedOverAt + HANDED_OVER_MS;
  return signedIn ? Math.min(signedIn.at + LONGEST_MS, seenAt + IDLE_MS) : seenAt + UNSIGNED_MS;
}
