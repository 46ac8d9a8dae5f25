/** One value of a table that an operator reads. */
export type Cell = string | number | boolean | null;

/** A row of such a table, keyed by column name. */
export type ShownRow = Record<string, Cell>;

/** An answer that an operator reads: named tables, and sentences. Contains no secret, code or ticket text. */
export interface OperatorAnswer {
  tables: Record<string, ShownRow[]>;
  notes: string[];
}

/** The result of an act. `isDone` is false if nothing was changed, and `text` states the reason. */
export interface ActResult {
  isDone: boolean;
  text: string;
}
