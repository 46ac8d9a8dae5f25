import { dayIn } from "../../../shared/platform/calendar.ts";
import { numberOf } from "../parameters.ts";
import { balanceOf, totalOf } from "../provisioning/invoicing.ts";
import type { WhmcsInvoice, WhmcsState } from "../state.ts";
import { dateText, decimal } from "../wire-values.ts";
import type { Actions, Installation } from "./action.ts";

export const invoiceActions: Actions = {
  GetInvoices(installation, { userid }) {
    const { clients, invoices } = installation.state;
    const owner = numberOf(userid);
    const found = invoices.filter(({ clientId }) => owner === undefined || clientId === owner);
    const rows = found.map((invoice) => ({
      ...{ id: invoice.id, ...membersOf(installation, invoice) },
      currencycode: clients.find(({ id }) => id === invoice.clientId)?.currency ?? "",
    }));
    return { rows };
  },

  /** Reads an invoice of any account, because the credential belongs to an administrator. */
  GetInvoice(installation, { invoiceid }) {
    const invoice = installation.state.invoices.find(({ id }) => id === numberOf(invoiceid));
    if (!invoice) return { error: "Invoice ID Not Found" };
    // WHMCS's sample responses have a boolean here, even in versions that otherwise write 0 and 1.
    const ccgateway = gatewayOf(installation.state, invoice)?.captures ?? false;
    return { members: { invoiceid: invoice.id, ...membersOf(installation, invoice), ccgateway } };
  },

  /** Reads the unpaid invoice for a domain's renewal, as the addon does. */
  GetOpenRenewal({ state }, { clientid, domainid }) {
    const open = state.invoices.find(
      ({ clientId, status, items = [] }) =>
        clientId === numberOf(clientid) &&
        ["Unpaid", "Payment Pending"].includes(status) &&
        items.some(({ type, relatedId }) => type === "Domain" && relatedId === numberOf(domainid)),
    );
    return { members: { invoice: open ? { id: open.id, number: open.number || String(open.id) } : null } };
  },
};

/** Returns the gateway of an invoice, or the first gateway if the invoice has none. */
function gatewayOf({ gateways }: WhmcsState, { paymentMethod = gateways[0]?.module }: WhmcsInvoice) {
  return gateways.find(({ module }) => module === paymentMethod);
}

function membersOf({ state, timeZone }: Installation, invoice: WhmcsInvoice): Record<string, unknown> {
  const [tax, tax2] = invoice.taxes;
  const rateOf = (one: typeof tax) => ((one?.rateThousandths ?? 0) / 1000).toFixed(3);
  return {
    ...{ invoicenum: invoice.number, userid: invoice.clientId, status: invoice.status },
    ...{ date: invoice.issuedOn, duedate: dateText(invoice.dueOn) },
    datepaid: dateText(invoice.paidAt && dayIn(timeZone, Date.parse(invoice.paidAt))),
    ...{ subtotal: decimal(invoice.subtotal), credit: decimal(invoice.credit) },
    ...{
      tax: decimal(tax?.amount ?? 0),
      tax2: decimal(tax2?.amount ?? 0),
      taxrate: rateOf(tax),
      taxrate2: rateOf(tax2),
    },
    // WHMCS's total is the amount after credit.
    total: decimal(totalOf(invoice) - invoice.credit),
    // In a list, the addon adds this field.
    balance: decimal(balanceOf(invoice)),
    paymentmethod: gatewayOf(state, invoice)?.module ?? "",
  };
}
