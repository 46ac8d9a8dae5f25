import { Usage } from "./calls/usage.ts";
import type { Agreement, End } from "./connection-port.ts";
import { ConnectionRecord } from "./connection-record.ts";
import { OAuthRows } from "./oauth/oauth-rows.ts";
import { Credentials } from "./tokens/credentials.ts";
import { RefreshHistory } from "./tokens/refresh-history.ts";

/** The stored data of a connection's object. Empty before the connection is made, and after it is deleted. */
export class ConnectionStore {
  readonly #storage: DurableObjectStorage;
  readonly #now: () => number;
  readonly #billingSystem: string;
  /** Its OAuth grant and tokens. */
  readonly rows: OAuthRows;
  readonly history: RefreshHistory;
  readonly credentials: Credentials;
  #record: ConnectionRecord | null;
  #usage: Usage;

  /** @param billingSystem the billing system of this deployment */
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

  /** The record of a connection that has neither ended nor expired. */
  get active(): ConnectionRecord | null {
    const record = this.#record;
    return record && !record.end && this.#now() < record.expiresAt ? record : null;
  }

  /** Whether the deployment has since changed its billing system. */
  get isFormer(): boolean {
    return this.#record !== null && this.#record.billingSystem !== this.#billingSystem;
  }

  /** Its request window and its log. */
  get usage(): Usage {
    return this.#usage;
  }

  /** Creates the connection. @param tokenHash hash of an API token; null for an OAuth connection */
  make(agreement: Agreement, tokenHash: string | null): ConnectionRecord {
    const { kv, sql } = this.#storage;
    for (const table of [OAuthRows, RefreshHistory, Usage]) table.createTable(sql);
    this.#record = ConnectionRecord.make(kv, agreement, tokenHash, {
      now: this.#now(),
      billingSystem: this.#billingSystem,
    });
    return this.#record;
  }

  /** Records the end and deletes all tokens. */
  end(record: ConnectionRecord, end: End): void {
    this.#usage.write();
    record.markEnded(end);
    this.rows.clear();
    this.history.clear();
    this.credentials.invalidate();
  }

  /** Reloads the storage after other code has written to it. */
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
