import { OAuthError } from "@cloudflare/workers-oauth-provider";
import { log } from "../../../shared/platform/log.ts";
import { statement } from "../../../shared/platform/statement.ts";
import { later } from "./oauth-call.ts";

/** How many applications may register themselves in a day (UTC), all callers together. */
export const REGISTRATIONS_PER_DAY = 10_000;

const DAY_MS = 86_400_000;
const FORGOTTEN_AFTER_MS = 90 * DAY_MS;
/** A registered application that never got a code. */
const FORGOTTEN_UNCONNECTED_AFTER_MS = DAY_MS;
const MAX_RECORD_BYTES = 4 * 1024;
/** Applications that got no code in time. */
const OVERDUE = "SELECT id FROM unconnected_clients WHERE registered_at <= ?";

/** The last good copy of a metadata document; instants in epoch milliseconds. */
export interface KeptDocument {
  /** The client's record as the OAuth library stores it, JSON. */
  record: string;
  readAt: number;
  /** Until then its host is not asked. */
  freshUntil: number;
}

/** The known applications, in D1: those that registered themselves, and the last good copies of metadata documents. */
export type ClientRegistry = ReturnType<typeof clientRegistry>;

/** @param registrationsPerDay of all callers together, by UTC day */
export function clientRegistry(db: D1Database, now: () => number, registrationsPerDay: number) {
  let exhaustedDay: string | undefined;

  /** @throws {OAuthError} once so many registered today */
  async function countToday(at: number): Promise<void> {
    const day = dayOf(at);
    const query = `INSERT INTO registrations (day, count) VALUES (?1, 1)
      ON CONFLICT (day) DO UPDATE SET count = count + 1 WHERE count < ?2 RETURNING count`;
    const counted = await statement(db, query, day, registrationsPerDay).first<number>("count");
    if (counted !== null) return;
    if (exhaustedDay !== day) log("registrations_exhausted", { day });
    exhaustedDay = day;
    const description = "Too many applications have registered here today. Come again tomorrow (UTC).";
    throw later(description, Math.ceil((DAY_MS - (at % DAY_MS)) / 1000));
  }

  return {
    /** The record of an application that registered itself, as the OAuth library stores it (JSON). */
    async find(clientId: string): Promise<string | null> {
      const at = now();
      const query = `SELECT record FROM clients WHERE id = ? AND kind = 'registered' AND used_at > ?
        AND NOT EXISTS (SELECT 1 FROM (${OVERDUE}) AS overdue WHERE overdue.id = clients.id)`;
      const values = [at - FORGOTTEN_AFTER_MS, at - FORGOTTEN_UNCONNECTED_AFTER_MS];
      return statement(db, query, clientId, ...values).first<string>("record");
    },

    /** Keeps an application that registered itself. @throws {OAuthError} for a record that is too large, and after as many a day as are kept */
    async register(clientId: string, record: string): Promise<void> {
      const at = now();
      if (new TextEncoder().encode(record).length > MAX_RECORD_BYTES) {
        const description = "Name, redirect_uris and the other members that are used must be at most 4 KiB together.";
        throw new OAuthError("invalid_client_metadata", { description });
      }
      await countToday(at);
      const unconnected = `INSERT INTO unconnected_clients (id, registered_at)
        SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM clients WHERE id = ?1) ON CONFLICT DO NOTHING`;
      const registered = `INSERT INTO clients (id, kind, record, registered_at, used_at) VALUES (?1, 'registered', ?2, ?3, ?3)
        ON CONFLICT (id) DO UPDATE SET record = ?2 WHERE kind = 'registered'`;
      await db.batch([statement(db, unconnected, clientId, at), statement(db, registered, clientId, record, at)]);
    },

    /** Marks an application that registered itself as used, since it got a code or a token; written at most once a day. */
    async touch(clientId: string): Promise<void> {
      const at = now();
      const use = "UPDATE clients SET used_at = ? WHERE id = ? AND kind = 'registered' AND used_at <= ?";
      await db.batch([
        statement(db, use, at, clientId, at - DAY_MS),
        statement(db, "DELETE FROM unconnected_clients WHERE id = ?", clientId),
      ]);
    },

    async document(clientId: string): Promise<KeptDocument | null> {
      const query = `SELECT record, used_at AS readAt, fresh_until AS freshUntil FROM clients
        WHERE id = ? AND kind = 'document'`;
      return statement(db, query, clientId).first<KeptDocument>();
    },

    /** Keeps a good copy in place of the one before. */
    async keepDocument(clientId: string, { record, readAt, freshUntil }: KeptDocument): Promise<void> {
      const query = `INSERT INTO clients (id, kind, record, registered_at, used_at, fresh_until)
        VALUES (?1, 'document', ?2, ?3, ?3, ?4)
        ON CONFLICT (id) DO UPDATE SET record = ?2, used_at = ?3, fresh_until = ?4 WHERE kind = 'document'`;
      await statement(db, query, clientId, record, readAt, freshUntil).run();
    },

    /**
     * Forgets what nobody has used, and documents that nobody has read, for 90 days; and who registered a day ago and never got
     * a code.
     */
    async purge(at: number): Promise<void> {
      const unconnected = at - FORGOTTEN_UNCONNECTED_AFTER_MS;
      await db.batch([
        statement(db, "DELETE FROM clients WHERE used_at <= ?", at - FORGOTTEN_AFTER_MS),
        statement(db, `DELETE FROM clients WHERE kind = 'registered' AND id IN (${OVERDUE})`, unconnected),
        statement(db, "DELETE FROM unconnected_clients WHERE registered_at <= ?", unconnected),
        statement(db, "DELETE FROM registrations WHERE day < ?", dayOf(at)),
      ]);
    },
  };
}

/** The UTC day of an instant, `YYYY-MM-DD`. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
