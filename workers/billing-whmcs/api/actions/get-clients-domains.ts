import * as z from "zod";
import type { ListAction } from "../action.ts";
import { amount, bool, count, day, domainName, id } from "../decode.ts";

const row = z.object({
  id,
  userid: id,
  domainname: domainName,
  status: z.string(),
  regdate: day,
  expirydate: day,
  nextduedate: day,
  recurringamount: amount,
  regperiod: count,
  donotrenew: bool,
});

export type ClientDomain = z.output<typeof row>;

/** The domains of an account. */
export const getClientsDomains: ListAction<ClientDomain> = {
  name: "GetClientsDomains",
  container: "domains",
  item: "domain",
  rowMember: "domainname",
  row,
  ownerOf: ({ userid }) => userid,
  isPaged: true,
};
