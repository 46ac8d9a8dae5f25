import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerTicket, TicketList, TicketListKey } from "../../../../shared/billing-contract/customer.ts";
import type { Condition, Store } from "../store/account-gate.ts";
import type { Statement } from "../store/batch.ts";

/** By last activity (the last reply, or the opening where there is none), newest first. `open`: not closed. */
export function listTickets({ gate }: Store, query: ActorQuery, list: TicketList) {
  const conditions: Condition[] = [];
  if (list.status === "open") conditions.push({ sql: OPEN, values: [] });
  if (list.after) {
    const { lastActivityAt, id } = list.after;
    conditions.push({ sql: "(t.last_activity_at, t.id) < (?, ?)", values: [lastActivityAt, id] });
  }
  const order = { conditions, orderBy: "t.last_activity_at DESC, t.id DESC", limit: list.limit };
  return gate.page(
    query,
    { select: TICKETS, accountColumn: "t.account_id", ...order },
    toTicket,
    ({ id, lastReplyAt, openedAt }): TicketListKey => ({ lastActivityAt: lastReplyAt ?? openedAt, id }),
  );
}

/** At most one row. */
export function ticketRead(db: D1Database, accountId: number, ticketId: number): Statement<TicketRow> {
  return db.prepare(`${TICKETS} WHERE t.id = ? AND t.account_id = ?`).bind(ticketId, accountId);
}

/** Verbatim the condition of the index `tickets_open`. */
const OPEN = "t.status <> 'closed'";

const TICKETS = `
  SELECT t.id, t.number, t.subject, t.department, t.status, t.opened_at, t.last_reply_at,
    s.id AS service_id, s.plan_name, s.domain AS service_domain
  FROM tickets t LEFT JOIN services s ON s.id = t.service_id`;

interface TicketRow {
  id: number;
  number: string;
  subject: string;
  department: string | null;
  status: string;
  opened_at: string;
  last_reply_at: string | null;
  service_id: number | null;
  plan_name: string;
  service_domain: string | null;
}

export function toTicket(row: TicketRow): CustomerTicket {
  const name = row.service_domain ? `${row.plan_name} (${row.service_domain})` : row.plan_name;
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    department: row.department,
    service: row.service_id === null ? null : { id: row.service_id, name },
    status: row.status,
    openedAt: row.opened_at,
    lastReplyAt: row.last_reply_at,
  };
}
