import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { CustomerInvoice, Page } from "../../../shared/billing-contract/customer.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import { INVOICES, type InvoiceRow, toInvoice, UNPAID } from "../engine/accounts/invoices.ts";
import { IS_TAKEN_FIRST } from "../engine/accounts/orders.ts";
import type { BillingClock } from "../engine/clock/billing-clock.ts";
import type { OrderKind } from "../engine/orders/new-order.ts";
import type { AccountGate } from "../engine/store/account-gate.ts";
import { answering, found } from "../engine/store/results.ts";
import type { Read } from "./area-reading.ts";

/** What an order is about, by its id. */
export interface About {
  kind: "domain" | "service";
  id: number;
}

/** An invoice that waits for its payment, and what is done when it is paid. */
export interface OrderToPay {
  kind: OrderKind;
  invoice: CustomerInvoice;
  /** Another customer has paid for the name, so that it would not be done. */
  isTakenFirst: boolean;
}

/** What was paid and the registrar refused. */
export interface RefusedOrder {
  kind: OrderKind;
  /** In the registrar's words. */
  reason: string;
  /** YYYY-MM-DD */
  refusedOn: string;
  /** Where what was paid has come back from; null where nothing was due. */
  invoice: { id: number; number: string; total: MinorUnits } | null;
}

/** What was ordered and is not done: it waits for its payment, or was refused. */
export class OrderReading {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;

  constructor(db: D1Database, gate: AccountGate, clock: BillingClock) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
  }

  /** What is to be paid, the oldest due date first; what is being paid already comes last. `next` says whether there is more. */
  unpaid(query: ActorQuery, limit: number): Promise<Read<Page<CustomerInvoice, { dueOn: string; id: number }>>> {
    return answering("readUnpaid", query, () =>
      this.#gate.page(
        query,
        {
          select: INVOICES,
          accountColumn: "i.account_id",
          conditions: [{ sql: UNPAID, values: [] }],
          orderBy: "i.status = 'payment_pending', i.due_on, i.id",
          limit,
        },
        (row: InvoiceRow) => this.#toInvoice(row),
        ({ dueOn, id }) => ({ dueOn, id }),
      ),
    );
  }

  /** What waits for a payment about one thing, the oldest due date first. */
  toPay(query: ActorQuery, { kind, id }: About): Promise<Read<OrderToPay[]>> {
    return answering("readToPay", query, async (): Promise<Read<OrderToPay[]>> => {
      const sql = `SELECT x.*, o.kind, ${IS_TAKEN_FIRST} AS is_taken_first FROM (${INVOICES} WHERE i.account_id = ? AND ${UNPAID}) x
        JOIN orders o ON o.invoice_id = x.id WHERE o.status = 'open' AND o.${kind}_id = ? ORDER BY x.due_on, x.id`;
      const read = await this.#gate.state(query, [this.#db.prepare(sql).bind(query.accountId, id)]);
      if (!read.ok) return read;
      const rows = (read.value.results[0]?.results ?? []) as unknown as (InvoiceRow & {
        kind: OrderKind;
        is_taken_first: number;
      })[];
      return found(
        rows.map((row) => ({ kind: row.kind, invoice: this.#toInvoice(row), isTakenFirst: row.is_taken_first === 1 })),
      );
    });
  }

  /** Where the newest order about a name was refused: how. */
  refused(query: ActorQuery, domainId: number): Promise<Read<RefusedOrder | null>> {
    return answering("readRefused", query, async (): Promise<Read<RefusedOrder | null>> => {
      const read = await this.#gate.state(query, [
        this.#db.prepare(`${REFUSED} WHERE o.id = (${NEWEST})`).bind(domainId, query.accountId),
      ]);
      if (!read.ok) return read;
      return found(toRefused(read.value.results[0]?.results[0] as RefusedRow | undefined));
    });
  }

  #toInvoice(row: InvoiceRow): CustomerInvoice {
    return toInvoice(row, this.#clock.moment(row.clock_offset_ms).today);
  }
}

const NEWEST = "SELECT max(id) FROM orders WHERE domain_id = ? AND account_id = ?";

/** Of orders `o`, with their invoices `i`. */
export const REFUSED = `
  SELECT o.kind, r.reason, r.refused_on, i.id, i.number,
    i.subtotal + coalesce((SELECT sum(amount) FROM invoice_taxes WHERE invoice_id = i.id), 0) AS total
  FROM order_refusals r JOIN orders o ON o.id = r.order_id LEFT JOIN invoices i ON i.id = o.invoice_id`;

export interface RefusedRow {
  kind: OrderKind;
  reason: string;
  refused_on: string;
  id: number | null;
  number: string;
  total: number;
}

export function toRefused(row: RefusedRow | undefined): RefusedOrder | null {
  if (!row) return null;
  const { kind, reason, refused_on: refusedOn, id, number, total } = row;
  return { kind, reason, refusedOn, invoice: id === null ? null : { id, number, total } };
}
