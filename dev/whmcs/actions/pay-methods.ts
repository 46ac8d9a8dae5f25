import { Listed, numeric } from "../spelling.ts";
import type { Action } from "./action.ts";
import { SECRETS } from "./clients.ts";

export const getPayMethods: Action = ({ state }, parameters) => {
  const clientId = parameters.number("clientid");
  if (clientId === undefined) return { error: "Client ID Is Required" };
  if (!state.clients.some(({ id }) => id === clientId)) return { error: "Client Not Found" };
  const own = state.payMethods.filter((method) => method.clientId === clientId);
  const paymethods = own.map(({ id, type, gateway, description, lastFour }) => ({
    id: numeric(id),
    ...{ type, description, gateway_name: gateway, contact_type: "Client", contact_id: numeric(clientId) },
    ...(type.endsWith("CreditCard")
      ? { card_last_four: lastFour, expiry_date: "02/35", start_date: "", issue_number: "", card_type: "Visa" }
      : { bank_name: "" }),
    remote_token: SECRETS.remoteToken,
    last_updated: "17/05/2019 10:01",
  }));
  return { members: { clientid: numeric(clientId), paymethods: new Listed("paymethod", paymethods, true) } };
};

export const getClientGroups: Action = ({ state }) => {
  const groups = state.clientGroups.map(({ id, name, discountPercent }) => ({
    id: numeric(id),
    ...{ groupname: name, groupcolour: "#28C99B", discountpercent: discountPercent.toFixed(2) },
    ...{ susptermexempt: "", separateinvoices: "" },
  }));
  return { container: "groups", list: new Listed("group", groups), total: groups.length, start: 0 };
};
