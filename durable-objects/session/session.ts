import { DurableObject } from "cloudflare:workers";
import {
  type ProviderSignIn,
  type ProviderSignInFailure,
  SESSION_MAX_MS,
  type SecondStepWaiting,
  type SessionRotation,
  type SignedIn,
} from "../../shared/pages/sign-in/session.ts";
import { inTime } from "../../shared/platform/deadline.ts";
import { EMPTY_SESSION, type PendingAuthorization, type SessionPort, type SessionState } from "./session-port.ts";

const MINUTE_MS = 60_000;
const PENDING_MS = 10 * MINUTE_MS;
const SECOND_STEP_MS = 10 * MINUTE_MS;
const PROVIDER_SIGN_IN_MS = 10 * MINUTE_MS;
const MAX_PENDING = 20;
/** How long a session without a sign-in lasts after its last recorded activity, in milliseconds. */
const UNSIGNED_MS = 30 * MINUTE_MS;
/** How long a signed-in session lasts after its last recorded activity, in milliseconds. */
const IDLE_MS = 60 * MINUTE_MS;
/** How long a repeated form gets the same response, in milliseconds. */
const REPEATED_MS = 30_000;
/** How long the second of two identical forms waits for the response to the first, in milliseconds. */
const MAX_WAIT_MS = 10_000;

const STORED = "session";

interface StoredSession {
  signedIn: SignedIn | null;
  secondStep: SecondStepWaiting | null;
  providerSignIn: ProviderSignIn | null;
  /** Pending authorizations, including lapsed ones. */
  pending: Record<string, PendingAuthorization>;
  /**
   * Time of the last recorded activity, in epoch milliseconds. Reads of a signed-in session are recorded at most once a
   * minute.
   */
  seenAt: number;
  /** The rotation that replaced this session with a session under a new id; `null` if there was none. */
  handedOver: StoredRotation | null;
}

/** The fields of an empty session. */
const NOTHING = { signedIn: null, secondStep: null, providerSignIn: null, pending: {}, handedOver: null };

type Rotation = SessionRotation<PendingAuthorization>;

interface StoredRotation extends Rotation {
  /**
   * The proof of the code that completed the sign-in; `null` if there is none, and after an attempt with another code.
   */
  codeProof: string | null;
  /** Time until which the rotation can be repeated, in epoch milliseconds. */
  until: number;
}

interface FormAnswer {
  form: string;
  location: Promise<string>;
  settle: (location: string) => void;
  until: number;
}

/** The Durable Object of one browser's session, for the account's pages and the client area. */
export class Session extends DurableObject implements SessionPort {
  /**
   * The forms that completed authorizations, with their redirect URLs, by authorization id. They are kept in memory
   * only, because a URL can contain an authorization code, which is never stored.
   */
  readonly #answers = new Map<string, FormAnswer>();

  async read(): Promise<SessionState> {
    const stored = this.#read();
    const now = Date.now();
    if (!stored) return EMPTY_SESSION;
    if (stored.signedIn && now - stored.seenAt >= MINUTE_MS) await this.#write({ ...stored, seenAt: now });
    const { signedIn, secondStep, handedOver } = stored;
    const providerSignIn = providerSignInOf(stored);
    // A repeated sign-in still finds its authorization here, but only the rotated session can complete it.
    return { signedIn, secondStep, providerSignIn, pending: stillOpen({ ...handedOver?.pending, ...stored.pending }) };
  }

  async isSignedIn(): Promise<boolean> {
    return (this.#read()?.signedIn ?? null) !== null;
  }

  async addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string> {
    const stored = this.#readOrNew();
    const id = crypto.randomUUID();
    const all = [...Object.entries(stored.pending), [id, { ...pending, expiresAt: Date.now() + PENDING_MS }] as const];
    await this.#write({ ...stored, pending: Object.fromEntries(all.slice(-MAX_PENDING)), seenAt: Date.now() });
    return id;
  }

  async chooseAccount(pendingId: string, accountId: number): Promise<void> {
    const stored = this.#read();
    const authorization = stored && authorizationOf(stored, pendingId);
    if (!authorization) return;
    await this.#write({ ...stored, pending: { ...stored.pending, [pendingId]: { ...authorization, accountId } } });
  }

  async takePending(pendingId: string, form?: string): Promise<PendingAuthorization | null> {
    const stored = this.#read();
    const authorization = stored && authorizationOf(stored, pendingId);
    if (!authorization) return null;
    if (form !== undefined) this.#awaitAnswer(pendingId, form);
    const { [pendingId]: _, ...others } = stored.pending;
    await this.#write({ ...stored, pending: others });
    return authorization;
  }

  async lapsed(pendingId: string): Promise<PendingAuthorization | null> {
    const { pending = {}, handedOver } = this.#read() ?? {};
    const all = { ...handedOver?.pending, ...pending };
    const authorization = Object.hasOwn(all, pendingId) ? all[pendingId] : undefined;
    return authorization && authorization.expiresAt <= Date.now() ? authorization : null;
  }

  async answered(pendingId: string, location: string): Promise<void> {
    this.#answers.get(pendingId)?.settle(location);
  }

  async locationOf(pendingId: string, form: string): Promise<string | null> {
    const answer = this.#answers.get(pendingId);
    if (!answer || answer.form !== form || answer.until <= Date.now()) return null;
    // expected: the redirect URL for the first form is not ready in time.
    return inTime(answer.location, MAX_WAIT_MS).catch(() => null);
  }

  async awaitSecondStep(waiting: Omit<SecondStepWaiting, "expiresAt"> | null): Promise<void> {
    const now = Date.now();
    const secondStep = waiting && { ...waiting, expiresAt: now + SECOND_STEP_MS };
    const stored = secondStep ? this.#readOrNew() : this.#read();
    if (stored) await this.#write({ ...stored, secondStep, seenAt: now });
  }

  async beginProviderSignIn(begun: Pick<ProviderSignIn, "state" | "address" | "page">): Promise<ProviderSignIn> {
    const stored = this.#readOrNew();
    const now = Date.now();
    const before = stored.providerSignIn;
    if (before?.progress === "away" && before.page === begun.page && now - before.begunAt < REPEATED_MS) return before;
    const providerSignIn: ProviderSignIn = { ...begun, begunAt: now, progress: "away" };
    await this.#write({ ...stored, providerSignIn, seenAt: now });
    return providerSignIn;
  }

  async returnFromProvider(): Promise<{ signIn: ProviderSignIn; isFirst: boolean } | null> {
    const stored = this.#read();
    const signIn = stored && providerSignInOf(stored);
    if (!signIn) return null;
    const isFirst = signIn.progress === "away";
    if (isFirst) await this.#write({ ...stored, providerSignIn: { ...signIn, progress: "returned" } });
    return { signIn, isFirst };
  }

  async failProviderSignIn(failure: ProviderSignInFailure): Promise<void> {
    const stored = this.#read();
    if (stored?.providerSignIn?.progress !== "returned") return;
    await this.#write({ ...stored, providerSignIn: { ...stored.providerSignIn, progress: failure } });
  }

  async setEmail(email: string): Promise<void> {
    const stored = this.#read();
    if (stored?.signedIn) await this.#write({ ...stored, signedIn: { ...stored.signedIn, email } });
  }

  async selectAccount(accountId: number): Promise<void> {
    const stored = this.#read();
    if (stored?.signedIn) await this.#write({ ...stored, signedIn: { ...stored.signedIn, accountId } });
  }

  async rotate(to: Pick<Rotation, "session" | "signedIn">, codeProof: string | null): Promise<Rotation> {
    const stored = this.#readOrNew();
    const before = stored.handedOver;
    const isRepeated =
      before?.signedIn?.loginId === to.signedIn?.loginId && Object.keys(stillOpen(stored.pending)).length === 0;
    if (before && isRepeated) return rotationOf(before);
    this.#answers.clear();
    const now = Date.now();
    const authorizations = Object.entries(stored.pending).map(([id, authorization]) => [
      id,
      { ...authorization, accountId: null },
    ]);
    const handedOver = {
      ...to,
      ...(to.signedIn && endedBySignIn(stored)),
      pending: Object.fromEntries(authorizations),
      codeProof,
      until: now + REPEATED_MS,
    };
    await this.#write({ ...NOTHING, seenAt: now, handedOver });
    return rotationOf(handedOver);
  }

  async rotated(codeProof: string): Promise<Rotation | null> {
    const stored = this.#read();
    const { handedOver } = stored ?? {};
    if (!stored || !handedOver || handedOver.codeProof === null) return null;
    if (handedOver.codeProof === codeProof) return rotationOf(handedOver);
    await this.#write({ ...stored, handedOver: { ...handedOver, codeProof: null } });
    return null;
  }

  async begin({ signedIn, pending, providerSignIn }: Omit<Rotation, "session">): Promise<void> {
    if (this.#read()) return;
    await this.#write({ ...NOTHING, signedIn, pending, providerSignIn: providerSignIn ?? null, seenAt: Date.now() });
  }

  async end(): Promise<void> {
    this.#answers.clear();
    if (!this.#read()) return;
    // Empty the session instead of deleting it, because a repeated rotation must not create the session again.
    const seenAt = Date.now() - UNSIGNED_MS + REPEATED_MS;
    await this.#write({ ...NOTHING, seenAt });
  }

  override async alarm(): Promise<void> {
    const stored = this.#read();
    if (stored) await this.ctx.storage.setAlarm(endOf(stored));
    else await this.ctx.storage.deleteAll();
  }

  #awaitAnswer(pendingId: string, form: string): void {
    const now = Date.now();
    for (const [id, { until }] of this.#answers) if (until <= now) this.#answers.delete(id);
    const { promise: location, resolve: settle } = Promise.withResolvers<string>();
    this.#answers.set(pendingId, { form, location, settle, until: now + REPEATED_MS });
  }

  /** Returns the stored session, or `null` if it is unknown, ended or expired. */
  #read(): StoredSession | null {
    const stored = this.ctx.storage.kv.get<StoredSession>(STORED);
    const now = Date.now();
    if (!stored || now >= endOf(stored)) return null;
    const { secondStep, handedOver, providerSignIn } = stored;
    return {
      ...stored,
      handedOver: handedOver && now < handedOver.until ? handedOver : null,
      providerSignIn: providerSignIn && now < providerSignIn.begunAt + PROVIDER_SIGN_IN_MS ? providerSignIn : null,
      secondStep: secondStep && now < secondStep.expiresAt ? secondStep : null,
    };
  }

  #readOrNew(): StoredSession {
    return this.#read() ?? { ...NOTHING, seenAt: Date.now() };
  }

  /** Writes the session synchronously, so that a concurrent call reads the new state. */
  async #write(stored: StoredSession): Promise<void> {
    this.ctx.storage.kv.put(STORED, stored);
    await this.ctx.storage.setAlarm(endOf(stored));
  }
}

/**
 * Returns an authorization that is still open, or `null` if there is none. The id comes from a URL, so it may be the
 * name of an inherited property.
 */
function authorizationOf({ pending }: StoredSession, id: string): PendingAuthorization | null {
  const open = stillOpen(pending);
  return Object.hasOwn(open, id) ? (open[id] ?? null) : null;
}

/**
 * Returns the pending authorizations that have not lapsed. Lapsed ones stay stored, so that the customer can start them
 * again.
 */
function stillOpen(pending: StoredSession["pending"]): StoredSession["pending"] {
  const now = Date.now();
  return Object.fromEntries(Object.entries(pending).filter(([, { expiresAt }]) => now < expiresAt));
}

function rotationOf({ codeProof: _, until: __, ...rotation }: StoredRotation): Rotation {
  return rotation;
}

/**
 * Returns the sign-in at the billing system's page. A rotated session returns the sign-in that caused the rotation, in
 * case the browser returns twice.
 */
function providerSignInOf({ providerSignIn, handedOver }: StoredSession): ProviderSignIn | null {
  return providerSignIn ?? handedOver?.providerSignIn ?? null;
}

/** Returns the sign-in at the billing system's page that a rotation completes. */
function endedBySignIn({ providerSignIn }: StoredSession): Pick<Rotation, "providerSignIn"> {
  return providerSignIn?.progress === "returned"
    ? { providerSignIn: { ...providerSignIn, progress: "signed_in" } }
    : {};
}

function endOf({ signedIn, seenAt }: StoredSession): number {
  return signedIn ? Math.min(signedIn.at + SESSION_MAX_MS, seenAt + IDLE_MS) : seenAt + UNSIGNED_MS;
}
