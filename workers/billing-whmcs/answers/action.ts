import type * as z from "zod";

/** A read action: its name, and a schema for the parts of its answer that this Worker uses. */
export interface ReadAction<Body> {
  name: string;
  answer: z.ZodType<Body>;
  /**
   * Matches the error texts that callers handle, such as "does not exist". Any other error text is treated as no
   * answer.
   */
  refusals?: RegExp;
}

/** A read action that returns a complete list. */
export interface ListAction<Row extends { id: number }> {
  name: string;
  row: z.ZodType<Row>;
  /**
   * Returns the account that a row belongs to. The caller compares it with the requested account, because WHMCS returns
   * the rows of all accounts if it ignores a filter. Absent if rows have no account, or if the rows of all accounts are
   * wanted.
   */
  ownerOf?: (row: Row) => number;
}
