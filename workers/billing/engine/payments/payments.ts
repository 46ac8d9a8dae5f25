import type { AccountReference, CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { ContractMethods } from "../../../../shared/billing-contract/guarded-billing.ts";
import { failure } from "../../../../shared/billing-contract/result.ts";
import type { Write } from "../../../../shared/billing-contract/writes.ts";
import { NOT_FOUND, refusal } from "../../../../shared/ordering/refusals.ts";
import { runWrite } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendNoticesAfterwards } from "../mails/notices.ts";
import { tryToFulfil } from "../orders/fulfilment.ts";
import { invoiceRead, toInvoice } from "../records/invoices.ts";
import { IS_HELD_ELSEWHERE, PAID_STATUS } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

const PAYABLE = ["unpaid", "payment_pending", "collections"];

interface InvoicedOrder {
  id: number;
  status: "open" | "paid" | "done" | "cancelled" | "failed";
}

/** The sandbox's payment, for the client area of a demonstration: no other Worker can call it. */
export interface SandboxPayments {
  /** Pays the balance of an invoice, once, from the account's credit first, and fulfils its order. Applications never spend credit. */
  payInvoice: Write<number, CustomerInvoice>;
  /** Whether the account has a payment method; no details of one are stored. */
  setPaymentMethodOnFile: Write<boolean, AccountReference>;
}

export const sandboxPayments = {
  async payInvoice(engine, call, invoiceId) {
    if (!engine.isDemonstration) return failure(NO_SANDBOX_PAYMENT);
    const { db } = engine;
    const { accountId } = call;
    const order = sql(db)<InvoicedOrder>`SELECT id, status FROM orders WHERE invoice_id = ${invoiceId}`;
    const reads = { invoice: invoiceRead(db, accountId, invoiceId), order };
    return runWrite<typeof reads, CustomerInvoice>(engine, call, {
      operation: null,
      reads,
      decide({ facts, rows, moment }) {
        const [row] = rows.invoice;
        if (!row) return { refused: NOT_FOUND };
        const invoice = toInvoice(row, moment.today);
        if (!PAYABLE.includes(invoice.status)) return { refused: NOT_PAYABLE };
        const [ordered] = rows.order;
        const isWithdrawn = ordered?.status === "cancelled" || ordered?.status === "failed";
        const credit = isWithdrawn ? 0 : Math.min(facts.credit, invoice.balanceDue);
        const money = invoice.balanceDue - credit;
        const after: CustomerInvoice = {
          ...invoice,
          status: isWithdrawn ? "refunded" : "paid",
          paidOn: moment.today,
          creditApplied: invoice.creditApplied + credit,
          balanceDue: 0,
          overdue: false,
        };
        if (isWithdrawn) return { statements: turnIntoCredit(db, accountId, after, money), value: after };
        return {
          statements: settleInvoice(db, accountId, after, credit, money),
          value: after,
          async afterwards() {
            if (!ordered) return;
            await tryToFulfil(engine, accountId, ordered.id);
            sendNoticesAfterwards(engine, accountId);
          },
        };
      },
    });
  },

  async setPaymentMethodOnFile(engine, call, onFile) {
    if (!engine.isDemonstration) return failure(NO_SANDBOX_PAYMENT);
    const update = sql(engine.db)`UPDATE accounts SET payment_method_on_file = ${onFile ? 1 : 0}
      WHERE id = ${call.accountId}`;
    return runWrite<Record<never, never>, AccountReference>(engine, call, {
      operation: null,
      reads: {},
      decide: ({ account }) => ({ statements: [update], value: account }),
    });
  },
} satisfies ContractMethods<EngineContext, SandboxPayments>;

/** Money for an order that was withdrawn while the payment was pending becomes credit. */
function turnIntoCredit(
  db: D1Database,
  accountId: number,
  invoice: CustomerInvoice,
  money: number,
): D1PreparedStatement[] {
  const { id, paidOn, total } = invoice;
  return [
    sql(db)`UPDATE accounts SET credit = credit + ${total} WHERE id = ${accountId}`,
    sql(db)`UPDATE invoices SET status = 'refunded', paid_on = ${paidOn} WHERE id = ${id}`,
    ...insertPayment(db, invoice, money),
    sql(db)`UPDATE invoice_payments SET refunded_on = ${paidOn} WHERE invoice_id = ${id}`,
  ];
}

function settleInvoice(
  db: D1Database,
  accountId: number,
  invoice: CustomerInvoice,
  credit: number,
  money: number,
): D1PreparedStatement[] {
  const { id, paidOn } = invoice;
  return [
    sql(db)`UPDATE accounts SET credit = credit - ${credit} WHERE id = ${accountId}`,
    sql(db)`UPDATE invoices SET status = 'paid', paid_on = ${paidOn}, credit_applied = credit_applied + ${credit}
      WHERE id = ${id}`,
    ...insertPayment(db, invoice, money),
    claimName(db, id, "register"),
    claimName(db, id, "transfer"),
    sql(db)`UPDATE orders SET status = 'paid' WHERE invoice_id = ${id} AND status = 'open'`,
  ];
}

function insertPayment(db: D1Database, { id, paidOn }: CustomerInvoice, amount: number): D1PreparedStatement[] {
  if (amount <= 0) return [];
  return [sql(db)`INSERT INTO invoice_payments (invoice_id, amount, paid_on) VALUES (${id}, ${amount}, ${paidOn})`];
}

/** Does not take a name that another account has paid for: the order is refused when it is fulfilled. */
function claimName(db: D1Database, invoiceId: number, kind: "register" | "transfer"): D1PreparedStatement {
  return sql(db)`UPDATE domains SET status = ${PAID_STATUS[kind]} WHERE NOT ${raw(IS_HELD_ELSEWHERE)}
    AND id = (SELECT domain_id FROM orders WHERE invoice_id = ${invoiceId} AND status = 'open' AND kind = ${kind})`;
}

const NO_SANDBOX_PAYMENT = refusal(
  "not_allowed",
  "Invoices are not paid and payment methods not kept here.",
  "Les factures ne se paient pas ici, et les modes de paiement n’y sont pas conservés.",
);

const NOT_PAYABLE = refusal("refused", "This invoice does not have to be paid.", "Cette facture n’est pas à payer.");
