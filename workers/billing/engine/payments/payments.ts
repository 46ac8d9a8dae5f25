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
import { sql } from "../store/sql.ts";
import { allocationOf, type InvoicedOrderStatus, isPayable, settle } from "./allocation.ts";

interface InvoicedOrder {
  id: number;
  status: InvoicedOrderStatus;
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
        if (!isPayable(invoice)) return { refused: NOT_PAYABLE };
        const [ordered] = rows.order;
        const isWithdrawn = ordered?.status === "cancelled" || ordered?.status === "failed";
        const credit = isWithdrawn ? 0 : Math.min(facts.credit, invoice.balanceDue);
        const money = { amount: invoice.balanceDue - credit, receivedOn: moment.today, reference: null };
        const allocation = allocationOf(invoice, ordered?.status ?? null, facts.credit, money);
        return {
          statements: settle(db, accountId, allocation, money),
          value: allocation.invoice,
          async afterwards() {
            if (!ordered || isWithdrawn) return;
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

const NO_SANDBOX_PAYMENT = refusal(
  "not_allowed",
  "Invoices are not paid and payment methods not kept here.",
  "Les factures ne se paient pas ici, et les modes de paiement n’y sont pas conservés.",
);

const NOT_PAYABLE = refusal("refused", "This invoice does not have to be paid.", "Cette facture n’est pas à payer.");
