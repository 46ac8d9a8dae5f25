import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type {
  AccountReference,
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  CustomerTicket,
} from "../../../shared/billing-contract/customer.ts";
import type {
  ActorRefused,
  BillingResult,
  BillingUnavailable,
  NotFound,
} from "../../../shared/billing-contract/result.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import { DOMAINS, type DomainRow, toDomain } from "../engine/accounts/domains.ts";
import { INVOICES, type InvoiceRow, toInvoice } from "../engine/accounts/invoices.ts";
import { IS_TAKEN_FIRST } from "../engine/accounts/orders.ts";
import { renewalPriceNow } from "../engine/accounts/renewal-price.ts";
import { SERVICES, type ServiceRow, toService } from "../engine/accounts/services.ts";
import { TICKETS, type TicketRow, toTicket } from "../engine/accounts/tickets.ts";
import type { BillingClock } from "../engine/clock/billing-clock.ts";
import type { AccountGate } from "../engine/store/account-gate.ts";
import { answering, found } from "../engine/store/results.ts";
import { REFUSED, type RefusedOrder, type RefusedRow, toRefused } from "./order-reading.ts";

export type Read<Value> = BillingResult<Value, BillingUnavailable | ActorRefused | NotFound>;

/** An invoice with what the API does not tell: its lines, its payments, and what they are for. */
export interface InvoiceDetails {
  invoice: CustomerInvoice;
  lines: { description: Text; amount: MinorUnits }[];
  payments: { amount: MinorUnits; paidOn: string; refundedOn: string | null }[];
  /** What is done when it is paid. */
  domain: { name: string; status: CustomerDomain["status"] } | null;
  service: { id: number; plan: string; status: CustomerService["status"] } | null;
  refused: RefusedOrder | null;
  /** Another customer has paid for the name of the order, which is unpaid. */
  isTakenFirst: boolean;
}

/** One thing of an account by its id or name, whose account the gate binds it to. */
export class AreaReading {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;

  constructor(db: D1Database, gate: AccountGate, clock: BillingClock) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
  }

  service(query: ActorQuery, id: number): Promise<Read<CustomerService>> {
    return this.#one("readService", query, `${SERVICES} WHERE s.id = ? AND s.account_id = ?`, id, (row: ServiceRow) =>
      toService(row),
    );
  }

  /** The one that is not over, else the newest. @param name A-label form */
  domain(query: ActorQuery, name: string): Promise<Read<CustomerDomain>> {
    const sql = `${DOMAINS} WHERE d.name = ? AND d.account_id = ?
      ORDER BY d.status IN ('expired', 'transferred_away', 'cancelled', 'fraud'), d.id DESC LIMIT 1`;
    return this.#one("readDomain", query, sql, name, (row: DomainRow, { currency }) => {
      const domain = toDomain(row);
      return { ...domain, renewalPrice: renewalPriceNow(domain, currency) };
    });
  }

  ticket(query: ActorQuery, id: number): Promise<Read<CustomerTicket>> {
    return this.#one("readTicket", query, `${TICKETS} WHERE t.id = ? AND t.account_id = ?`, id, (row: TicketRow) =>
      toTicket(row),
    );
  }

  /** Whether the account has a payment method. The sandbox's has no number, and nothing to charge. */
  paymentMethodOnFile(query: ActorQuery): Promise<Read<boolean>> {
    return answering("readPaymentMethod", query, async () => {
      const read = await this.#gate.state(query, []);
      return read.ok ? found(read.value.facts.paymentMethodOnFile) : read;
    });
  }

  /** Never a draft. */
  invoice(query: ActorQuery, id: number): Promise<Read<InvoiceDetails>> {
    return answering("readInvoice", query, async (): Promise<Read<InvoiceDetails>> => {
      const read = await this.#gate.state(query, [
        this.#db
          .prepare(`${INVOICES} WHERE i.id = ? AND i.account_id = ? AND i.status <> 'draft'`)
          .bind(id, query.accountId),
        ...[LINES, PAYMENTS, ORDERED, `${REFUSED} WHERE o.invoice_id = ?`].map((sql) => this.#db.prepare(sql).bind(id)),
      ]);
      if (!read.ok) return read;
      const [invoices, lines, payments, ordered, refused] = read.value.results;
      const row = invoices?.results[0] as InvoiceRow | undefined;
      if (!row) return { ok: false, problem: { code: "not_found" } };
      const order = ordered?.results[0] as OrderedRow | undefined;
      return found({
        invoice: toInvoice(row, this.#clock.moment(read.value.clockOffsetMs).today),
        lines: ((lines?.results ?? []) as unknown as LineRow[]).map(({ en, fr, amount }) => ({
          description: { en, fr },
          amount,
        })),
        payments: (payments?.results ?? []) as unknown as InvoiceDetails["payments"],
        domain: order?.name && order.domain_status ? { name: order.name, status: order.domain_status } : null,
        service:
          order?.service_id && order.service_status && order.plan_name
            ? { id: order.service_id, plan: order.plan_name, status: order.service_status }
            : null,
        refused: toRefused(refused?.results[0] as RefusedRow | undefined),
        isTakenFirst: order?.is_taken_first === 1,
      });
    });
  }

  /** @param sql with the id or name and the account as its parameters */
  #one<Row, Item>(
    method: string,
    query: ActorQuery,
    sql: string,
    id: number | string,
    toItem: (row: Row, account: AccountReference) => Item,
  ): Promise<Read<Item>> {
    return answering(method, query, async (): Promise<Read<Item>> => {
      const read = await this.#gate.state(query, [this.#db.prepare(sql).bind(id, query.accountId)]);
      if (!read.ok) return read;
      const row = read.value.results[0]?.results[0] as Row | undefined;
      return row ? found(toItem(row, read.value.account)) : { ok: false, problem: { code: "not_found" } };
    });
  }
}

const LINES = `
  SELECT description_en AS en, description_fr AS fr, amount FROM invoice_lines WHERE invoice_id = ? ORDER BY position`;

interface LineRow {
  en: string;
  fr: string;
  amount: number;
}

const PAYMENTS = `
  SELECT amount, paid_on AS paidOn, refunded_on AS refundedOn FROM invoice_payments WHERE invoice_id = ? ORDER BY id`;

const ORDERED = `
  SELECT d.name, d.status AS domain_status, s.id AS service_id, s.plan_name, s.status AS service_status,
    ${IS_TAKEN_FIRST} AS is_taken_first
  FROM orders o LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
  WHERE o.invoice_id = ?`;

interface OrderedRow {
  name: string | null;
  domain_status: CustomerDomain["status"] | null;
  service_id: number | null;
  plan_name: string | null;
  service_status: CustomerService["status"] | null;
  is_taken_first: number;
}
