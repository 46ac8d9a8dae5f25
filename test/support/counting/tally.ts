/**
 * The counts of a Worker's isolate since they were last read. A key is a unit, such as `d1_rows_written`, or a unit and
 * a subject, such as `object_calls Connection.admit`.
 */
export type Tally = Record<string, number>;

const tally = new Map<string, number>();
/** Cursors of statements. The runtime counts their rows only while they are read. */
const cursors: { subject: string; cursor: Pick<SqlStorageCursor<never>, "rowsRead" | "rowsWritten"> }[] = [];

export function count(name: string, by = 1): void {
  if (by !== 0) tally.set(name, (tally.get(name) ?? 0) + by);
}

/** Counts the rows that a statement in an object's storage reads and writes. @param subject the class of the object */
export function countCursor(subject: string, cursor: SqlStorageCursor<never>): void {
  cursors.push({ subject, cursor });
}

/** Returns the counts since the last call, and resets them. */
export function takeTally(): Tally {
  for (const { subject, cursor } of cursors.splice(0)) {
    count(`object_rows_read ${subject}`, cursor.rowsRead);
    count(`object_rows_written ${subject}`, cursor.rowsWritten);
  }
  const taken = Object.fromEntries(tally);
  tally.clear();
  return taken;
}

/** The path at which a counted Worker returns the result of {@link takeTally}. */
export const TALLY_PATH = "/counted";
