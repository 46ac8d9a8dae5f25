import { numberOf } from "../parameters.ts";
import { withEntities } from "../spelling.ts";
import type { WhmcsClient } from "../state.ts";
import { decimal } from "../wire-values.ts";
import type { Actions } from "./action.ts";

/** Returns the fields that identify an account. */
export function namedClient({ id, firstName, lastName, company, email, currency, status }: WhmcsClient) {
  const fullname = `${firstName} ${lastName}`.trim();
  return { id, fullname, companyname: withEntities(company), email, currency_code: currency, status };
}

export const clientActions: Actions = {
  /** Reads an account as the addon reads it from WHMCS's tables. */
  GetClientsDetails({ state }, { clientid }) {
    const client = state.clients.find(({ id }) => id === numberOf(clientid));
    if (!client) return { members: { client: null } };
    const { country, credit, groupId = 0 } = client;
    const managers = state.memberships.filter(({ clientId }) => clientId === client.id);
    const users = managers.map(({ userId }) => userId);
    const owner = state.users.find(({ id }) => managers.some(({ userId, isOwner }) => isOwner && userId === id));
    const owned = owner ? { id: owner.id, email: owner.email, language: owner.language ?? client.language } : null;
    const details = { country, credit: decimal(credit), groupid: groupId, users, owner: owned };
    return { members: { client: { ...namedClient(client), ...details } } };
  },

  GetClients: ({ state }) => ({ rows: state.clients.map(({ id }) => ({ id: id })) }),

  GetPayMethods({ state }, { clientid }) {
    const own = state.payMethods.filter(({ clientId }) => clientId === numberOf(clientid));
    return { rows: own.map(({ id }) => ({ id: id })) };
  },

  /**
   * Sends an e-mail for the addon: a template about a new invoice, or the addon's own message to a client. WHMCS does
   * not log the addon's own messages.
   */
  SendEmail({ state }, { id, messagename }) {
    const relatedId = numberOf(id) ?? 0;
    const table = messagename === undefined ? state.clients : state.invoices;
    if (!table.some((row) => row.id === relatedId)) return { error: "Sending Failed. Please see documentation." };
    if (messagename !== undefined) state.mails.push({ relatedId });
    return { members: {} };
  },
};
