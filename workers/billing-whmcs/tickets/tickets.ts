import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type {
  CustomerService,
  CustomerTicket,
  Page,
  TicketList,
  TicketListKey,
} from "../../../shared/billing-contract/customer.ts";
import { admit } from "../accounts/access.ts";
import { getTickets, type TicketRow } from "../answers/tickets.ts";
import { inOrder } from "../bridge/outcome.ts";
import { compareText, pageOf } from "../list-page.ts";
import { readServices } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** A ticket that has its service's id instead of the service. */
type Listed = Omit<CustomerTicket, "service"> & { serviceId: number | null };

/**
 * Returns one page of the account's tickets, sorted by last activity, newest first. Reads the whole list, because each
 * provider configures which tickets WHMCS's filter treats as active.
 */
export async function listTickets(
  context: WhmcsContext,
  query: ActorQuery,
  list: TicketList,
): Promise<Page<CustomerTicket, TicketListKey>> {
  const { accountId } = query;
  const [{ account }, rows, services] = await inOrder(
    admit(context, query),
    context.api.list(getTickets, {}, { accountId }),
    readServices(context, accountId),
  );
  const tickets = rows.flatMap((row) => toTicket(context, accountId, row));
  const matching = tickets.filter(({ status }) => list.status === "all" || status !== "closed");
  const page = pageOf(matching, list, keyOf, newestFirst);
  const named = new Map(services.map((service) => [service.id, service]));
  const items = page.items.map(({ serviceId, ...ticket }) => ({
    ...ticket,
    service: aboutOf(named.get(serviceId ?? 0)),
  }));
  return { account, ...page, items };
}

function keyOf({ id, lastReplyAt, openedAt }: Listed): TicketListKey {
  return { lastActivityAt: lastReplyAt ?? openedAt, id };
}

function newestFirst(one: TicketListKey, other: TicketListKey): number {
  return compareText(other.lastActivityAt, one.lastActivityAt) || other.id - one.id;
}

function aboutOf(service: CustomerService | undefined): CustomerTicket["service"] {
  if (!service) return null;
  return { id: service.id, name: service.domain ? `${service.plan} (${service.domain})` : service.plan };
}

/**
 * Converts a row to a ticket. `lastReplyAt` is `null` without replies, although WHMCS then returns the opening time.
 */
function toTicket({ api, installation }: WhmcsContext, accountId: number, row: TicketRow): Listed[] {
  const { departments } = installation;
  const { id, tid: number, subject, date, lastreply } = row;
  const status = row.status
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
  if (!date || status === "") {
    api.rowUnread(getTickets.name, id, { accountId });
    return [];
  }
  const about = /^S(\d{1,15})$/.exec(row.service ?? "");
  return [
    {
      ...{ id, number, subject },
      department: departments.find((one) => one.id === row.deptid)?.name ?? null,
      status,
      openedAt: date,
      lastReplyAt: lastreply === date ? null : lastreply,
      serviceId: about ? Number(about[1]) : null,
    },
  ];
}
