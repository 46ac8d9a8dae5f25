import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";
import { TAX_RATES } from "../../seed/customers/taxes.ts";
import { type Installation, instantOf, todayOf } from "../actions/action.ts";
import { noteEvent } from "../addon/addon-events.ts";
import type { WhmcsInvoiceItem, WhmcsOrder } from "../order-tables.ts";
import { nextId, type WhmcsClient, type WhmcsInvoice } from "../state.ts";
import { carryOut } from "./fulfilment.ts";

const PAYABLE = ["Unpaid", "Payment Pending", "Collections"];

/**
 * Creates an invoice with the taxes of the client's location. Applies the client's credit if the installation does so
 * for new invoices.
 */
export function raiseInvoice(
  installation: Installation,
  client: WhmcsClient,
  items: WhmcsInvoiceItem[],
  { paymentMethod, dueOn, order }: { paymentMethod: string; dueOn?: string; order?: WhmcsOrder },
): WhmcsInvoice {
  const { state, quirks } = installation;
  const today = todayOf(installation);
  const invoice: WhmcsInvoice = {
    ...{ id: nextId(state.invoices), clientId: client.id, number: "", status: "Unpaid" },
    ...{ issuedOn: today, dueOn: dueOn ?? today, paidAt: null },
    ...amountsOf(installation, client, items),
    ...{ credit: 0, paid: 0, items, paymentMethod },
  };
  state.invoices.push(invoice);
  noteEvent(installation, client.id, "invoice.issued", invoice.id);
  if (order) order.invoiceId = invoice.id;
  if (quirks.appliesCredit && client.credit > 0) {
    invoice.credit = Math.min(client.credit, totalOf(invoice));
    client.credit -= invoice.credit;
    if (balanceOf(invoice) === 0) settleInvoice(installation, invoice);
  }
  return invoice;
}

/**
 * Pays the rest of an invoice.
 * @returns whether there was anything to pay
 */
export function payInvoice(installation: Installation, invoiceId: number): boolean {
  const invoice = installation.state.invoices.find(({ id }) => id === invoiceId);
  if (!invoice || !PAYABLE.includes(invoice.status)) return false;
  invoice.paid = totalOf(invoice) - invoice.credit;
  settleInvoice(installation, invoice);
  return true;
}

/**
 * Marks an invoice as paid and fulfils its lines. The lines of an order wait for staff if the installation does not set
 * up paid orders. The status of the order does not change.
 */
function settleInvoice(installation: Installation, invoice: WhmcsInvoice): void {
  const { state, quirks } = installation;
  invoice.status = "Paid";
  invoice.paidAt = instantOf(installation);
  noteEvent(installation, invoice.clientId, "invoice.paid", invoice.id);
  const order = state.orders.find(({ invoiceId }) => invoiceId === invoice.id);
  if (order) noteEvent(installation, invoice.clientId, "order.paid", order.id);
  if (order && !quirks.setsUpPaidOrders) return;
  for (const item of invoice.items ?? []) carryOut(installation, item);
}

/** Returns the total before credit. */
export function totalOf({ subtotal, taxes }: WhmcsInvoice): MinorUnits {
  return taxes.reduce((sum, { amount }) => sum + amount, subtotal);
}

export function balanceOf(invoice: WhmcsInvoice): MinorUnits {
  return totalOf(invoice) - invoice.credit - invoice.paid;
}

/**
 * Returns the subtotal and the taxes. Taxes are added to the sum of the lines, or are part of that sum if prices
 * include taxes.
 */
function amountsOf({ settings }: Installation, client: WhmcsClient, items: WhmcsInvoiceItem[]) {
  const sum = items.reduce((total, { amount }) => total + amount, 0);
  const { country, state } = client;
  const place = settings.TaxEnabled === "on" ? (TAX_RATES[`${country}-${state}`] ?? TAX_RATES[country]) : [];
  const rates = (place ?? []).map(({ rateThousandths }) => rateThousandths);
  const all = rates.reduce((total, rate) => total + rate, 100_000);
  const isIncluded = settings.TaxType === "Inclusive";
  const taxed = isIncluded ? scaleHalfUp(sum, 100_000, all) : sum;
  const taxes = rates.map((rate) => ({ rateThousandths: rate, amount: scaleHalfUp(taxed, rate, 100_000) }));
  const subtotal = isIncluded ? taxes.reduce((rest, { amount }) => rest - amount, sum) : sum;
  return { subtotal, taxes };
}
