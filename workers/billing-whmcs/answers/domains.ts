import * as z from "zod";
import type { ListAction } from "./action.ts";
import { amount, bool, count, day, domainName, id, optionalId, optionalText } from "./decode.ts";

const row = z.object({
  id,
  userid: id,
  /** The order that created the domain. */
  orderid: optionalId.optional(),
  domainname: domainName,
  status: z.string(),
  regdate: day,
  expirydate: day,
  nextduedate: day,
  recurringamount: amount,
  regperiod: count,
  donotrenew: bool,
  /** The WHMCS module of the registrar. */
  // expected: an installation without a registrar module; no decision depends on the module
  registrar: optionalText(100).catch(null),
});

export type ClientDomain = z.output<typeof row>;

/** Reads the domains of an account. */
export const getClientsDomains: ListAction<ClientDomain> = {
  name: "GetClientsDomains",
  row,
  ownerOf: ({ userid }) => userid,
};

/** Reads which accounts hold a domain in this WHMCS installation. It reads no other data of those accounts. */
export const getHoldersOfName: ListAction<HolderRow> = {
  name: getClientsDomains.name,
  row: row.pick({ id: true, userid: true, domainname: true, status: true }),
};

export type HolderRow = Pick<ClientDomain, "id" | "userid" | "domainname" | "status">;
