import { dayIn } from "../../../shared/platform/calendar.ts";
import { balanceOf, totalOf } from "../provisioning/invoicing.ts";
import { numeric } from "../spelling.ts";
import { currencyOf, type WhmcsInvoice, type WhmcsState } from "../state.ts";
import { dateText, decimal } from "../wire-values.ts";
import type { Action, Installation } from "./action.ts";
import { SECRETS } from "./clients.ts";

export const getInvoices: Action = (installation, parameters) => {
  const { state } = installation;
  const clientId = parameters.number("userid");
  const found = state.invoices.filter((invoice) => clientId === undefined || invoice.clientId === clientId);
  const rows = found.map((invoice) => ({
    id: numeric(invoice.id),
    ...membersOf(installation, invoice),
    currencycode: currencyOf(state, invoice.clientId)?.code ?? "",
  }));
  return { rows };
};

/** Anybody's: the credential is an administrator's. */
export const getInvoice: Action = (installation, parameters) => {
  const invoice = installation.state.invoices.find(({ id }) => id === parameters.number("invoiceid"));
  if (!invoice) return { error: "Invoice ID Not Found" };
  return {
    members: {
      invoiceid: numeric(invoice.id),
      ...membersOf(installation, invoice),
      // Recorded as a boolean of versions that write 0 and 1 elsewhere.
      ccgateway: gatewayOf(installation.state, invoice)?.captures ?? false,
    },
  };
};

/** The addon's own: the unpaid invoice for a domain's renewal. */
export const getOpenRenewal: Action = ({ state }, parameters) => {
  const [client, domain] = [parameters.number("clientid"), parameters.number("domainid")];
  const open = state.invoices.find(
    ({ clientId, status, items = [] }) =>
      clientId === client &&
      ["Unpaid", "Payment Pending"].includes(status) &&
      items.some(({ type, relatedId }) => type === "Domain" && relatedId === domain),
  );
  return { members: { invoice: open ? { id: open.id, number: open.number || String(open.id) } : null } };
};

/** The first one where an invoice names none. */
function gatewayOf({ gateways }: WhmcsState, { paymentMethod = gateways[0]?.module }: WhmcsInvoice) {
  return gateways.find(({ module }) => module === paymentMethod);
}

function membersOf({ state, timeZone }: Installation, invoice: WhmcsInvoice): Record<string, unknown> {
  const [tax, tax2] = invoice.taxes;
  return {
    invoicenum: invoice.number,
    userid: numeric(invoice.clientId),
    date: invoice.issuedOn,
    duedate: dateText(invoice.dueOn),
    datepaid: dateText(invoice.paidAt && dayIn(timeZone, Date.parse(invoice.paidAt))),
    subtotal: decimal(invoice.subtotal),
    credit: decimal(invoice.credit),
    tax: decimal(tax?.amount ?? 0),
    tax2: decimal(tax2?.amount ?? 0),
    // After credit.
    total: decimal(totalOf(invoice) - invoice.credit),
    taxrate: ((tax?.rateThousandths ?? 0) / 1000).toFixed(3),
    taxrate2: ((tax2?.rateThousandths ?? 0) / 1000).toFixed(3),
    status: invoice.status,
    // In the list the addon adds it.
    balance: decimal(balanceOf(invoice)),
    paymentmethod: gatewayOf(state, invoice)?.module ?? "",
    notes: SECRETS.adminNotes,
  };
}
