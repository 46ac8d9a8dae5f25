import { OAuthError } from "@cloudflare/workers-oauth-provider";
import { log } from "../../../shared/platform/log.ts";
import { statement } from "../../../shared/platform/statement.ts";
import { isTooLarge } from "./client-limits.ts";

/** The maximum number of registered applications without a code, across all callers. */
export const MAX_UNCONNECTED = 5_000;
/** Half of the maximum is reserved for networks with fewer applications than this. */
const MANY = 3;

const DAY_MS = 86_400_000;
const FORGOTTEN_AFTER_MS = 90 * DAY_MS;
/** How long a registered application without a code is kept, in milliseconds. */
const FORGOTTEN_UNCONNECTED_AFTER_MS = DAY_MS;
/** SQL: the applications that received no code in time. */
const OVERDUE = "SELECT id FROM unconnected_clients WHERE registered_at <= ?";
/** SQL: the active connections of the application whose id follows. */
const CONNECTIONS = "SELECT 1 FROM connections WHERE ended_at IS NULL AND application =";

/**
 * SQL: the unconnected application to delete if there are too many. It is the oldest one from the network that has the
 * most. A network therefore cannot displace the applications of networks that have few. `?1` is the maximum, and `?2`
 * is the current time.
 */
const SURPLUS = `WITH networks AS
    (SELECT network, count(*) AS kept, min(registered_at) AS oldest FROM unconnected_clients GROUP BY network)
  SELECT id FROM unconnected_clients
  WHERE network = (SELECT network FROM networks ORDER BY kept DESC, oldest LIMIT 1)
    AND (SELECT total(kept) > ?1 OR total(kept) FILTER (WHERE kept >= ${MANY}) > ?1 / 2 FROM networks)
    AND NOT EXISTS (SELECT 1 FROM lifted_registrations WHERE until > ?2)
  ORDER BY registered_at LIMIT 1`;

/** The last good copy of a metadata document. Times are in epoch milliseconds. */
export interface KeptDocument {
  /** The client's record as JSON, in the OAuth library's format. */
  record: string;
  readAt: number;
  /** Time until which the document is not fetched again. */
  freshUntil: number;
}

/** The known applications, in D1: registered applications, and the last good copies of metadata documents. */
export type ClientRegistry = ReturnType<typeof clientRegistry>;

/**
 * Creates the registry.
 * @param maxUnconnected the maximum number of applications without a code, across all callers
 */
export function clientRegistry(db: D1Database, now: () => number, maxUnconnected: number) {
  let droppedAt = Number.NEGATIVE_INFINITY;

  return {
    /** Returns the record of a registered application as JSON, in the OAuth library's format. */
    async find(clientId: string): Promise<string | null> {
      const at = now();
      const query = `SELECT record FROM clients WHERE id = ? AND kind = 'registered' AND used_at > ?
        AND NOT EXISTS (SELECT 1 FROM (${OVERDUE}) AS overdue WHERE overdue.id = clients.id)`;
      const values = [at - FORGOTTEN_AFTER_MS, at - FORGOTTEN_UNCONNECTED_AFTER_MS];
      return statement(db, query, clientId, ...values).first<string>("record");
    },

    /**
     * Stores a registered application. If there are too many applications without a code, deletes one of them.
     * @param network a keyed hash of the network, which is treated as one caller
     * @throws {OAuthError} if the record is too large
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

    /** Lifts the maximum until a time in epoch milliseconds. */
    async lift(until: number): Promise<void> {
      const query = `INSERT INTO lifted_registrations (only_row, until) VALUES (1, ?1)
        ON CONFLICT (only_row) DO UPDATE SET until = ?1`;
      await statement(db, query, until).run();
    },

    /**
     * Marks a registered application as used, when it gets a code or a token. The time is written at most once a day.
     */
    async touch(clientId: string): Promise<void> {
      const at = now();
      const use = "UPDATE clients SET used_at = ? WHERE id = ? AND kind = 'registered' AND used_at <= ?";
      await db.batch([
        statement(db, use, at, clientId, at - DAY_MS),
        statement(db, "DELETE FROM unconnected_clients WHERE id = ?", clientId),
      ]);
    },

    /** Returns the last good copy of a document, if its application has an active connection. */
    async document(clientId: string): Promise<KeptDocument | null> {
      const query = `SELECT record, used_at AS readAt, fresh_until AS freshUntil FROM clients
        WHERE id = ? AND kind = 'document' AND EXISTS (${CONNECTIONS} clients.id)`;
      return statement(db, query, clientId).first<KeptDocument>();
    },

    /** Stores a good copy of a document in place of an older copy, if its application has an active connection. */
    async keepDocument(clientId: string, { record, readAt, freshUntil }: KeptDocument): Promise<void> {
      const query = `INSERT INTO clients (id, kind, record, registered_at, used_at, fresh_until)
        SELECT ?1, 'document', ?2, ?3, ?3, ?4 WHERE EXISTS (${CONNECTIONS} ?1)
        ON CONFLICT (id) DO UPDATE SET record = ?2, used_at = ?3, fresh_until = ?4 WHERE kind = 'document' AND used_at < ?3`;
      await statement(db, query, clientId, record, readAt, freshUntil).run();
    },

    /**
     * Deletes applications that were unused for 90 days, documents of applications without active connections, and
     * registrations that are a day old and never received a code.
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
