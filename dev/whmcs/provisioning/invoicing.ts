import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";
import type { Installation } from "../actions/action.ts";
import type { WhmcsInvoiceItem, WhmcsOrder } from "../order-tables.ts";
import { nextId, type WhmcsClient, type WhmcsInvoice, type WhmcsState } from "../state.ts";
import { todayOf } from "./calendar.ts";
import { settleInvoice } from "./payment.ts";

/** Raises an invoice, with the taxes of the client's place. Credit is used at once where the installation does so. */
export function raiseInvoice(
  installation: Installation,
  client: WhmcsClient,
  items: WhmcsInvoiceItem[],
  { paymentMethod, dueOn, order }: { paymentMethod: string; dueOn?: string; order?: WhmcsOrder },
): WhmcsInvoice {
  const { state, quirks } = installation;
  const today = todayOf(installation);
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0);
  const invoice: WhmcsInvoice = {
    id: nextId(state, "invoices"),
    clientId: client.id,
    number: "",
    status: "Unpaid",
    issuedOn: today,
    dueOn: dueOn ?? today,
    paidAt: null,
    subtotal,
    taxes: taxesOf(state, client, subtotal),
    ...{ credit: 0, paid: 0, items, paymentMethod },
  };
  state.invoices.push(invoice);
  if (order) order.invoiceId = invoice.id;
  if (quirks.appliesCredit && client.credit > 0) {
    invoice.credit = Math.min(client.credit, totalOf(invoice));
    client.credit -= invoice.credit;
    if (balanceOf(invoice) === 0) settleInvoice(installation, invoice);
  }
  return invoice;
}

/** Before credit. */
export function totalOf({ subtotal, taxes }: WhmcsInvoice): MinorUnits {
  return taxes.reduce((sum, { amount }) => sum + amount, subtotal);
}

export function balanceOf(invoice: WhmcsInvoice): MinorUnits {
  return totalOf(invoice) - invoice.credit - invoice.paid;
}

/** By the rule of the client's state, or else of its country; none elsewhere. */
function taxesOf({ taxRules }: WhmcsState, { country, state: place }: WhmcsClient, subtotal: MinorUnits) {
  const rules = taxRules.filter((rule) => rule.country === country);
  const rule = rules.find(({ state }) => state !== "" && state === place) ?? rules.find(({ state }) => state === "");
  return (rule?.rates ?? []).map((rateThousandths) => ({
    rateThousandths,
    amount: scaleHalfUp(subtotal, rateThousandths, 100_000),
  }));
}
