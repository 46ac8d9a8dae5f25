import type { WhmcsOrderLine } from "../order-tables.ts";
import type { WhmcsState } from "../state.ts";
import { instantText } from "../wire-values.ts";
import type { Action } from "./action.ts";

/** An order of an account with what it made, renews and changes, as the addon reads it in the tables. */
export const getOrder: Action = ({ state }, parameters) => {
  const [clientId, orderId] = [parameters.number("clientid"), parameters.number("id")];
  const found = state.orders.find((order) => order.id === orderId && order.clientId === clientId);
  if (!found) return { members: { order: null } };
  const { id, placedAt, status, invoiceId: invoice, lines } = found;
  return { members: { order: { id, date: instantText(placedAt), status, invoice, ...contentsOf(state, lines) } } };
};

function contentsOf({ domains }: WhmcsState, lines: WhmcsOrderLine[]) {
  const made = { services: [] as object[], domains: [] as object[], renewals: [] as object[], changes: [] as object[] };
  for (const line of lines) {
    if (line.kind === "product") made.services.push({ id: line.serviceId });
    else if (line.kind === "upgrade") made.changes.push({});
    else {
      const { domainId: id, years } = line;
      const name = domains.find((row) => row.id === id)?.name ?? "";
      if (line.kind === "renewal") made.renewals.push({ id, name, years });
      else made.domains.push({ id, name, type: line.type, years });
    }
  }
  return made;
}
