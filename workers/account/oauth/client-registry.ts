import type { OAuthStorage } from "../../../shared/connections/authorization-server.ts";

const DAY_MS = 86_400_000;
const FORGOTTEN_AFTER_MS = 90 * DAY_MS;
const KEY_PREFIX = "client:";

/** The last good copy of a metadata document; instants in epoch milliseconds. */
export interface KeptDocument {
  /** The client's record as the OAuth library stores it, JSON. */
  record: string;
  readAt: number;
  /** Until then its host is not asked. */
  freshUntil: number;
}

/** The applications that are known: those that registered themselves, and the last good copies of metadata documents. */
export class ClientRegistry {
  readonly #db: D1Database;
  readonly #now: () => number;

  constructor(db: D1Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** The record of an application that registered itself, as the OAuth library stores it (JSON). */
  async find(clientId: string): Promise<string | null> {
    return this.#db
      .prepare("SELECT record FROM clients WHERE id = ? AND kind = 'registered'")
      .bind(clientId)
      .first<string>("record");
  }

  /** Marks an application that registered itself as used; written at most once a day. */
  async touch(clientId: string): Promise<void> {
    const now = this.#now();
    await this.#db
      .prepare("UPDATE clients SET used_at = ? WHERE id = ? AND kind = 'registered' AND used_at <= ?")
      .bind(now, clientId, now - DAY_MS)
      .run();
  }

  async document(clientId: string): Promise<KeptDocument | null> {
    return this.#db
      .prepare(
        `SELECT record, used_at AS readAt, fresh_until AS freshUntil FROM clients WHERE id = ? AND kind = 'document'`,
      )
      .bind(clientId)
      .first<KeptDocument>();
  }

  /** Keeps a good copy in place of the one before. */
  async keepDocument(clientId: string, { record, readAt, freshUntil }: KeptDocument): Promise<void> {
    await this.#db
      .prepare(
        `INSERT INTO clients (id, kind, record, registered_at, used_at, fresh_until) VALUES (?1, 'document', ?2, ?3, ?3, ?4)
         ON CONFLICT (id) DO UPDATE SET record = ?2, used_at = ?3, fresh_until = ?4 WHERE kind = 'document'`,
      )
      .bind(clientId, record, readAt, freshUntil)
      .run();
  }

  /** Forgets what nobody has used, and documents that nobody has read, for 90 days. */
  async purge(now: number): Promise<void> {
    await this.#db
      .prepare("DELETE FROM clients WHERE used_at <= ?")
      .bind(now - FORGOTTEN_AFTER_MS)
      .run();
  }

  /** The OAuth library's storage while it registers an application: its clients, and no other key. */
  storage(): OAuthStorage {
    const idIn = (key: string) => {
      if (!key.startsWith(KEY_PREFIX)) throw new Error(`only clients are kept here, not ${key.split(":")[0]}`);
      return key.slice(KEY_PREFIX.length);
    };
    return {
      get: async (key, options) => {
        const record = await this.find(idIn(key));
        return record !== null && options?.type === "json" ? JSON.parse(record) : record;
      },
      put: async (key, value) => this.#register(idIn(key), value),
      delete: async (key) => this.#forget(idIn(key)),
      list: async () => {
        throw new Error("clients are never listed");
      },
    };
  }

  async #register(clientId: string, record: string): Promise<void> {
    const now = this.#now();
    await this.#db
      .prepare(
        `INSERT INTO clients (id, kind, record, registered_at, used_at) VALUES (?1, 'registered', ?2, ?3, ?3)
         ON CONFLICT (id) DO UPDATE SET record = ?2 WHERE kind = 'registered'`,
      )
      .bind(clientId, record, now)
      .run();
  }

  async #forget(clientId: string): Promise<void> {
    await this.#db.prepare("DELETE FROM clients WHERE id = ? AND kind = 'registered'").bind(clientId).run();
  }
}
