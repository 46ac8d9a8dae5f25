import { permissionsIn } from "../../workers/billing-whmcs/access/permissions.ts";
import { getCancelledPackages } from "../../workers/billing-whmcs/api/actions/get-cancelled-packages.ts";
import { getClientsDetails } from "../../workers/billing-whmcs/api/actions/get-clients-details.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/api/actions/get-clients-domains.ts";
import { getClientsProducts } from "../../workers/billing-whmcs/api/actions/get-clients-products.ts";
import { getInvoice, getInvoices } from "../../workers/billing-whmcs/api/actions/get-invoices.ts";
import { getSupportDepartments, getTickets } from "../../workers/billing-whmcs/api/actions/get-tickets.ts";
import { getClients, getUserPermissions, getUsers } from "../../workers/billing-whmcs/api/actions/get-users.ts";
import { ok, orderFinding, stop, warn } from "./findings.ts";
import type { Questions } from "./questions.ts";

/** What is read of customers, by one of them: shapes, pages and order, and nothing that tells who it is. */
export async function checkCustomers(check: Questions): Promise<void> {
  const users = await check.rows(getUsers, { limitnum: 25 });
  const memberships = (users?.rows ?? []).flatMap(({ id, clients }) =>
    clients.map((client) => ({ userId: id, clientId: client.id, isOwner: client.isOwner })),
  );
  if (users)
    await checkPaging(
      check,
      users.rows.map(({ id }) => id),
    );
  if (memberships.length === 0) {
    check.say(warn("There is no user of an account yet: the shapes of customers' data were not seen."));
  }
  // Of somebody who is not the owner: only there do permissions stand for something.
  const sample = memberships.find(({ isOwner }) => !isOwner) ?? memberships[0] ?? { userId: 0, clientId: 0 };
  await checkPermissions(check, sample);
  const { clientId } = sample;
  await check.rows(getClients, { limitnum: 25 });
  await check.read(getClientsDetails, { clientid: clientId });
  await check.rows(getClientsProducts, { clientid: clientId, limitnum: 25 });
  await check.rows(getClientsDomains, { clientid: clientId, limitnum: 25 });
  await check.rows(getTickets, { clientid: clientId, ignore_dept_assignments: true, limitnum: 25 });
  await check.rows(getSupportDepartments, { ignore_dept_assignments: true });
  const cancellations = await check.rows(getCancelledPackages, { limitnum: 25 });
  if (cancellations) check.say(orderFinding("GetCancelledPackages", cancellations));
  await checkInvoices(check, clientId);
}

async function checkPermissions(
  check: Questions,
  { userId, clientId }: { userId: number; clientId: number },
): Promise<void> {
  const answer = await check.read(getUserPermissions, { user_id: userId, client_id: clientId });
  if (!answer) return;
  if (permissionsIn(answer) === null) {
    check.say(
      stop(
        "GetUserPermissions answers in a shape that is not known: nobody but owners would be shown anything. Please report it.",
      ),
    );
  } else check.say(ok("Permissions of users are read."));
}

/** Lists are read whole, newest first where there is a choice. */
async function checkInvoices(check: Questions, clientId: number): Promise<void> {
  const newest = { userid: clientId, orderby: "date", order: "desc", limitnum: 25 };
  const invoices = await check.rows(getInvoices, newest);
  const first = invoices?.rows[0];
  await check.read(getInvoice, { invoiceid: first?.id ?? 0 });
  if (!invoices) return;
  const dates = invoices.rows.map(({ date }) => date ?? "");
  const isByDate = dates.every((date, index) => index === 0 || date <= (dates[index - 1] as string));
  if (!invoices.isOrdered) check.say(warn("GetInvoices gives rows by number: their order cannot be told."));
  else if (!isByDate)
    check.say(stop("GetInvoices does not give the newest first: invoices could be missing from lists."));
  else if (dates.length > 1) check.say(ok("GetInvoices gives the newest first, as asked."));
}

async function checkPaging(check: Questions, ids: number[]): Promise<void> {
  if (ids.length < 2) return;
  const second = await check.rows(getUsers, { limitstart: 1, limitnum: 1 });
  if (!second) return;
  const isPaged = second.rows.length === 1 && second.rows[0]?.id === ids[1];
  check.say(
    isPaged ? ok("Lists come in pages, as asked.") : warn("Lists do not come in the pages that are asked for."),
  );
}
