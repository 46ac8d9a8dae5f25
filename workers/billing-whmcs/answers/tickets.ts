import * as z from "zod";
import type { ListAction } from "./action.ts";
import { id, instant, optionalId, orNull, text } from "./decode.ts";

const row = z.object({
  id,
  tid: text(40),
  deptid: optionalId,
  userid: id,
  subject: text(300),
  status: text(60),
  date: instant,
  lastreply: instant,
  /** The service or domain that the ticket is about: `S12` is service 12, and `D7` is domain 7. */
  service: orNull(z.string()),
});

export type TicketRow = z.output<typeof row>;

/** Reads the tickets of an account, without their messages and their access key `c`. */
export const getTickets: ListAction<TicketRow> = {
  name: "GetTickets",
  row,
  ownerOf: ({ userid }) => userid,
};
