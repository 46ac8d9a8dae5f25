import type * as z from "zod";

/** A reading action of the addon: its name, and a schema that accepts only the used part of its answer. */
export interface ReadAction<Body> {
  name: string;
  answer: z.ZodType<Body>;
  /** Whole error texts that mean "does not exist"; any other error is no answer. */
  refusals?: RegExp;
}

/** A reading action that returns a whole list. */
export interface ListAction<Row extends { id: number }> {
  name: string;
  row: z.ZodType<Row>;
  /** The account of a row, to compare with the requested one: an ignored filter returns everybody's rows. Absent: no account's. */
  ownerOf?: (row: Row) => number;
}
