/** One value of a table that an operator reads. */
export type Cell = string | number | boolean | null;

/** A row of such a table, by the names of its columns. */
export type ShownRow = Record<string, Cell>;

/** What an operator reads: tables by their names, and sentences besides. Holds no secret, code or ticket text. */
export interface OperatorAnswer {
  tables: Record<string, ShownRow[]>;
  notes: string[];
}

/** What came of an act: `isDone` false where nothing was changed, and `text` says why. */
export interface ActResult {
  isDone: boolean;
  text: string;
}
