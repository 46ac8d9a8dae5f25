import * as z from "zod";
import { getClientsDetails, getPayMethods } from "../../workers/billing-whmcs/answers/accounts.ts";
import type { ListAction } from "../../workers/billing-whmcs/answers/action.ts";
import { id } from "../../workers/billing-whmcs/answers/decode.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getDomainInvoices, getInvoice, getInvoices } from "../../workers/billing-whmcs/answers/invoices.ts";
import { getOrders } from "../../workers/billing-whmcs/answers/orders.ts";
import { getCancelledPackages, getClientsProducts } from "../../workers/billing-whmcs/answers/services.ts";
import { getTickets } from "../../workers/billing-whmcs/answers/tickets.ts";
import { ok, stop, warn } from "./findings.ts";
import type { Questions } from "./questions.ts";

/** Accounts by number alone: one of them is looked at. */
const getClients: ListAction<{ id: number }> = {
  name: "GetClients",
  container: "clients",
  item: "client",
  rowMember: "email",
  row: z.object({ id }),
};

/** What is read of customers, by one of them: shapes, pages and order, and nothing that tells who it is. */
export async function checkCustomers(check: Questions): Promise<void> {
  const clients = await check.rows(getClients, { limitnum: 25 });
  const client = clients?.rows[0]?.id ?? null;
  if (clients) await checkPaging(check, clients.rows);
  if (client === null) return check.say(warn("There is no account yet: the shapes of customers' data were not seen."));
  const own = { client, user: null };
  const details = await check.read(getClientsDetails, {}, own);
  // Of somebody who is not the owner where there is one: only there do permissions stand for something.
  const users = details?.users ?? [];
  const user = users.find(({ is_owner }) => !is_owner) ?? users[0];
  if (user) await checkAccess(check, client, user.id);
  await check.rows(getClientsProducts, { limitnum: 25 }, own);
  const domains = await check.rows(getClientsDomains, { limitnum: 25 }, own);
  await check.rows(getDomainInvoices, { domainid: domains?.rows[0]?.id ?? 1 }, own);
  await check.rows(getCancelledPackages, {}, own);
  await check.rows(getTickets, { ignore_dept_assignments: true, limitnum: 25 }, own);
  await check.read(getPayMethods, {}, own);
  await check.rows(getOrders, { limitnum: 25 }, own);
  await checkInvoices(check, client);
}

async function checkAccess(check: Questions, client: number, user: number): Promise<void> {
  if (await check.whmcs.access(client, user)) return check.say(ok("Permissions of users are read."));
  check.say(
    stop(
      "The addon does not find a user of an account in WHMCS's table: nobody but owners would be shown anything. Please report it.",
    ),
  );
}

async function checkInvoices(check: Questions, client: number): Promise<void> {
  const own = { client, user: null };
  const invoices = await check.rows(getInvoices, { orderby: "id", order: "asc", limitnum: 25 }, own);
  const first = invoices?.rows[0];
  if (first) await check.read(getInvoice, { invoiceid: first.id }, own);
}

async function checkPaging(check: Questions, rows: { id: number }[]): Promise<void> {
  if (rows.length < 2) return;
  const second = await check.rows(getClients, { limitstart: 1, limitnum: 1 });
  if (!second) return;
  const isPaged = second.rows.length === 1 && second.rows[0]?.id === rows[1]?.id;
  check.say(
    isPaged ? ok("Lists come in pages, as asked.") : warn("Lists do not come in the pages that are asked for."),
  );
}
