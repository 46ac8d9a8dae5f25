import { type LogFields, log, valueOrLogged } from "../../../../shared/platform/log.ts";
import { RevisionConflict, type Store } from "../store/account-store.ts";

/** A row of an account, with the account's revision at the time of the read. */
export interface AccountRevision {
  account_id: number;
  revision: number;
}

/**
 * Writes changes of rows that were read together. Each change has its own transaction, which requires an unchanged
 * account; otherwise the next run retries. A failed row is logged and does not stop the others.
 * @param fieldsOf log fields: the job's step and the row's id
 * @param change returns the statements; with none, nothing is written
 */
export async function writeRows<Row extends AccountRevision>(
  { accounts, requestId: request_id }: Store,
  rows: Row[],
  fieldsOf: (row: Row) => LogFields,
  change: (row: Row) => D1PreparedStatement[],
): Promise<void> {
  /** The revision of each written account; null after another writer's change. */
  const revisions = new Map<number, number | null>();
  for (const row of rows) {
    const { account_id: account } = row;
    const written = revisions.get(account);
    const revision = written === undefined ? row.revision : written;
    if (revision === null) continue;
    const fields = { request_id, account, ...fieldsOf(row) };
    try {
      const statements = change(row);
      if (statements.length === 0) continue;
      await accounts.writeAsEngine(account, revision, statements);
      revisions.set(account, revision + 1);
    } catch (error) {
      // After a conflict, an unknown outcome or a failed read, the account's other rows wait for the next run.
      const now = await valueOrLogged("row_failed", accounts.revision(account), fields);
      if (now !== revision) revisions.set(account, null);
      if (now === revision || !(error instanceof RevisionConflict)) log("row_failed", { ...fields, cause: error });
    }
  }
}
