import { numeric, prose } from "../spelling.ts";
import { dateText, decimal, instantText } from "../wire-values.ts";
import type { Action } from "./action.ts";
import { SECRETS } from "./clients.ts";

/** Filters that are absent or empty widen to everybody's. */
export const getClientsProducts: Action = ({ state }, parameters) => {
  const [clientId, serviceId] = ["clientid", "serviceid"].map((name) => parameters.number(name));
  const domain = parameters.text("domain");
  const found = state.services.filter(
    (service) =>
      (clientId === undefined || service.clientId === clientId) &&
      (serviceId === undefined || service.id === serviceId) &&
      (domain === undefined || service.domain === domain),
  );
  const rows = found.map((service) => ({
    ...{ id: numeric(service.id), clientid: numeric(service.clientId), pid: numeric(service.productId) },
    ...{
      orderid: numeric(service.orderId ?? 0),
      name: prose(service.name),
      translated_name: prose(service.name),
      domain: service.domain,
    },
    ...{ serverid: numeric(service.server?.id ?? 0), username: service.server?.username ?? "" },
    ...{ billingcycle: service.billingCycle, recurringamount: decimal(service.amount) },
    ...{ nextduedate: dateText(service.nextDueOn), status: service.status },
    ...{ password: SECRETS.servicePassword, notes: SECRETS.adminNotes },
  }));
  return { rows };
};

export const getClientsDomains: Action = ({ state, registrar }, parameters) => {
  const [clientId, domainId] = ["clientid", "domainid"].map((name) => parameters.number(name));
  const domain = parameters.text("domain");
  const found = state.domains.filter(
    (row) =>
      (clientId === undefined || row.clientId === clientId) &&
      (domainId === undefined || row.id === domainId) &&
      (domain === undefined || row.name === domain),
  );
  const rows = found.map((row) => ({
    ...{ id: numeric(row.id), userid: numeric(row.clientId), domainname: row.name, status: row.status },
    ...{
      orderid: numeric(row.orderId ?? 0),
      registrar: registrar.moduleOf(row)?.name ?? "",
      regperiod: numeric(row.years),
    },
    ...{ recurringamount: decimal(row.amount), donotrenew: numeric(row.doesNotRenew ? 1 : 0) },
    ...{ regdate: dateText(row.registeredOn), expirydate: dateText(row.expiresOn) },
    ...{ nextduedate: dateText(row.nextDueOn), notes: SECRETS.adminNotes },
  }));
  return { rows };
};

export const getTickets: Action = ({ state }, parameters) => {
  const clientId = parameters.number("clientid");
  const found = state.tickets.filter((ticket) => clientId === undefined || ticket.clientId === clientId);
  const rows = found.map((ticket) => ({
    ...{ id: numeric(ticket.id), tid: ticket.number, deptid: numeric(ticket.departmentId), c: SECRETS.ticketKey },
    ...{ userid: numeric(ticket.clientId), subject: prose(ticket.subject), status: ticket.status },
    // The addon makes instants of them.
    ...{ date: instantText(ticket.openedAt), lastreply: instantText(ticket.lastReplyAt ?? ticket.openedAt) },
    service: ticket.about,
  }));
  return { rows };
};
