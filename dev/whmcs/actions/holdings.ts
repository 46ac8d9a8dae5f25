import { Listed, numeric, prose } from "../spelling.ts";
import { dateText, decimal, timeText } from "../wire-values.ts";
import { type Action, paged } from "./action.ts";
import { SECRETS } from "./clients.ts";

/** Filters that are absent or empty widen to everybody's. */
export const getClientsProducts: Action = (installation, parameters) => {
  const { state } = installation;
  const [clientId, serviceId] = ["clientid", "serviceid"].map((name) => parameters.number(name));
  const domain = parameters.text("domain");
  const found = state.services.filter(
    (service) =>
      (clientId === undefined || service.clientId === clientId) &&
      (serviceId === undefined || service.id === serviceId) &&
      (domain === undefined || service.domain === domain),
  );
  const { rows, start, total } = paged(installation, found, parameters);
  const products = rows.map((service) => ({
    ...{ id: numeric(service.id), clientid: numeric(service.clientId), pid: numeric(service.productId) },
    ...{ name: prose(service.name), translated_name: prose(service.name), domain: service.domain },
    ...{ serverid: numeric(service.server?.id ?? 0), username: service.server?.username ?? "" },
    ...{ billingcycle: service.billingCycle, recurringamount: decimal(service.amount) },
    ...{ nextduedate: dateText(service.nextDueOn), status: service.status },
    ...{ password: SECRETS.servicePassword, notes: SECRETS.adminNotes },
  }));
  return { container: "products", list: new Listed("product", products), total, start };
};

export const getClientsDomains: Action = (installation, parameters) => {
  const { state, registrar } = installation;
  const [clientId, domainId] = ["clientid", "domainid"].map((name) => parameters.number(name));
  const domain = parameters.text("domain");
  const found = state.domains.filter(
    (row) =>
      (clientId === undefined || row.clientId === clientId) &&
      (domainId === undefined || row.id === domainId) &&
      (domain === undefined || row.name === domain),
  );
  const { rows, start, total } = paged(installation, found, parameters);
  const domains = rows.map((row) => ({
    ...{ id: numeric(row.id), userid: numeric(row.clientId), domainname: row.name, status: row.status },
    ...{ registrar: registrar.moduleOf(row)?.name ?? "", regperiod: numeric(row.years) },
    ...{ recurringamount: decimal(row.amount), donotrenew: numeric(row.doesNotRenew ? 1 : 0) },
    ...{ regdate: dateText(row.registeredOn), expirydate: dateText(row.expiresOn) },
    ...{ nextduedate: dateText(row.nextDueOn), notes: SECRETS.adminNotes },
  }));
  return { container: "domains", list: new Listed("domain", domains), total, start };
};

export const getTickets: Action = (installation, parameters) => {
  const { state, timeZone } = installation;
  const clientId = parameters.number("clientid");
  // Without it an administrator sees the tickets of the own departments alone, and the API's has none.
  const seesAll = parameters.flag("ignore_dept_assignments");
  const found = state.tickets.filter((ticket) => seesAll && (clientId === undefined || ticket.clientId === clientId));
  const { rows, start, total } = paged(installation, found, parameters);
  const tickets = rows.map((ticket) => ({
    ...{ id: numeric(ticket.id), tid: ticket.number, deptid: numeric(ticket.departmentId), c: SECRETS.ticketKey },
    ...{ userid: numeric(ticket.clientId), subject: prose(ticket.subject), status: ticket.status },
    date: timeText(ticket.openedAt, timeZone),
    lastreply: timeText(ticket.lastReplyAt ?? ticket.openedAt, timeZone),
    service: ticket.about,
  }));
  return { container: "tickets", list: new Listed("ticket", tickets), total, start };
};
