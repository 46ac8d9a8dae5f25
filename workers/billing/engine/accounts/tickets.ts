import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerTicket, Page, TicketList, TicketListKey } from "../../../../shared/billing-contract/customer.ts";
import type { AccountGate, Condition, Gated } from "../store/account-gate.ts";

/** The support tickets of an account. */
export class EmbeddedTickets {
  readonly #gate: AccountGate;

  constructor(gate: AccountGate) {
    this.#gate = gate;
  }

  /** By last activity (the last reply, or the opening where there is none), newest first. `open`: not closed. */
  list(query: ActorQuery, list: TicketList): Promise<Gated<Page<CustomerTicket, TicketListKey>>> {
    const conditions: Condition[] = [];
    if (list.status === "open") conditions.push({ sql: OPEN, values: [] });
    if (list.after) {
      conditions.push({
        sql: "(t.last_activity_at, t.id) < (?, ?)",
        values: [list.after.lastActivityAt, list.after.id],
      });
    }
    return this.#gate.page(
      query,
      {
        select: TICKETS,
        accountColumn: "t.account_id",
        conditions,
        orderBy: "t.last_activity_at DESC, t.id DESC",
        limit: list.limit,
      },
      toTicket,
      ({ id, lastReplyAt, openedAt }) => ({ lastActivityAt: lastReplyAt ?? openedAt, id }),
    );
  }
}

/** Word for word what the index `tickets_open` holds. */
const OPEN = "t.status <> 'closed'";

export const TICKETS = `
  SELECT t.id, t.number, t.subject, t.department, t.status, t.opened_at, t.last_reply_at,
    s.id AS service_id, s.plan_name, s.domain AS service_domain
  FROM tickets t LEFT JOIN services s ON s.id = t.service_id`;

export interface TicketRow {
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
