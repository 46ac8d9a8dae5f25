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
    id: numeric(service.id),
    qty: numeric(1),
    clientid: numeric(service.clientId),
    orderid: numeric(service.orderId ?? 0),
    ordernumber: state.orders.find(({ id }) => id === service.orderId)?.number ?? "",
    pid: numeric(service.productId),
    regdate: service.registeredOn,
    name: prose(service.name),
    translated_name: prose(service.name),
    ...{ groupname: "Hosting", translated_groupname: "Hosting" },
    domain: service.domain,
    dedicatedip: "",
    serverid: numeric(service.server?.id ?? 0),
    servername: service.server ? `web-${service.server.id}` : "",
    serverip: "",
    serverhostname: service.server ? `web-${service.server.id}.maple.example` : "",
    suspensionreason: "",
    firstpaymentamount: decimal(service.firstAmount ?? service.amount),
    recurringamount: decimal(service.amount),
    ...{ paymentmethod: "mailin", paymentmethodname: "Mail In Payment" },
    billingcycle: service.billingCycle,
    nextduedate: dateText(service.nextDueOn),
    status: service.status,
    username: service.server?.username ?? "",
    password: SECRETS.servicePassword,
    ...{
      subscriptionid: "",
      promoid: numeric(service.promotionId ?? 0),
      overideautosuspend: numeric(0),
      overidesuspenduntil: "0000-00-00",
    },
    ...{ ns1: "", ns2: "", assignedips: "" },
    notes: SECRETS.adminNotes,
    ...{ diskusage: numeric(0), disklimit: numeric(0), bwusage: numeric(0), bwlimit: numeric(0) },
    lastupdate: "0000-00-00 00:00:00",
    customfields: { customfield: [] },
    configoptions: { configoption: [] },
  }));
  const members = {
    clientid: parameters.text("clientid") ?? null,
    serviceid: parameters.text("serviceid") ?? null,
    pid: parameters.text("pid") ?? null,
    domain: domain ?? null,
  };
  return { container: "products", list: new Listed("product", products), total, start, members };
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
    id: numeric(row.id),
    userid: numeric(row.clientId),
    orderid: numeric(row.orderId ?? 0),
    regtype: row.isTransfer ? "Transfer" : "Register",
    domainname: row.name,
    registrar: registrar.moduleOf(row)?.name ?? "",
    regperiod: numeric(row.years),
    firstpaymentamount: decimal(row.firstAmount ?? row.amount),
    recurringamount: decimal(row.amount),
    ...{ paymentmethod: "mailin", paymentmethodname: "Mail In Payment" },
    regdate: dateText(row.registeredOn),
    expirydate: dateText(row.expiresOn),
    nextduedate: dateText(row.nextDueOn),
    status: row.status,
    ...{
      subscriptionid: "",
      promoid: numeric(0),
      dnsmanagement: numeric(0),
      emailforwarding: numeric(0),
      idprotection: numeric(0),
    },
    donotrenew: numeric(row.doesNotRenew ? 1 : 0),
    notes: SECRETS.adminNotes,
  }));
  const members = { clientid: parameters.text("clientid") ?? null, domainid: parameters.text("domainid") ?? "" };
  return { container: "domains", list: new Listed("domain", domains), total, start, members };
};

export const getTickets: Action = (installation, parameters) => {
  const { state, timeZone } = installation;
  const clientId = parameters.number("clientid");
  // Without it an administrator sees the tickets of the own departments alone, and the API's has none.
  const seesAll = parameters.flag("ignore_dept_assignments");
  const found = state.tickets.filter((ticket) => seesAll && (clientId === undefined || ticket.clientId === clientId));
  const { rows, start, total } = paged(installation, found, parameters);
  const tickets = rows.map((ticket) => {
    const client = state.clients.find(({ id }) => id === ticket.clientId);
    return {
      id: numeric(ticket.id),
      tid: ticket.number,
      deptid: numeric(ticket.departmentId),
      userid: numeric(ticket.clientId),
      name: prose(client?.company ?? ""),
      owner_name: prose(client?.company ?? ""),
      email: client?.email ?? "",
      ...{ requestor_name: "", requestor_email: "", requestor_type: "Owner", cc: "" },
      c: SECRETS.ticketKey,
      date: timeText(ticket.openedAt, timeZone),
      subject: prose(ticket.subject),
      status: ticket.status,
      ...{ priority: "Medium", admin: "", attachment: "", attachments: [], attachments_removed: false },
      lastreply: timeText(ticket.lastReplyAt ?? ticket.openedAt, timeZone),
      flag: numeric(0),
      service: ticket.about,
    };
  });
  return { container: "tickets", list: new Listed("ticket", tickets), total, start };
};

export const getSupportDepartments: Action = ({ state }, parameters) => {
  const shown = parameters.flag("ignore_dept_assignments") ? state.departments : [];
  const departments = shown.map(({ id, name }) => ({
    id: numeric(id),
    name: prose(name),
    ...{ awaitingreply: numeric(0), opentickets: numeric(0) },
  }));
  return { container: "departments", list: new Listed("department", departments), total: departments.length, start: 0 };
};
