import type * as z from "zod";

/** A reading action of the addon: its name, and a schema that allows only what is used of its answer. */
export interface ReadAction<Body> {
  name: string;
  answer: z.ZodType<Body>;
  /** Whole texts of errors that say that there is no such thing; any other error is no answer. */
  refusals?: RegExp;
}

/** A reading action that gives a list, which the addon tells whole. */
export interface ListAction<Row extends { id: number }> {
  name: string;
  row: z.ZodType<Row>;
  /** The account a row belongs to, which is compared with the one asked for: an ignored filter gives everybody's rows. Absent: no account's. */
  ownerOf?: (row: Row) => number;
}
