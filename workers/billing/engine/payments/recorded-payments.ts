import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { ActResult } from "../../../../shared/operator-contract/answers.ts";
import type { ReceivedPayment } from "../../../../shared/operator-contract/billing-operator.ts";
import { type Currency, type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendNoticesAfterwards } from "../mails/notices.ts";
import { tryToFulfil } from "../orders/fulfilment.ts";
import { type InvoiceRow, invoiceRead, toInvoice } from "../records/invoices.ts";
import { RevisionConflict } from "../store/account-store.ts";
import { sql } from "../store/sql.ts";
import { allocationOf, type InvoicedOrderStatus, settle } from "./allocation.ts";

interface AccountOfInvoice {
  id: number;
  accountId: number;
  currency: Currency;
  credit: MinorUnits;
  revision: number;
  orderId: number | null;
  order: InvoicedOrderStatus;
}

const MAX_ATTEMPTS = 10;

/**
 * Records money for an invoice: what pays it and what becomes credit is decided by {@link allocationOf}. A reference that is recorded
 * changes nothing.
 * @param commit false: says what it would do
 */
export async function recordPayment(
  engine: EngineContext,
  payment: ReceivedPayment,
  commit: boolean,
): Promise<ActResult> {
  const { db, accounts, clock } = engine;
  for (let attempt = 1; ; attempt++) {
    const earlier = await sql(db)<{ number: string }>`SELECT i.number FROM invoice_payments p
      JOIN invoices i ON i.id = p.invoice_id WHERE p.reference = ${payment.reference}`.first();
    if (earlier) return refused(`A payment with this reference is recorded already, for invoice ${earlier.number}.`);
    const of = await accountOf(db, payment.invoice);
    const row = of && (await invoiceRead(db, of.accountId, of.id).first<InvoiceRow>());
    if (!of || !row) return refused(`There is no invoice ${payment.invoice}.`);
    const { today } = await clock.read(db);
    const receivedOn = payment.receivedOn ?? today;
    if (receivedOn > today) return refused(`The money cannot have come on ${receivedOn}: today is ${today}.`);
    const money = { ...payment, receivedOn };
    const invoice = toInvoice(row, today);
    const allocation = allocationOf(invoice, of.order, of.credit, money);
    const text = words(invoice, allocation, payment.amount, of);
    if (!commit) return { isDone: false, text };
    try {
      await accounts.writeAsEngine(of.accountId, of.revision, settle(db, of.accountId, allocation, money));
    } catch (error) {
      if (error instanceof RevisionConflict && attempt < MAX_ATTEMPTS) continue;
      throw error;
    }
    if (allocation.invoice.status === "paid" && of.orderId !== null)
      await tryToFulfil(engine, of.accountId, of.orderId);
    sendNoticesAfterwards(engine, of.accountId);
    return { isDone: true, text };
  }
}

function accountOf(db: D1Database, number: string): Promise<AccountOfInvoice | null> {
  return sql(db)<AccountOfInvoice>`
    SELECT i.id, a.id AS accountId, a.currency, a.credit, a.revision, o.id AS orderId, o.status AS "order"
    FROM invoices i JOIN accounts a ON a.id = i.account_id LEFT JOIN orders o ON o.invoice_id = i.id
    WHERE i.number = ${number}`.first();
}

function refused(text: string): ActResult {
  return { isDone: false, text };
}

function words(
  { number, balanceDue }: CustomerInvoice,
  { invoice, creditUsed, credited }: ReturnType<typeof allocationOf>,
  amount: MinorUnits,
  { accountId, currency }: AccountOfInvoice,
): string {
  const money = (units: MinorUnits) => `${toMajorUnits(units).toFixed(2)} ${currency}`;
  const came = `${money(amount)} for invoice ${number} of account ${accountId}, of which ${money(balanceDue)} is due.`;
  const isEnded = invoice.status === "paid" || invoice.status === "refunded";
  const end =
    isEnded && balanceDue > 0
      ? ` The invoice is ${invoice.status === "paid" ? "paid" : "paid and given back as credit, since its order has ended"}.`
      : " The invoice stays as it is.";
  const used = creditUsed > 0 ? ` ${money(creditUsed)} of the account's credit pays the rest.` : "";
  const more = credited > 0 ? ` ${money(credited)} becomes credit of the account.` : "";
  return `${came}${end}${used}${more}`;
}
