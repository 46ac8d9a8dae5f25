import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type {
  AccountResult,
  CustomerService,
  CustomerTicket,
  Page,
  TicketList,
  TicketListKey,
} from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../access/gate.ts";
import { getTickets, type TicketRow } from "../api/actions/get-tickets.ts";
import { instantOf } from "../api/local-time.ts";
import { compareText, pageOf } from "../list-page.ts";
import { unavailable } from "../results.ts";
import { readServices } from "../services/list-services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** A ticket whose service is known by its id alone. */
type Listed = Omit<CustomerTicket, "service"> & { serviceId: number | null };

/** By last activity, newest first. The list is read whole: what counts as active in its filter is the provider's choice. */
export async function listTickets(
  context: WhmcsContext,
  query: ActorQuery,
  list: TicketList,
): Promise<AccountResult<Page<CustomerTicket, TicketListKey>>> {
  const { accountId, requestId } = query;
  const { api, facts } = context;
  const parameters = { clientid: accountId, ignore_dept_assignments: true } as const;
  const [admitted, read, departments, services] = await Promise.all([
    admit(context, query),
    api.list(getTickets, parameters, { accountId, requestId }),
    facts.departments(api, requestId),
    readServices(context, query),
  ]);
  if (!admitted.ok) return admitted;
  if (read.kind !== "ok") return unavailable(read);
  if (departments.kind !== "ok") return unavailable(departments);
  const tickets = read.body.flatMap((row) => toTicket(context, query, row, departments.body));
  const matching = tickets.filter(({ status }) => list.status === "all" || status !== "closed");
  const page = pageOf(matching, list, keyOf, newestFirst);
  if (services.kind !== "ok") return unavailable(services);
  const named = new Map(services.body.map((service) => [service.id, service]));
  const items = page.items.map(({ serviceId, ...ticket }) => ({
    ...ticket,
    service: aboutOf(named.get(serviceId ?? 0)),
  }));
  return { ok: true, value: { account: admitted.value.reference, ...page, items } };
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

/** The opening counts as the first reply there. */
function toTicket(
  { settings: { timeZone } }: WhmcsContext,
  { accountId, requestId }: ActorQuery,
  row: TicketRow,
  departments: ReadonlyMap<number, string>,
): Listed[] {
  const { id, tid: number, subject, date, lastreply } = row;
  const status = row.status
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
  if (!date || status === "") {
    log("billing_row_unread", { request_id: requestId, account: accountId, action: getTickets.name, row: id });
    return [];
  }
  const about = /^S(\d{1,15})$/.exec(row.service ?? "");
  return [
    {
      ...{ id, number, subject },
      department: departments.get(row.deptid ?? 0) ?? null,
      status,
      openedAt: instantOf(date, timeZone),
      lastReplyAt: lastreply && lastreply !== date ? instantOf(lastreply, timeZone) : null,
      serviceId: about ? Number(about[1]) : null,
    },
  ];
}
