import type { Login } from "../../../shared/billing-contract/customer.ts";
import { mayBePlain } from "../../../shared/platform/addresses.ts";

const MINUTE_MS = 60_000;
/** From the last request on. */
const IDLE_MS = 60 * MINUTE_MS;
/** From the sign-in on. */
const MAX_MS = 8 * 60 * MINUTE_MS;
const ID = /^[A-Za-z0-9_-]{43}$/;

/** One browser's session. Its id is a secret of the browser's; nothing is stored before somebody signs in. */
export interface AreaSession {
  id: string;
  /** Proves that a form was made for this session. */
  formToken: string;
  signedIn: SignedIn | null;
}

export interface SignedIn {
  loginId: number;
  email: string;
  /** The account that was chosen last. */
  accountId: number | null;
}

/** The sessions of the client area, in the engine's own database. */
export class AreaSessions {
  readonly #db: D1Database;
  readonly #now: () => number;
  readonly #randomBytes: (count: number) => Uint8Array;

  constructor(db: D1Database, now: () => number, randomBytes: (count: number) => Uint8Array) {
    this.#db = db;
    this.#now = now;
    this.#randomBytes = randomBytes;
  }

  /** The session of a request's cookie; null without one. */
  async of(request: Request): Promise<AreaSession | null> {
    const name = cookieName(new URL(request.url));
    const cookies = (request.headers.get("Cookie") ?? "").split(";").map((cookie) => cookie.trim().split("="));
    const id = cookies.find(([known, value = ""]) => known === name && ID.test(value))?.[1];
    return id === undefined ? null : this.#session(id, await this.#read(await hashOf(id)));
  }

  /** A session with a new id, that nobody is signed in with. */
  start(): Promise<AreaSession> {
    const id = this.#randomBytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
    return this.#session(id, null);
  }

  /** Goes on as the login, in a session with a new id: whoever knew the old one gains nothing by it. */
  async begin(before: AreaSession, login: Login): Promise<AreaSession> {
    const { id } = await this.start();
    const now = this.#now();
    await this.#db.batch([
      this.#db.prepare(`DELETE FROM client_area_sessions WHERE NOT (${ALIVE})`).bind(now),
      this.#db.prepare("DELETE FROM client_area_sessions WHERE id_hash = ?").bind(await hashOf(before.id)),
      this.#db
        .prepare(
          "INSERT INTO client_area_sessions (id_hash, login_id, email, signed_in_at, seen_at) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(await hashOf(id), login.id, login.email, now, now),
    ]);
    return this.#session(id, { loginId: login.id, email: login.email, accountId: null });
  }

  async chooseAccount(session: AreaSession, accountId: number): Promise<void> {
    await this.#db
      .prepare("UPDATE client_area_sessions SET account_id = ? WHERE id_hash = ?")
      .bind(accountId, await hashOf(session.id))
      .run();
  }

  async end(session: AreaSession): Promise<void> {
    await this.#db
      .prepare("DELETE FROM client_area_sessions WHERE id_hash = ?")
      .bind(await hashOf(session.id))
      .run();
  }

  /** `Set-Cookie` that makes a session this browser's. */
  cookie(session: AreaSession, url: URL): string {
    return cookie(url, session.id);
  }

  /** `Set-Cookie` that makes the browser forget its session. */
  noCookie(url: URL): string {
    return `${cookie(url, "")}; Max-Age=0`;
  }

  async #read(idHash: string): Promise<SignedIn | null> {
    const now = this.#now();
    const row = await this.#db
      .prepare(`SELECT login_id, email, account_id, seen_at FROM client_area_sessions WHERE id_hash = ?2 AND ${ALIVE}`)
      .bind(now, idHash)
      .first<{ login_id: number; email: string; account_id: number | null; seen_at: number }>();
    if (!row) return null;
    if (now - row.seen_at >= MINUTE_MS) {
      const seen = this.#db.prepare("UPDATE client_area_sessions SET seen_at = ? WHERE id_hash = ?");
      await seen.bind(now, idHash).run();
    }
    return { loginId: row.login_id, email: row.email, accountId: row.account_id };
  }

  async #session(id: string, signedIn: SignedIn | null): Promise<AreaSession> {
    return { id, formToken: await formTokenOf(id), signedIn };
  }
}

/** With the present as `?1`. */
const ALIVE = `seen_at > ?1 - ${IDLE_MS} AND signed_in_at > ?1 - ${MAX_MS}`;

function cookieName(url: URL): string {
  return mayBePlain(url) ? "client-area" : "__Host-client-area";
}

function cookie(url: URL, value: string): string {
  const scope = mayBePlain(url) ? "Path=/client-area" : "Path=/; Secure";
  return `${cookieName(url)}=${value}; ${scope}; HttpOnly; SameSite=Lax`;
}

async function hashOf(id: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id))).toHex();
}

/** Follows from the id, which only the browser has, and does not tell it. */
async function formTokenOf(id: string): Promise<string> {
  const text = new TextEncoder().encode(`form token ${id}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return digest.toBase64({ alphabet: "base64url", omitPadding: true });
}
