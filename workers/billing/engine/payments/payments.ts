import type { AccountReference, CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { ContractMethods } from "../../../../shared/billing-contract/guarded-billing.ts";
import { failure } from "../../../../shared/billing-contract/result.ts";
import type { Write } from "../../../../shared/billing-contract/writes.ts";
import { NOT_FOUND, refusal } from "../../../../shared/ordering/refusals.ts";
import { runWrite } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { toInvoice } from "../records/invoices.ts";
import { SANDBOX_CARD } from "../store/account-store.ts";
import { allocationOf, isPayable, isWithdrawn, settle } from "./allocation.ts";
import { CARD_AGREEMENT } from "./card-agreement.ts";
import { fulfilPaid, invoicesToPay, orderIn } from "./receipts.ts";
import { saveCard } from "./saved-cards.ts";

/** The sandbox's payments, for the client area of a demonstration. No other Worker can call them. */
export interface SandboxPayments {
  /** Pays an invoice's balance once, and fulfils its order. Account credit is used first. */
  payInvoice: Write<number, CustomerInvoice>;
  /** Saves the sandbox's card, which is never charged. */
  addSandboxCard: Write<null, AccountReference>;
}

export const sandboxPayments = {
  async payInvoice(engine, call, invoiceId) {
    if (!engine.hasSandboxPayment) return failure(NO_SANDBOX_PAYMENT);
    const { db } = engine;
    const { accountId } = call;
    const reads = { invoice: invoicesToPay(db, accountId, [invoiceId]) };
    return runWrite<typeof reads, CustomerInvoice>(engine, call, {
      operation: null,
      reads,
      decide({ account: { currency }, facts, rows, moment: { at, today } }) {
        const [row] = rows.invoice;
        if (!row) return { refused: NOT_FOUND };
        const invoice = toInvoice(row, today);
        if (!isPayable(invoice)) return { refused: NOT_PAYABLE };
        const order = orderIn(row);
        const amount = invoice.balanceDue - (isWithdrawn(order) ? 0 : Math.min(facts.credit, invoice.balanceDue));
        const money = { amount, currency, receivedOn: today, reference: `demonstration-${crypto.randomUUID()}` };
        const allocation = allocationOf([{ invoice, order }], facts.credit, money);
        return {
          statements: settle(db, accountId, allocation, money, at),
          value: allocation.ended[0]?.invoice ?? invoice,
          afterwards: () => fulfilPaid(engine, accountId, allocation),
        };
      },
    });
  },

  async addSandboxCard(engine, call) {
    if (!engine.hasSandboxPayment) return failure(NO_SANDBOX_PAYMENT);
    const { db, now } = engine;
    const ids = { customer: SANDBOX_CARD, paymentMethod: SANDBOX_CARD };
    const card = { ...ids, agreement: CARD_AGREEMENT.version, agreedAt: now(), details: null };
    return runWrite<Record<never, never>, AccountReference>(engine, call, {
      operation: null,
      reads: {},
      decide: ({ account }) => ({ statements: [saveCard(db, call.accountId, card)], value: account }),
    });
  },
} satisfies ContractMethods<EngineContext, SandboxPayments>;

const NO_SANDBOX_PAYMENT = refusal(
  "not_allowed",
  "Invoices cannot be paid here, and payment methods are not stored.",
  "Les factures ne se paient pas ici, et les modes de paiement n’y sont pas conservés.",
);

export const NOT_PAYABLE = refusal("refused", "This invoice needs no payment.", "Cette facture n’est pas à payer.");
