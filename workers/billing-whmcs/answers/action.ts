import type * as z from "zod";

/** A reading action of the addon: its name, and a schema that accepts only the used part of its answer. */
export interface ReadAction<Body> {
  name: string;
  answer: z.ZodType<Body>;
  /** Error texts that mean "does not exist", matched as a whole. Any other error counts as no answer. */
  refusals?: RegExp;
}

/** A reading action that returns a whole list. */
export interface ListAction<Row extends { id: number }> {
  name: string;
  row: z.ZodType<Row>;
  /**
   * Returns the account of a row. It must be the requested one, because an ignored filter returns the rows of all
   * accounts. Absent if rows have no account.
   */
  ownerOf?: (row: Row) => number;
}
