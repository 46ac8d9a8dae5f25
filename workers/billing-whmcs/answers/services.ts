import * as z from "zod";
import type { ListAction } from "./action.ts";
import { amount, day, domainName, id, optionalId, optionalText, orNull, panelUser } from "./decode.ts";

const row = z.object({
  id,
  clientid: id,
  /** The order that created the service. */
  orderid: optionalId.optional(),
  /** The product; `null` for a service that was imported from elsewhere. */
  pid: optionalId,
  name: optionalText(200),
  translated_name: optionalText(200),
  domain: domainName,
  status: z.string(),
  billingcycle: z.string(),
  nextduedate: day,
  recurringamount: amount,
  /** The server; `null` or absent for a service without a server. */
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

/** Reads which accounts have a service for a site. It reads no other data of those accounts. */
export const getHoldersOfSite: ListAction<SiteHolderRow> = {
  name: getClientsProducts.name,
  row: row.pick({ id: true, clientid: true, pid: true, domain: true, status: true }),
};

export type SiteHolderRow = Pick<ProductRow, "id" | "clientid" | "pid" | "domain" | "status">;

const cancellation = z.object({
  id,
  relid: id,
  date: z.iso.datetime(),
  // Accept only these values: with any other value, the end of the service is unknown.
  when: z.enum(["immediately", "end_of_period"]),
});

/** Reads an account's cancellation requests, with the addon's own query. `relid` is the service. */
export const getCancelledPackages: ListAction<z.output<typeof cancellation>> = {
  name: "GetCancelledPackages",
  row: cancellation,
};
