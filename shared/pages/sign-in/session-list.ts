import type { BillingSystemSetting } from "../../billing-contract/billing-system-setting.ts";
import { type JurisdictionSetting, within } from "../../platform/jurisdiction.ts";
import { SESSION_MAX_MS, type SignedIn, type SignInSession } from "./session.ts";

type ListedSession = Pick<SignInSession, "end" | "isSignedIn" | "setEmail">;

/** The objects that store sessions. */
export interface SessionObjects<Port extends ListedSession = ListedSession> {
  of(session: string): Port;
  /**
   * Returns the id of a session's object. The id is valid only inside this Worker, and a browser cannot use it as a
   * session id.
   */
  objectIdOf(session: string): string;
  byObjectId(id: string): ListedSession;
}

/** An open session of a signed-in login. */
export interface OpenSession extends Required<Pick<SignedIn, "at" | "browser">> {
  /** The id of the session's object. */
  object: string;
  /** Whether the session is the caller's own. */
  isOwn: boolean;
}

/** A selection of sessions: those of one login that began at or before a given time. */
export interface SessionsOf extends Pick<SignedIn, "loginId"> {
  /** Latest time at which a selected session began, in epoch milliseconds. */
  until: number;
  /** The session to keep. */
  except?: string;
}

const OF = "login_id = ?1 AND signed_in_at <= ?2 AND object <> ?3";
const MAX_ENDED = 100;
const MAX_LISTED = 50;
/**
 * Time for which the end of all sessions is remembered. A sign-in always takes less time than that.
 */
const SIGNED_OUT_MS = 3_600_000;

/** The signed-in sessions by login, in the table `signed_in_sessions` of a Worker's database. */
export class SessionList {
  readonly #db: D1Database;
  readonly #objects: SessionObjects;

  constructor(db: D1Database, objects: SessionObjects) {
    this.#db = db;
    this.#objects = objects;
  }

  /**
   * Adds a session to the list.
   * @returns `false` if all sessions of the login were ended after this sign-in began
   */
  async add(session: string, { loginId, at, begunAt = at, browser = "" }: SignedIn): Promise<boolean> {
    const { meta } = await this.#db
      .prepare(
        `INSERT INTO signed_in_sessions (object, login_id, signed_in_at, ends_at, browser) SELECT ?1, ?2, ?3, ?4, ?5
         WHERE NOT EXISTS (SELECT 1 FROM signed_out_logins WHERE login_id = ?2 AND until >= ?3)
         ON CONFLICT (object) DO UPDATE SET object = object`,
      )
      .bind(this.#objects.objectIdOf(session), loginId, begunAt, at + SESSION_MAX_MS, browser)
      .run();
    return meta.changes > 0;
  }

  /**
   * Returns the open sessions among the newest 50 of a login, newest first.
   * @param own the caller's session
   */
  async list(loginId: number, own: string): Promise<OpenSession[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT object, signed_in_at AS at, browser FROM signed_in_sessions WHERE login_id = ?
         ORDER BY signed_in_at DESC LIMIT ${MAX_LISTED}`,
      )
      .bind(loginId)
      .all<Omit<OpenSession, "isOwn">>();
    const areOpen = await Promise.all(results.map(({ object }) => this.#objects.byObjectId(object).isSignedIn()));
    const ownObject = this.#objects.objectIdOf(own);
    return results.filter((_, index) => areOpen[index]).map((row) => ({ ...row, isOwn: row.object === ownObject }));
  }

  /** Sets a login's new e-mail address in all of its sessions. */
  async setEmail(loginId: number, email: string): Promise<void> {
    const { results } = await this.#db
      .prepare("SELECT object FROM signed_in_sessions WHERE login_id = ?")
      .bind(loginId)
      .all<Pick<OpenSession, "object">>();
    await Promise.all(results.map(({ object }) => this.#objects.byObjectId(object).setEmail(email)));
  }

  /** Ends one session of a login. A session of another login stays unchanged. */
  async endOne(loginId: number, object: string): Promise<void> {
    const ended = await this.#db
      .prepare("DELETE FROM signed_in_sessions WHERE object = ? AND login_id = ? RETURNING object")
      .bind(object, loginId)
      .first();
    if (ended) await this.#objects.byObjectId(object).end();
  }

  /** Ends the selected sessions of a login, and its sign-ins in progress. */
  async endAll(ended: SessionsOf): Promise<void> {
    await this.#db
      .prepare(
        `INSERT INTO signed_out_logins (login_id, until) VALUES (?, ?)
         ON CONFLICT (login_id) DO UPDATE SET until = max(until, excluded.until)`,
      )
      .bind(ended.loginId, ended.until)
      .run();
    while ((await this.end(ended)) > 0);
  }

  /**
   * Ends some of a login's sessions and deletes their rows.
   * @returns the number of sessions that are left
   */
  async end({ loginId, until, except }: SessionsOf): Promise<number> {
    const whose = [loginId, until, except === undefined ? "" : this.#objects.objectIdOf(except)];
    const [listed, count] = await this.#db.batch<{ object: string; count: number }>([
      this.#db.prepare(`SELECT object FROM signed_in_sessions WHERE ${OF} LIMIT ${MAX_ENDED}`).bind(...whose),
      this.#db.prepare(`SELECT count(*) AS count FROM signed_in_sessions WHERE ${OF}`).bind(...whose),
    ]);
    const objects = (listed?.results ?? []).map(({ object }) => object);
    for (const object of objects) await this.#objects.byObjectId(object).end();
    await this.#db
      .prepare("DELETE FROM signed_in_sessions WHERE object IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(objects))
      .run();
    return (count?.results[0]?.count ?? 0) - objects.length;
  }

  /**
   * Deletes the rows of expired sessions and of old sign-outs.
   * @param at the current time in epoch milliseconds
   */
  async purge(at: number): Promise<void> {
    await this.#db.batch([
      this.#db.prepare("DELETE FROM signed_in_sessions WHERE ends_at <= ?").bind(at),
      this.#db.prepare("DELETE FROM signed_out_logins WHERE until <= ?").bind(at - SIGNED_OUT_MS),
    ]);
  }
}

/**
 * Returns the session objects of a Worker from its bindings. Object names begin with the billing system's id, so nobody
 * stays signed in when the billing system changes.
 */
export function sessionObjects<Port extends ListedSession>(
  sessions: DurableObjectNamespace,
  setting: JurisdictionSetting & BillingSystemSetting,
): SessionObjects<Port> {
  const nameOf = (session: string) => `${setting.BILLING_SYSTEM}:${session}`;
  return {
    of: (session) => within(sessions, setting).getByName(nameOf(session)) as unknown as Port,
    objectIdOf: (session) => within(sessions, setting).idFromName(nameOf(session)).toString(),
    byObjectId: (id) => {
      const objectId = within(sessions, setting).idFromString(id);
      return within(sessions, setting).get(objectId) as unknown as Port;
    },
  };
}
