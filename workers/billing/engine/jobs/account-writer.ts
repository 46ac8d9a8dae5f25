import { log } from "../../../../shared/platform/log.ts";
import { type AccountGate, RevisionConflict } from "../store/account-gate.ts";

/** An account, with the revision it had when a row of it was read. */
export interface AsRead {
  account_id: number;
  revision: number;
}

/** What a log calls a row: the step that looks at it, and its id. */
export type RowName = { step: string } & Record<string, string | number>;

/**
 * Writes what follows from rows that were read together, each by itself and only while nobody else has changed its account
 * since: what was overtaken is looked at anew the next time. A row that fails keeps no other from being written, and is
 * logged.
 */
export class AccountWriter {
  readonly #gate: AccountGate;
  readonly #requestId: string;
  /** What an account's revision is now, as far as only this writer has changed it; null: somebody else has. */
  readonly #revisions = new Map<number, number | null>();

  /** @param requestId of the run, in its log lines */
  constructor(gate: AccountGate, requestId: string) {
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
      await this.#gate.writeItself(account, expected, statements);
      this.#revisions.set(account, expected + 1);
    } catch (error) {
      // Somebody else has changed it, or the answer was lost: what else there is of the account waits for the next time.
      const hasChanged = await this.#hasChanged(account, expected, row);
      if (hasChanged) this.#revisions.set(account, null);
      if (!(hasChanged && error instanceof RevisionConflict)) this.#failed(account, row, error);
    }
  }

  /** An account whose revision cannot be read counts as changed. */
  async #hasChanged(account: number, revision: number, row: RowName): Promise<boolean> {
    try {
      return (await this.#gate.revision(account)) !== revision;
    } catch (cause) {
      this.#failed(account, row, cause);
      return true;
    }
  }

  #failed(account: number, row: RowName, cause: unknown): void {
    log("row_failed", { request_id: this.#requestId, account, ...row, cause });
  }
}
