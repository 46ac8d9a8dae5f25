import { instantOf } from "../provisioning/calendar.ts";
import { Listed, numeric, prose } from "../spelling.ts";
import { nextId } from "../state.ts";
import { timeText } from "../wire-values.ts";
import { type Action, paged } from "./action.ts";

/** Of an account, as the addon reads them: the API has no filter. */
export const getCancelledPackages: Action = (installation, parameters) => {
  const { state, timeZone } = installation;
  const client = parameters.number("clientid");
  const isOfClient = (service: number) =>
    state.services.some(({ id, clientId }) => id === service && clientId === client);
  const own = state.cancellations.filter(({ serviceId }) => client === undefined || isOfClient(serviceId));
  const { rows, start, total } = paged(installation, own, parameters);
  const packages = rows.map(({ id, serviceId, type, requestedAt, reason }) => ({
    ...{
      id: numeric(id),
      date: timeText(requestedAt, timeZone),
      relid: numeric(serviceId),
      reason: prose(reason),
      type,
    },
  }));
  return { container: "packages", list: new Listed("package", packages), total, start };
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
