import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { AccountReference, CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type {
  ActionRefused,
  ActorRefused,
  BillingResult,
  BillingUnavailable,
  NotFound,
} from "../../../../shared/billing-contract/result.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import { INVOICES, type InvoiceRow, toInvoice } from "../accounts/invoices.ts";
import { IS_HELD_ELSEWHERE } from "../accounts/orders.ts";
import { because } from "../actions/refusals.ts";
import type { BillingClock } from "../clock/billing-clock.ts";
import type { Fulfilment } from "../orders/fulfilment.ts";
import type { OrderFollower } from "../orders/order-follower.ts";
import { type AccountGate, RevisionConflict } from "../store/account-gate.ts";
import { found, unavailable } from "../store/results.ts";

const MAX_ATTEMPTS = 20;
const PAYABLE = ["unpaid", "payment_pending", "collections"];

export type PaymentResult = BillingResult<
  CustomerInvoice,
  BillingUnavailable | ActorRefused | NotFound | ActionRefused
>;

export type PaymentMethodResult = BillingResult<AccountReference, BillingUnavailable | ActorRefused | ActionRefused>;

/**
 * The sandbox's payment, of a demonstration and for the engine's own client area alone: no port that another Worker sees has it. The account's
 * credit is used first: an application that orders never spends it.
 */
export class Payments {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;
  readonly #fulfilment: Fulfilment;
  readonly #follower: OrderFollower;

  constructor(db: D1Database, gate: AccountGate, clock: BillingClock, fulfilment: Fulfilment, follower: OrderFollower) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
    this.#fulfilment = fulfilment;
    this.#follower = follower;
  }

  /** Pays what is left of an invoice, once however often it is asked, and does what was waiting for it. */
  async payInvoice(query: ActorQuery, invoiceId: number): Promise<PaymentResult> {
    for (let round = 0; round < MAX_ATTEMPTS; round++) {
      const read = await this.#gate.state(query, [
        this.#db
          .prepare(`${INVOICES} WHERE i.id = ? AND i.account_id = ? AND i.status <> 'draft'`)
          .bind(invoiceId, query.accountId),
        this.#db.prepare("SELECT id, status FROM orders WHERE invoice_id = ?").bind(invoiceId),
      ]);
      if (!read.ok) return read;
      const { facts, revision, clockOffsetMs, results } = read.value;
      const row = results[0]?.results[0] as InvoiceRow | undefined;
      if (!row) return { ok: false, problem: { code: "not_found" } };
      const { today } = this.#clock.moment(clockOffsetMs);
      const invoice = toInvoice(row, today);
      const order = results[1]?.results[0] as { id: number; status: string } | undefined;
      if (!PAYABLE.includes(invoice.status)) return { ok: false, problem: NOT_PAYABLE };
      const isWithdrawn = order?.status === "cancelled" || order?.status === "failed";

      const credit = isWithdrawn ? 0 : Math.min(facts.credit, invoice.balanceDue);
      const money = invoice.balanceDue - credit;
      const paid: CustomerInvoice = {
        ...invoice,
        status: isWithdrawn ? "refunded" : "paid",
        paidOn: today,
        creditApplied: invoice.creditApplied + credit,
        balanceDue: 0,
        overdue: false,
      };
      try {
        await this.#gate.write(
          query,
          revision,
          isWithdrawn
            ? this.#crediting(query.accountId, paid, money)
            : this.#paying(query.accountId, paid, credit, money),
        );
      } catch (error) {
        if (error instanceof RevisionConflict) continue;
        throw error;
      }
      if (order && !isWithdrawn) {
        const { accountId: account, requestId } = query;
        const fields = { request_id: requestId, account, order: order.id };
        await logFailure("order_failed", this.#fulfilment.fulfil(order.id, requestId), fields);
        this.#follower.follow({ account: read.value.account, orderId: null, invoice: null }, query);
      }
      return found(paid);
    }
    return unavailable();
  }

  /** Whether the account has a payment method; there are no details of one. */
  async setPaymentMethodOnFile(query: ActorQuery, onFile: boolean): Promise<PaymentMethodResult> {
    for (let round = 0; round < MAX_ATTEMPTS; round++) {
      const read = await this.#gate.state(query, []);
      if (!read.ok) return read;
      const mark = this.#db
        .prepare("UPDATE accounts SET payment_method_on_file = ? WHERE id = ?")
        .bind(onFile ? 1 : 0, query.accountId);
      try {
        await this.#gate.write(query, read.value.revision, [mark]);
        return found(read.value.account);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
      }
    }
    return unavailable();
  }

  /** Money for what was withdrawn while it was on its way: it is credit of the account. */
  #crediting(accountId: number, { id, paidOn, total }: CustomerInvoice, money: number): D1PreparedStatement[] {
    return [
      this.#db.prepare("UPDATE accounts SET credit = credit + ? WHERE id = ?").bind(total, accountId),
      this.#db.prepare("UPDATE invoices SET status = 'refunded', paid_on = ? WHERE id = ?").bind(paidOn, id),
      ...(money > 0 ? [this.#payment(id, money, paidOn)] : []),
      this.#db.prepare("UPDATE invoice_payments SET refunded_on = ? WHERE invoice_id = ?").bind(paidOn, id),
    ];
  }

  #payment(invoiceId: number, amount: number, paidOn: string | null): D1PreparedStatement {
    return this.#db
      .prepare("INSERT INTO invoice_payments (invoice_id, amount, paid_on) VALUES (?, ?, ?)")
      .bind(invoiceId, amount, paidOn);
  }

  #paying(accountId: number, invoice: CustomerInvoice, credit: number, money: number): D1PreparedStatement[] {
    const { id, paidOn } = invoice;
    return [
      this.#db.prepare("UPDATE accounts SET credit = credit - ? WHERE id = ?").bind(credit, accountId),
      this.#db
        .prepare("UPDATE invoices SET status = 'paid', paid_on = ?, credit_applied = credit_applied + ? WHERE id = ?")
        .bind(paidOn, credit, id),
      ...(money > 0 ? [this.#payment(id, money, paidOn)] : []),
      this.#taking(id, "register"),
      this.#taking(id, "transfer"),
      this.#db.prepare("UPDATE orders SET status = 'paid' WHERE invoice_id = ? AND status = 'open'").bind(id),
    ];
  }

  /** A name that another account has paid for first stays as it is: its order is given back when it is done. */
  #taking(invoiceId: number, kind: "register" | "transfer"): D1PreparedStatement {
    return this.#db
      .prepare(
        `UPDATE domains SET status = ?1 WHERE NOT ${IS_HELD_ELSEWHERE}
         AND id = (SELECT domain_id FROM orders WHERE invoice_id = ?2 AND status = 'open' AND kind = ?3)`,
      )
      .bind(kind === "register" ? "pending_registration" : "pending_transfer", invoiceId, kind);
  }
}

/** Outside of a demonstration. */
export const NO_SANDBOX_PAYMENT: { ok: false; problem: ActionRefused } = {
  ok: false,
  problem: because(
    "not_allowed",
    "Invoices are not paid and payment methods not kept here.",
    "Les factures ne se paient pas ici, et les modes de paiement n’y sont pas conservés.",
  ),
};

const NOT_PAYABLE = because("refused", "This invoice does not have to be paid.", "Cette facture n’est pas à payer.");
