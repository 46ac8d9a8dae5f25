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
  /** `S12`: about service 12; `D7`: about domain 7. */
  service: orNull(z.string()),
});

export type TicketRow = z.output<typeof row>;

/** Reads the tickets of an account without their messages and without the access key `c`. */
export const getTickets: ListAction<TicketRow> = {
  name: "GetTickets",
  row,
  ownerOf: ({ userid }) => userid,
};
