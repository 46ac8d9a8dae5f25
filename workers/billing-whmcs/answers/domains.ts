import * as z from "zod";
import type { ListAction } from "./action.ts";
import { amount, bool, count, day, domainName, id, optionalId, optionalText } from "./decode.ts";

const row = z.object({
  id,
  userid: id,
  /** The order that created it. */
  orderid: optionalId.optional(),
  domainname: domainName,
  status: z.string(),
  regdate: day,
  expirydate: day,
  nextduedate: day,
  recurringamount: amount,
  regperiod: count,
  donotrenew: bool,
  /** The module of its registrar. */
  // expected: none; no decision depends on it
  registrar: optionalText(100).catch(null),
});

export type ClientDomain = z.output<typeof row>;

/** The domains of an account. */
export const getClientsDomains: ListAction<ClientDomain> = {
  name: "GetClientsDomains",
  row,
  ownerOf: ({ userid }) => userid,
};

/** Reads which accounts hold a domain here. Reveals nothing else about other accounts. */
export const getHoldersOfName: ListAction<HolderRow> = {
  name: getClientsDomains.name,
  row: row.pick({ id: true, userid: true, domainname: true, status: true }),
};

export type HolderRow = Pick<ClientDomain, "id" | "userid" | "domainname" | "status">;
