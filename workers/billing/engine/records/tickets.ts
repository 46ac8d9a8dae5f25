import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { CustomerTicket, TicketList, TicketListKey } from "../../../../shared/billing-contract/customer.ts";
import type { Store } from "../store/account-store.ts";
import { part, raw, sql, type TypedStatement } from "../store/sql.ts";
import { planName } from "./services.ts";

/**
 * Lists tickets by last activity, newest first. The last activity is the last reply, or the opening if nobody has
 * replied. `open` means not closed.
 */
export function listTickets({ accounts }: Store, query: ActorQuery, list: TicketList) {
  const conditions = list.status === "open" ? [raw(OPEN)] : [];
  if (list.after) {
    const { lastActivityAt, id } = list.after;
    conditions.push(part`(t.last_activity_at, t.id) < (${lastActivityAt}, ${id})`);
  }
  const order = { conditions, orderBy: "t.last_activity_at DESC, t.id DESC", limit: list.limit };
  return accounts.page(
    query,
    { select: ticketsIn(query.language), accountColumn: "t.account_id", ...order },
    toTicket,
    ({ id, lastReplyAt, openedAt }): TicketListKey => ({ lastActivityAt: lastReplyAt ?? openedAt, id }),
  );
}

/** Returns the statement that reads a ticket. It reads at most one row. */
export function ticketRead(
  db: D1Database,
  { accountId, language }: ActorQuery,
  ticketId: number,
): TypedStatement<StoredTicketRow> {
  return sql(db)`${raw(ticketsIn(language))} WHERE t.id = ${ticketId} AND t.account_id = ${accountId}`;
}

/** SQL: the exact condition of the index `tickets_open`. */
const OPEN = "t.status <> 'closed'";

function ticketsIn(language: ActorQuery["language"]): string {
  return `
  SELECT t.id, t.number, t.subject, t.department, t.status, t.opened_at AS openedAt, t.last_reply_at AS lastReplyAt,
    s.id AS serviceId, ${planName(language)} AS plan, s.domain
  FROM tickets t LEFT JOIN services s ON s.id = t.service_id`;
}

type StoredTicketRow = Omit<CustomerTicket, "service"> & {
  serviceId: number | null;
  plan: string;
  domain: string | null;
};

export function toTicket({ id, number, subject, department, ...row }: StoredTicketRow): CustomerTicket {
  const { serviceId, plan, domain, ...others } = row;
  const name = domain ? `${plan} (${domain})` : plan;
  return { id, number, subject, department, service: serviceId === null ? null : { id: serviceId, name }, ...others };
}
