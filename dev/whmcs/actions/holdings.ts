import { numberOf, textOf } from "../parameters.ts";
import { withEntities } from "../spelling.ts";
import { nextId } from "../state.ts";
import { dateText, decimal, instantText } from "../wire-values.ts";
import { type Actions, instantOf } from "./action.ts";

/** Returns the rows with these values. An `undefined` value matches every row. */
function having<Row extends object>(rows: Row[], wanted: Record<string, string | number | undefined>): Row[] {
  const filters = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return rows.filter((row) => filters.every(([name, value]) => Reflect.get(row, name) === value));
}

/** The addon's words for the times at which a service ends. */
const TOLD: Record<string, string> = { Immediate: "immediately", "End of Billing Period": "end_of_period" };

export const holdingActions: Actions = {
  GetClientsProducts({ state }, { clientid, serviceid, domain }) {
    const wanted = { clientId: numberOf(clientid), id: numberOf(serviceid), domain: textOf(domain) };
    const rows = having(state.services, wanted).map((service) => ({
      ...{ id: service.id, clientid: service.clientId, pid: service.productId },
      ...{ orderid: service.orderId ?? 0, domain: service.domain, status: service.status },
      ...{ name: withEntities(service.name), translated_name: withEntities(service.name) },
      ...{ serverid: service.server?.id ?? 0, username: service.server?.username ?? "" },
      ...{ billingcycle: service.billingCycle, recurringamount: decimal(service.amount) },
      nextduedate: dateText(service.nextDueOn),
    }));
    return { rows };
  },

  GetClientsDomains({ state, registrar }, { clientid, domainid, domain }) {
    const wanted = { clientId: numberOf(clientid), id: numberOf(domainid), name: textOf(domain) };
    const rows = having(state.domains, wanted).map((row) => ({
      ...{ id: row.id, userid: row.clientId, domainname: row.name, status: row.status },
      ...{ orderid: row.orderId ?? 0, registrar: registrar.moduleOf(row)?.name ?? "" },
      ...{ recurringamount: decimal(row.amount), regperiod: row.years },
      ...{ regdate: dateText(row.registeredOn), expirydate: dateText(row.expiresOn) },
      ...{ nextduedate: dateText(row.nextDueOn), donotrenew: row.doesNotRenew ? 1 : 0 },
    }));
    return { rows };
  },

  GetTickets({ state }, { clientid }) {
    const rows = having(state.tickets, { clientId: numberOf(clientid) }).map((ticket) => ({
      ...{ id: ticket.id, tid: ticket.number, deptid: ticket.departmentId },
      ...{ userid: ticket.clientId, subject: withEntities(ticket.subject), status: ticket.status },
      // The addon converts these dates to timestamps.
      ...{ date: instantText(ticket.openedAt), lastreply: instantText(ticket.lastReplyAt ?? ticket.openedAt) },
      service: ticket.about,
    }));
    return { rows };
  },

  /** Reads an account's events in the addon's format. */
  GetEvents({ state }, { clientid, after, limit }) {
    const own = state.addonEvents.filter(
      ({ id, clientId }) => clientId === numberOf(clientid) && id > (numberOf(after) ?? 0),
    );
    return { rows: own.slice(0, numberOf(limit)).map(({ id, type, subject }) => ({ id, type, subject })) };
  },

  /** Reads an account's cancellations as the addon does. WHMCS's API cannot filter cancellations by account. */
  GetCancelledPackages({ state }, { clientid }) {
    const own = having(state.services, { clientId: numberOf(clientid) }).map(({ id }) => id);
    const rows = state.cancellations.filter(({ serviceId }) => own.includes(serviceId));
    return {
      rows: rows.map(({ id, serviceId: relid, type, requestedAt }) => ({
        ...{ id, relid, when: TOLD[type] ?? type, date: instantText(requestedAt) },
      })),
    };
  },

  /** Requests a cancellation, at most one per service. The daily run ends the service. */
  AddCancelRequest(installation, { serviceid, type }) {
    const { state, isRace } = installation;
    const service = state.services.find(({ id }) => id === numberOf(serviceid));
    if (!service) return { error: "Service ID Not Found" };
    if (!isRace && state.cancellations.some(({ serviceId }) => serviceId === service.id))
      return { error: "Existing Cancellation Request Exists" };
    state.cancellations.push({
      ...{ id: nextId(state.cancellations), serviceId: service.id, requestedAt: instantOf(installation) },
      type: type === "Immediate" ? "Immediate" : "End of Billing Period",
    });
    return { members: { serviceid: service.id, userid: service.clientId } };
  },
};
