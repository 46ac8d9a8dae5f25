import * as z from "zod";
import type { ListAction } from "./action.ts";
import { amount, day, domainName, id, optionalId, optionalText, orNull, panelUser } from "./decode.ts";

const row = z.object({
  id,
  clientid: id,
  /** The order that created it. */
  orderid: optionalId.optional(),
  /** The product. Absent for a service that was imported from elsewhere. */
  pid: optionalId,
  name: optionalText(200),
  translated_name: optionalText(200),
  domain: domainName,
  status: z.string(),
  billingcycle: z.string(),
  nextduedate: day,
  recurringamount: amount,
  /** The server. Absent for a service without one. */
  serverid: optionalId.optional(),
  username: orNull(panelUser),
});

export type ProductRow = z.output<typeof row>;

/** Reads the services of an account, without passwords and notes. */
export const getClientsProducts: ListAction<ProductRow> = {
  name: "GetClientsProducts",
  row,
  ownerOf: ({ clientid }) => clientid,
};

/** Reads which accounts have a service for a site. Reveals nothing else about other accounts. */
export const getHoldersOfSite: ListAction<SiteHolderRow> = {
  name: getClientsProducts.name,
  row: row.pick({ id: true, clientid: true, pid: true, domain: true, status: true }),
};

export type SiteHolderRow = Pick<ProductRow, "id" | "clientid" | "pid" | "domain" | "status">;

const cancellation = z.object({
  id,
  relid: id,
  date: z.iso.datetime(),
  // Accept only these values, to avoid a guess of the service's end.
  when: z.enum(["immediately", "end_of_period"]),
});

/** Reads the requests to cancel services of an account, through the addon's own read; `relid` is the service. */
export const getCancelledPackages: ListAction<z.output<typeof cancellation>> = {
  name: "GetCancelledPackages",
  row: cancellation,
};
