import { log } from "../../../../shared/platform/log.ts";
import { type AccountStore, RevisionConflict, type Store } from "../store/account-store.ts";

/** An account with its revision as of the read. */
export interface AccountRevision {
  account_id: number;
  revision: number;
}

/** A row in log lines: the job's step and the row's id. */
export type RowLogFields = { step: string } & Record<string, string | number>;

/**
 * Writes changes of rows that were read together, each in its own transaction and only if its account has not been changed
 * since; otherwise the next run retries. A failed row is logged and does not stop the others.
 */
export class AccountWriter {
  readonly #accounts: AccountStore;
  readonly #requestId: string;
  /** The revision of each account that this writer has changed; null after a concurrent change by another writer. */
  readonly #revisions = new Map<number, number | null>();

  constructor({ accounts, requestId }: Store) {
    this.#accounts = accounts;
    this.#requestId = requestId;
  }

  async write(
    { account_id: account, revision }: AccountRevision,
    row: RowLogFields,
    change: () => D1PreparedStatement[],
  ): Promise<void> {
    const expected = this.#revisions.has(account) ? this.#revisions.get(account) : revision;
    if (expected === null || expected === undefined) return;
    try {
      const statements = change();
      if (statements.length === 0) return;
      await this.#accounts.writeAsEngine(account, expected, statements);
      this.#revisions.set(account, expected + 1);
    } catch (error) {
      // Revision conflict, or the outcome is unknown: the account's other rows wait for the next run.
      const hasChanged = await this.#hasChanged(account, expected, row);
      if (hasChanged) this.#revisions.set(account, null);
      if (!(hasChanged && error instanceof RevisionConflict)) this.#logFailed(account, row, error);
    }
  }

  /** An account whose revision cannot be read counts as changed. */
  async #hasChanged(account: number, revision: number, row: RowLogFields): Promise<boolean> {
    try {
      return (await this.#accounts.revision(account)) !== revision;
    } catch (cause) {
      this.#logFailed(account, row, cause);
      return true;
    }
  }

  #logFailed(account: number, row: RowLogFields, cause: unknown): void {
    log("row_failed", { request_id: this.#requestId, account, ...row, cause });
  }
}
