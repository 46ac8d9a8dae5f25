import { instantOf } from "../provisioning/calendar.ts";
import { numeric } from "../spelling.ts";
import { nextId } from "../state.ts";
import { instantText } from "../wire-values.ts";
import type { Action } from "./action.ts";

/** How the addon tells when a service ends. */
const TOLD: Record<string, string> = { Immediate: "immediately", "End of Billing Period": "end_of_period" };

/** Of an account, as the addon reads them: the API has no filter. */
export const getCancelledPackages: Action = ({ state }, parameters) => {
  const client = parameters.number("clientid");
  const isOwn = (service: number) => state.services.some(({ id, clientId }) => id === service && clientId === client);
  const own = state.cancellations.filter(({ serviceId }) => isOwn(serviceId));
  const rows = own.map(({ id, serviceId: relid, type, requestedAt }) => ({
    ...{ id, relid, when: TOLD[type] ?? type, date: instantText(requestedAt) },
  }));
  return { rows };
};

/** One for each service; the daily run carries it out. */
export const addCancelRequest: Action = (installation, parameters) => {
  const { state, isRace } = installation;
  const service = state.services.find(({ id }) => id === parameters.number("serviceid"));
  if (!service) return { error: "Service ID Not Found" };
  if (!isRace && state.cancellations.some(({ serviceId }) => serviceId === service.id)) {
    return { error: "Existing Cancellation Request Exists" };
  }
  state.cancellations.push({
    id: nextId(state, "cancellations"),
    serviceId: service.id,
    type: parameters.text("type") === "Immediate" ? "Immediate" : "End of Billing Period",
    requestedAt: instantOf(installation),
    reason: parameters.text("reason") ?? "",
  });
  return { members: { serviceid: numeric(service.id), userid: numeric(service.clientId) } };
};
