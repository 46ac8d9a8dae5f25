import type { OAuthStorage } from "./authorization-server.ts";

/** A staged row; `null` if the row is deleted. */
type RowChange = { value: string; expiresAt: number | null } | null;

/** The grant and the tokens of one connection, as the OAuth library stores them. */
export class OAuthRows {
  readonly #sql: SqlStorage;
  readonly #now: () => number;

  constructor(sql: SqlStorage, now: () => number) {
    this.#sql = sql;
    this.#now = now;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(
      "CREATE TABLE IF NOT EXISTS oauth (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER) STRICT, WITHOUT ROWID",
    );
  }

  read(key: string): string | null {
    const query = "SELECT value FROM oauth WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)";
    const rows = this.#sql.exec<{ value: string }>(query, key, this.#now());
    return rows.toArray()[0]?.value ?? null;
  }

  keys(prefix: string): string[] {
    const query = "SELECT key FROM oauth WHERE substr(key, 1, ?) = ?";
    const rows = this.#sql.exec<{ key: string }>(query, prefix.length, prefix);
    return rows.toArray().map(({ key }) => key);
  }

  apply(changes: Iterable<[string, RowChange]>): void {
    for (const [key, change] of changes) {
      if (change) this.#sql.exec("INSERT OR REPLACE INTO oauth VALUES (?, ?, ?)", key, change.value, change.expiresAt);
      else this.#sql.exec("DELETE FROM oauth WHERE key = ?", key);
    }
    this.#sql.exec("DELETE FROM oauth WHERE expires_at <= ?", this.#now());
  }

  /** Rewrites the values of all keys with a prefix. The expiry times do not change. */
  rewrite(prefix: string, change: (value: string) => string): void {
    for (const key of this.keys(prefix)) {
      const value = this.read(key);
      if (value !== null) this.#sql.exec("UPDATE oauth SET value = ? WHERE key = ?", change(value), key);
    }
  }

  clear(): void {
    this.#sql.exec("DELETE FROM oauth");
  }
}

/**
 * The OAuth library's view of the rows during one call. The caller writes the staged changes. If the call fails, or its
 * connection ends before the response, the caller writes nothing.
 */
export class StagedRows implements OAuthStorage {
  readonly #rows: OAuthRows | null;
  readonly #client: string;
  readonly #clientKey: string;
  readonly #now: () => number;
  readonly changes = new Map<string, RowChange>();
  /** The id of the client that sent the request. */
  readonly clientId: string;

  /**
   * @param rows `null` if the connection has ended or does not exist
   * @param client the client's record as JSON; the library finds no other client in this call
   */
  constructor(rows: OAuthRows | null, client: string, now: () => number) {
    this.#rows = rows;
    this.#client = client;
    this.#now = now;
    this.clientId = (JSON.parse(client) as { clientId: string }).clientId;
    this.#clientKey = `client:${this.clientId}`;
  }

  /** The staged grant; `null` if the library deleted the grant, `undefined` if the library did not change it. */
  get grant(): RowChange | undefined {
    for (const [key, change] of this.changes) if (key.startsWith("grant:")) return change;
    return undefined;
  }

  async get(key: string, options?: { type: "json" }): Promise<unknown> {
    const text = this.#text(key);
    return text !== null && options?.type === "json" ? JSON.parse(text) : text;
  }

  async put(key: string, value: string, options: { expiration?: number; expirationTtl?: number } = {}): Promise<void> {
    if (key.startsWith("client:")) return;
    const { expiration, expirationTtl } = options;
    const ends = expiration === undefined ? null : expiration * 1000;
    const expiresAt = expirationTtl === undefined ? ends : this.#now() + expirationTtl * 1000;
    this.changes.set(key, { value, expiresAt });
  }

  async delete(key: string): Promise<void> {
    this.changes.set(key, null);
  }

  async list({ prefix }: { prefix: string }) {
    const names = new Set(this.#rows?.keys(prefix));
    for (const [key, change] of this.changes) {
      if (change === null) names.delete(key);
      else if (key.startsWith(prefix)) names.add(key);
    }
    return { keys: [...names].map((name) => ({ name })), list_complete: true };
  }

  #text(key: string): string | null {
    if (key === this.#clientKey) return this.#client;
    const change = this.changes.get(key);
    return change === undefined ? (this.#rows?.read(key) ?? null) : (change?.value ?? null);
  }
}
