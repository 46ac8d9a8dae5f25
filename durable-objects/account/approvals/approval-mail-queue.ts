const DAY_MS = 86_400_000;
/** Mails about single requests of a connection in 24 hours. What is asked beyond them is told of together. */
const MAX_MAILS = 10;
/** Between two mails about a connection that tell of several requests. */
const DIGEST_INTERVAL_MS = 3_600_000;
/** Between two attempts at a mail. */
const RETRY_MS = 10 * 60_000;

/**
 * `sending`: it may have been sent, and is not sent again. `capped`: the connection has had its mails of the day, and the request
 * waits for the next digest. `listed`: a digest has told of it.
 */
export type MailState = "due" | "sending" | "sent" | "failed" | "capped" | "listed";

/** What the login is not mailed about one by one. */
interface Digest {
  connectionId: string;
  /** Ids of the requests, the newest first; never empty. */
  ids: string[];
}

const UNSENT = "mail IN ('due', 'failed')";
const DUE = `state = 'ASKED' AND ${UNSENT}`;
const UNLISTED = "state = 'ASKED' AND mail = 'capped'";

/** The mails about the requests for approval of an account, as columns of their rows, and when each connection had its last digest. */
export class ApprovalMailQueue {
  readonly #sql: SqlStorage;

  /** The table of the requests is there. */
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS approval_digests (
      connection TEXT PRIMARY KEY, next_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`);
  }

  /** How the login is told of a new request of a connection. */
  stateOfNew(connectionId: string, now: number): MailState {
    const query = `SELECT COUNT(*) AS count FROM approval_requests
      WHERE connection = ? AND asked_at > ? AND mail NOT IN ('capped', 'listed')`;
    const { count } = this.#sql.exec<{ count: number }>(query, connectionId, now - DAY_MS).one();
    return count < MAX_MAILS ? "due" : "capped";
  }

  /** Ids of the requests whose own mail is due. */
  due(now: number): string[] {
    const query = `SELECT id FROM approval_requests WHERE ${DUE} AND mail_at <= ? AND ends_at > ? ORDER BY mail_at LIMIT 20`;
    return this.#idsOf(query, now, now);
  }

  /** Begins an attempt. The next one is due later, should this one be stopped before its mail is sent. */
  begin(id: string, now: number): void {
    this.#set(id, "due", now + RETRY_MS);
  }

  /** Claims a mail for sending, in the tick in which it is sent. @returns false where another attempt has claimed it */
  claim(id: string, now: number): boolean {
    const claim = `UPDATE approval_requests SET mail = 'sending', mail_at = ? WHERE id = ? AND ${UNSENT} RETURNING id`;
    return this.#idsOf(claim, now, id).length > 0;
  }

  sent(id: string, now: number): void {
    this.#set(id, "sent", now);
  }

  failed(id: string, now: number): void {
    this.#set(id, "failed", now + RETRY_MS);
  }

  /** The digests that are due: one for each connection with requests of which the login was not told. */
  digestsDue(now: number): Digest[] {
    const query = `SELECT DISTINCT connection FROM approval_requests LEFT JOIN approval_digests USING (connection)
      WHERE ${UNLISTED} AND ends_at > ? AND COALESCE(next_at, 0) <= ?`;
    const connections = this.#sql.exec<{ connection: string }>(query, now, now).toArray();
    const ofConnection = `SELECT id FROM approval_requests
      WHERE connection = ? AND ${UNLISTED} AND ends_at > ? ORDER BY asked_at DESC, id`;
    return connections.map(({ connection }) => ({
      connectionId: connection,
      ids: this.#idsOf(ofConnection, connection, now),
    }));
  }

  /** Begins an attempt at a digest. @returns what claims it for sending, in the tick in which it is sent */
  beginDigest(connectionId: string, now: number): (now: number) => boolean {
    const attempt = now + RETRY_MS;
    this.#setNextDigest(connectionId, attempt);
    const claim =
      "UPDATE approval_digests SET next_at = ? WHERE connection = ? AND next_at = ? RETURNING connection AS id";
    return (at) => this.#idsOf(claim, at + DIGEST_INTERVAL_MS, connectionId, attempt).length > 0;
  }

  /** Only now are its requests told of: a digest that was stopped comes again, an hour after it may have been sent. */
  digestSent({ ids }: Digest): void {
    const query = `UPDATE approval_requests SET mail = 'listed' WHERE id IN (SELECT value FROM json_each(?)) AND mail = 'capped'`;
    this.#sql.exec(query, JSON.stringify(ids));
  }

  digestFailed({ connectionId }: Digest, now: number): void {
    this.#setNextDigest(connectionId, now + RETRY_MS);
  }

  /** When the next mail or digest is due; null without one. */
  nextDue(): number | null {
    const query = `SELECT MIN(iif(mail = 'capped', MAX(mail_at, COALESCE(next_at, 0)), mail_at)) AS at
      FROM approval_requests LEFT JOIN approval_digests USING (connection) WHERE (${DUE}) OR (${UNLISTED})`;
    return this.#sql.exec<{ at: number | null }>(query).one().at;
  }

  /** Forgets the digests that no longer keep another one waiting. */
  prune(now: number): void {
    this.#sql.exec("DELETE FROM approval_digests WHERE next_at <= ?", now);
  }

  #set(id: string, mail: MailState, at: number): void {
    this.#sql.exec("UPDATE approval_requests SET mail = ?, mail_at = ? WHERE id = ?", mail, at, id);
  }

  #setNextDigest(connectionId: string, at: number): void {
    const query = `INSERT INTO approval_digests (connection, next_at) VALUES (?, ?)
      ON CONFLICT (connection) DO UPDATE SET next_at = excluded.next_at`;
    this.#sql.exec(query, connectionId, at);
  }

  #idsOf(query: string, ...values: SqlStorageValue[]): string[] {
    return this.#sql
      .exec<{ id: string }>(query, ...values)
      .toArray()
      .map(({ id }) => id);
  }
}
