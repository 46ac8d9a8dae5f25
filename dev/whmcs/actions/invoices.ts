import { balanceOf, totalOf } from "../provisioning/invoicing.ts";
import { Listed, numeric } from "../spelling.ts";
import { currencyOf, type WhmcsInvoice, type WhmcsState } from "../state.ts";
import { dateText, decimal, timeText } from "../wire-values.ts";
import { type Action, type Installation, paged } from "./action.ts";
import { SECRETS } from "./clients.ts";

/** By id, as they are asked for. */
export const getInvoices: Action = (installation, parameters) => {
  const { state } = installation;
  const clientId = parameters.number("userid");
  const status = parameters.text("status");
  const found = state.invoices.filter(
    (invoice) =>
      (clientId === undefined || invoice.clientId === clientId) &&
      (status === undefined || status === "" || invoice.status.toLowerCase() === status.toLowerCase()),
  );
  const sorted = found.toSorted((one, other) => one.id - other.id);
  const { rows, start, total } = paged(installation, sorted, parameters);
  const invoices = rows.map((invoice) => ({
    id: numeric(invoice.id),
    ...membersOf(installation, invoice),
    currencycode: currencyOf(state, invoice.clientId)?.code ?? "",
  }));
  return { container: "invoices", list: new Listed("invoice", invoices), total, start };
};

/** Anybody's: the credential is an administrator's. */
export const getInvoice: Action = (installation, parameters) => {
  const invoice = installation.state.invoices.find(({ id }) => id === parameters.number("invoiceid"));
  if (!invoice) return { error: "Invoice ID Not Found" };
  return {
    members: {
      invoiceid: numeric(invoice.id),
      ...membersOf(installation, invoice),
      balance: decimal(balanceOf(invoice)),
      // Recorded as a boolean of versions that write 0 and 1 elsewhere.
      ccgateway: gatewayOf(installation.state, invoice)?.captures ?? false,
    },
  };
};

/** The addon's own: the invoices with a line for a domain of an account. */
export const getDomainInvoices: Action = ({ state, ...installation }, parameters) => {
  const [clientId, domain] = [parameters.number("clientid"), parameters.number("domainid")];
  const lines = state.invoices.flatMap((invoice) =>
    (invoice.items ?? []).map(({ type, relatedId }) => ({ invoice, type, relatedId })),
  );
  const found = lines.filter(
    ({ invoice, type, relatedId }) =>
      relatedId === domain && /^domain/i.test(type) && (clientId === undefined || invoice.clientId === clientId),
  );
  const { rows, start, total } = paged({ state, ...installation }, found, parameters);
  const invoices = rows.map(({ invoice: { id, clientId: userid, number: invoicenum, status }, type }) => ({
    ...{ id: numeric(id), userid: numeric(userid), invoicenum, status, type },
  }));
  return { container: "invoices", list: new Listed("invoice", invoices), total, start };
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
    datepaid: timeText(invoice.paidAt, timeZone),
    subtotal: decimal(invoice.subtotal),
    credit: decimal(invoice.credit),
    tax: decimal(tax?.amount ?? 0),
    tax2: decimal(tax2?.amount ?? 0),
    // After credit.
    total: decimal(totalOf(invoice) - invoice.credit),
    taxrate: ((tax?.rateThousandths ?? 0) / 1000).toFixed(3),
    taxrate2: ((tax2?.rateThousandths ?? 0) / 1000).toFixed(3),
    status: invoice.status,
    paymentmethod: gatewayOf(state, invoice)?.module ?? "",
    notes: SECRETS.adminNotes,
  };
}
