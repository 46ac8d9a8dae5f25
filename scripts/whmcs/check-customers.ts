import * as z from "zod";
import { getClientsDetails, getPayMethods } from "../../workers/billing-whmcs/answers/accounts.ts";
import type { ListAction } from "../../workers/billing-whmcs/answers/action.ts";
import { id } from "../../workers/billing-whmcs/answers/decode.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getEvents } from "../../workers/billing-whmcs/answers/events.ts";
import { getInvoice, getInvoices, getOpenRenewal } from "../../workers/billing-whmcs/answers/invoices.ts";
import { getOrder, getOrders } from "../../workers/billing-whmcs/answers/orders.ts";
import { getCancelledPackages, getClientsProducts } from "../../workers/billing-whmcs/answers/services.ts";
import { getTickets } from "../../workers/billing-whmcs/answers/tickets.ts";
import { ok, stop, warn } from "../findings.ts";
import type { Questions } from "./questions.ts";

/** Lists accounts by number only. The check then reads one of them. */
const getClients: ListAction<{ id: number }> = { name: "GetClients", row: z.object({ id }) };

/** Checks the format of customer data on one account. The findings contain nothing that identifies the customer. */
export async function checkCustomers(check: Questions): Promise<void> {
  const clients = await check.rows(getClients, {});
  const client = clients?.rows[0]?.id ?? null;
  if (client === null)
    return check.say(warn("There is no account yet, so the shapes of customers' data were not checked."));
  const own = { client, user: null };
  const details = await check.read(getClientsDetails, {}, own);
  if (details) await checkAccess(check, client, details.owner?.id ?? null);
  const services = await check.rows(getClientsProducts, {}, own);
  const domains = await check.rows(getClientsDomains, {}, own);
  await check.read(getOpenRenewal, { domainid: domains?.rows[0]?.id ?? 1 }, own);
  await check.rows(getCancelledPackages, {}, own);
  await check.rows(getTickets, {}, own);
  await check.rows(getPayMethods, {}, own);
  const [came] = [...(services?.rows ?? []), ...(domains?.rows ?? [])];
  await check.read(getOrder, { id: came?.orderid ?? 1 }, own);
  await check.rows(getOrders, {}, own);
  await check.rows(getEvents, { after: 0, limit: 25 }, own);
  const invoices = await check.rows(getInvoices, {}, own);
  const first = invoices?.rows[0];
  if (first) await check.rows(getInvoice, { invoiceid: first.id }, own);
}

async function checkAccess(check: Questions, client: number, owner: number | null): Promise<void> {
  if (owner !== null && (await check.whmcs.manages(client, owner)))
    return check.say(ok("Permissions of users are read."));
  check.say(
    stop(
      "The addon does not find the owner of an account in WHMCS's table, so customers would see nothing. Please report it.",
    ),
  );
}
