/**
 * The use of a Worker's isolate since the last reading, by unit and subject: `d1_rows_written`, `object_calls
 * Connection.admit`.
 */
export type Tally = Record<string, number>;

const tally = new Map<string, number>();
/** Cursors whose rows the runtime counts during reading. */
const cursors: { subject: string; cursor: Pick<SqlStorageCursor<never>, "rowsRead" | "rowsWritten"> }[] = [];

export function count(name: string, by = 1): void {
  if (by !== 0) tally.set(name, (tally.get(name) ?? 0) + by);
}

/** Counts the rows that a statement of an object's storage reads and writes. @param subject the object's class */
export function countCursor(subject: string, cursor: SqlStorageCursor<never>): void {
  cursors.push({ subject, cursor });
}

/** Returns the counts since the last reading. */
export function takeTally(): Tally {
  for (const { subject, cursor } of cursors.splice(0)) {
    count(`object_rows_read ${subject}`, cursor.rowsRead);
    count(`object_rows_written ${subject}`, cursor.rowsWritten);
  }
  const taken = Object.fromEntries(tally);
  tally.clear();
  return taken;
}

/** The path at which a counted Worker answers with {@link takeTally}. */
export const TALLY_PATH = "/counted";
