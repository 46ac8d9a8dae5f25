import { log } from "../../../../shared/platform/log.ts";
import { type AccountGate, RevisionConflict, type Store } from "../store/account-gate.ts";

/** An account with its revision as of the read. */
export interface AsRead {
  account_id: number;
  revision: number;
}

/** A row in log lines: the job's step and the row's id. */
export type RowName = { step: string } & Record<string, string | number>;

/**
 * Writes changes of rows that were read together, each in its own transaction and only if nobody else has changed its account
 * since; otherwise the next run does it. A failed row is logged and does not stop the others.
 */
export class AccountWriter {
  readonly #gate: AccountGate;
  readonly #requestId: string | undefined;
  /** The revision of each account that this writer has changed; null where somebody else has changed it, too. */
  readonly #revisions = new Map<number, number | null>();

  constructor({ gate, requestId }: Store) {
    this.#gate = gate;
    this.#requestId = requestId;
  }

  async write(
    { account_id: account, revision }: AsRead,
    row: RowName,
    change: () => D1PreparedStatement[],
  ): Promise<void> {
    const expected = this.#revisions.has(account) ? this.#revisions.get(account) : revision;
    if (expected === null || expected === undefined) return;
    try {
      const statements = change();
      if (statements.length === 0) return;
      await this.#gate.writeAsEngine(account, expected, statements);
      this.#revisions.set(account, expected + 1);
    } catch (error) {
      // Either somebody else has changed the account, or the answer was lost: its other rows wait for the next run.
      const hasChanged = await this.#hasChanged(account, expected, row);
      if (hasChanged) this.#revisions.set(account, null);
      if (!(hasChanged && error instanceof RevisionConflict)) this.#logFailed(account, row, error);
    }
  }

  /** An account whose revision cannot be read counts as changed. */
  async #hasChanged(account: number, revision: number, row: RowName): Promise<boolean> {
    try {
      return (await this.#gate.revision(account)) !== revision;
    } catch (cause) {
      this.#logFailed(account, row, cause);
      return true;
    }
  }

  #logFailed(account: number, row: RowName, cause: unknown): void {
    log("row_failed", { request_id: this.#requestId, account, ...row, cause });
  }
}
