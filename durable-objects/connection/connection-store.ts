import { Usage } from "./calls/usage.ts";
import type { Agreement, End } from "./connection-port.ts";
import { ConnectionRecord } from "./connection-record.ts";
import { OAuthRows } from "./oauth/oauth-rows.ts";
import { Credentials } from "./tokens/credentials.ts";
import { RefreshHistory } from "./tokens/refresh-history.ts";

/** The stored data of a connection's object. It is empty before the connection is made and after it is deleted. */
export class ConnectionStore {
  readonly #storage: DurableObjectStorage;
  readonly #now: () => number;
  readonly #billingSystem: string;
  /** The connection's OAuth grant and tokens. */
  readonly rows: OAuthRows;
  readonly history: RefreshHistory;
  readonly credentials: Credentials;
  #record: ConnectionRecord | null;
  #usage: Usage;

  /** @param billingSystem the billing system that this deployment uses */
  constructor(storage: DurableObjectStorage, now: () => number, billingSystem: string) {
    this.#storage = storage;
    this.#billingSystem = billingSystem;
    this.#now = now;
    this.rows = new OAuthRows(storage.sql, now);
    this.history = new RefreshHistory(storage.sql);
    this.credentials = new Credentials(this.rows, now);
    this.#record = ConnectionRecord.read(storage.kv);
    this.#usage = new Usage(storage);
  }

  get record(): ConnectionRecord | null {
    return this.#record;
  }

  /** The connection's record; `null` if the connection does not exist, has ended or has expired. */
  get active(): ConnectionRecord | null {
    const record = this.#record;
    return record && !record.end && this.#now() < record.expiresAt ? record : null;
  }

  /** Whether the deployment has changed its billing system since the connection was made. */
  get isFormer(): boolean {
    return this.#record !== null && this.#record.billingSystem !== this.#billingSystem;
  }

  /** The connection's request window and call log. */
  get usage(): Usage {
    return this.#usage;
  }

  /**
   * Creates the connection.
   * @param tokenHash the hash of an API token; `null` for an OAuth connection
   */
  make(agreement: Agreement, tokenHash: string | null): ConnectionRecord {
    const { kv, sql } = this.#storage;
    for (const table of [OAuthRows, RefreshHistory, Usage]) table.createTable(sql);
    this.#record = ConnectionRecord.make(kv, agreement, tokenHash, {
      now: this.#now(),
      billingSystem: this.#billingSystem,
    });
    return this.#record;
  }

  /** Records the end of the connection and deletes all its tokens. */
  end(record: ConnectionRecord, end: End): void {
    this.#usage.write();
    record.markEnded(end);
    this.rows.clear();
    this.history.clear();
    this.credentials.invalidate();
  }

  /** Reloads the stored data after other code has changed it. */
  reload(): void {
    this.#usage.write();
    this.#record = ConnectionRecord.read(this.#storage.kv);
    this.#usage = new Usage(this.#storage);
    this.credentials.invalidate();
  }

  async deleteAll(): Promise<void> {
    this.#usage.discard();
    this.#record = null;
    this.credentials.invalidate();
    await this.#storage.deleteAll();
    this.#usage = new Usage(this.#storage);
  }
}
