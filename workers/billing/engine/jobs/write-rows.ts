import { type LogFields, log, valueOrLogged } from "../../../../shared/platform/log.ts";
import { RevisionConflict, type Store } from "../store/account-store.ts";

/** An account's row, with the account's revision at the time of reading. */
export interface AccountRevision {
  account_id: number;
  revision: number;
}

/**
 * Writes changes to rows that were read together. Each change has its own transaction, which fails if the account has
 * changed. The next run then retries. Any other failure is logged. A failed row does not stop the rows of other
 * accounts.
 * @param fieldsOf returns the log fields: the job's step and the row's id
 * @param change returns the statements to write; an empty list writes nothing
 */
export async function writeRows<Row extends AccountRevision>(
  { accounts, requestId: request_id }: Store,
  rows: Row[],
  fieldsOf: (row: Row) => LogFields,
  change: (row: Row) => D1PreparedStatement[],
): Promise<void> {
  /** The revision of each account after this function's last write; `null` if another writer may have changed it. */
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
      // After a conflict, an unknown outcome or a failed read, the account's remaining rows wait for the next run.
      const now = await valueOrLogged("row_failed", accounts.revision(account), fields);
      if (now !== revision) revisions.set(account, null);
      if (now === revision || !(error instanceof RevisionConflict)) log("row_failed", { ...fields, cause: error });
    }
  }
}
