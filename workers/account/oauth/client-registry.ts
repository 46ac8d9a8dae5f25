import { OAuthError } from "@cloudflare/workers-oauth-provider";
import { log } from "../../../shared/platform/log.ts";
import { statement } from "../../../shared/platform/statement.ts";
import { isTooLarge } from "./client-limits.ts";

/** How many applications are kept that registered themselves and never got a code, of all callers together. */
export const MAX_UNCONNECTED = 5_000;
/** Half of them are reserved for networks with fewer than that many. */
const MANY = 3;

const DAY_MS = 86_400_000;
const FORGOTTEN_AFTER_MS = 90 * DAY_MS;
/** A registered application that never got a code. */
const FORGOTTEN_UNCONNECTED_AFTER_MS = DAY_MS;
/** Applications that got no code in time. */
const OVERDUE = "SELECT id FROM unconnected_clients WHERE registered_at <= ?";
/** The active connections of an application, by its id. */
const CONNECTIONS = "SELECT 1 FROM connections WHERE ended_at IS NULL AND application =";

/**
 * Of unconnected applications the one that goes first, where there are more than are kept: the oldest of the network that has
 * most. Nobody can so keep out others, who have few. `?1` is how many are kept, `?2` now.
 */
const SURPLUS = `WITH networks AS
    (SELECT network, count(*) AS kept, min(registered_at) AS oldest FROM unconnected_clients GROUP BY network)
  SELECT id FROM unconnected_clients
  WHERE network = (SELECT network FROM networks ORDER BY kept DESC, oldest LIMIT 1)
    AND (SELECT total(kept) > ?1 OR total(kept) FILTER (WHERE kept >= ${MANY}) > ?1 / 2 FROM networks)
    AND NOT EXISTS (SELECT 1 FROM lifted_registrations WHERE until > ?2)
  ORDER BY registered_at LIMIT 1`;

/** The last good copy of a metadata document; instants in epoch milliseconds. */
export interface KeptDocument {
  /** The client's record as the OAuth library stores it, JSON. */
  record: string;
  readAt: number;
  /** Until then its host is not fetched. */
  freshUntil: number;
}

/** The known applications, in D1: those that registered themselves, and the last good copies of metadata documents. */
export type ClientRegistry = ReturnType<typeof clientRegistry>;

/** @param maxUnconnected of all callers together */
export function clientRegistry(db: D1Database, now: () => number, maxUnconnected: number) {
  let droppedAt = Number.NEGATIVE_INFINITY;

  return {
    /** The record of an application that registered itself, as the OAuth library stores it (JSON). */
    async find(clientId: string): Promise<string | null> {
      const at = now();
      const query = `SELECT record FROM clients WHERE id = ? AND kind = 'registered' AND used_at > ?
        AND NOT EXISTS (SELECT 1 FROM (${OVERDUE}) AS overdue WHERE overdue.id = clients.id)`;
      const values = [at - FORGOTTEN_AFTER_MS, at - FORGOTTEN_UNCONNECTED_AFTER_MS];
      return statement(db, query, clientId, ...values).first<string>("record");
    },

    /**
     * Keeps an application that registered itself; where that is one too many, another one goes that never got a code.
     * @param network that it registered from, as one caller's: a keyed hash
     * @throws {OAuthError} for a record that is too large
     */
    async register(clientId: string, record: string, network: string): Promise<void> {
      const at = now();
      if (isTooLarge(record)) {
        const description = "The name, redirect_uris and the other fields in use must be at most 4 KiB together.";
        throw new OAuthError("invalid_client_metadata", { description });
      }
      const unconnected = `INSERT INTO unconnected_clients (id, registered_at, network)
        SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM clients WHERE id = ?1) ON CONFLICT DO NOTHING`;
      const registered = `INSERT INTO clients (id, kind, record, registered_at, used_at) VALUES (?1, 'registered', ?2, ?3, ?3)
        ON CONFLICT (id) DO UPDATE SET record = ?2 WHERE kind = 'registered'`;
      const [, , dropped] = await db.batch([
        statement(db, unconnected, clientId, at, network),
        statement(db, registered, clientId, record, at),
        statement(db, `DELETE FROM clients WHERE id = (${SURPLUS})`, maxUnconnected, at),
        statement(db, `DELETE FROM unconnected_clients WHERE id = (${SURPLUS})`, maxUnconnected, at),
      ]);
      if (!dropped?.meta.changes || at < droppedAt + DAY_MS) return;
      log("registrations_dropped", { kept: maxUnconnected });
      droppedAt = at;
    },

    /** Until an instant, epoch milliseconds, none goes because there are too many. */
    async lift(until: number): Promise<void> {
      const query = `INSERT INTO lifted_registrations (only_row, until) VALUES (1, ?1)
        ON CONFLICT (only_row) DO UPDATE SET until = ?1`;
      await statement(db, query, until).run();
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

    /** The last good copy of the document of an application that somebody has connected. */
    async document(clientId: string): Promise<KeptDocument | null> {
      const query = `SELECT record, used_at AS readAt, fresh_until AS freshUntil FROM clients
        WHERE id = ? AND kind = 'document' AND EXISTS (${CONNECTIONS} clients.id)`;
      return statement(db, query, clientId).first<KeptDocument>();
    },

    /** Keeps a good copy in place of an older one, where somebody has connected the application. */
    async keepDocument(clientId: string, { record, readAt, freshUntil }: KeptDocument): Promise<void> {
      const query = `INSERT INTO clients (id, kind, record, registered_at, used_at, fresh_until)
        SELECT ?1, 'document', ?2, ?3, ?3, ?4 WHERE EXISTS (${CONNECTIONS} ?1)
        ON CONFLICT (id) DO UPDATE SET record = ?2, used_at = ?3, fresh_until = ?4 WHERE kind = 'document' AND used_at < ?3`;
      await statement(db, query, clientId, record, readAt, freshUntil).run();
    },

    /**
     * Forgets what nobody has used for 90 days, documents of applications that nobody has connected any more, and who registered
     * a day ago and never got a code.
     */
    async purge(at: number): Promise<void> {
      const unconnected = at - FORGOTTEN_UNCONNECTED_AFTER_MS;
      await db.batch([
        statement(db, "DELETE FROM clients WHERE used_at <= ?", at - FORGOTTEN_AFTER_MS),
        statement(db, `DELETE FROM clients WHERE kind = 'document' AND NOT EXISTS (${CONNECTIONS} clients.id)`),
        statement(db, `DELETE FROM clients WHERE kind = 'registered' AND id IN (${OVERDUE})`, unconnected),
        statement(db, "DELETE FROM unconnected_clients WHERE registered_at <= ?", unconnected),
        statement(db, "DELETE FROM lifted_registrations WHERE until <= ?", at),
      ]);
    },
  };
}
