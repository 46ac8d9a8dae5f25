/** One value in a table that an operator reads. */
export type Cell = string | number | boolean | null;

/** A row of a table, by column name. */
export type ShownRow = Record<string, Cell>;

/**
 * An answer that an operator reads, with named tables and sentences. It never contains a secret, a code or the text of
 * a ticket.
 */
export interface OperatorAnswer {
  tables: Record<string, ShownRow[]>;
  notes: string[];
}

/** The result of an operator's action. If `isDone` is `false`, nothing was changed and `text` states the reason. */
export interface ActResult {
  isDone: boolean;
  text: string;
}
