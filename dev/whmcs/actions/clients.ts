import { instantOf } from "../provisioning/calendar.ts";
import { numeric, prose } from "../spelling.ts";
import { currencyOf, type WhmcsClient, type WhmcsState } from "../state.ts";
import { decimal } from "../wire-values.ts";
import type { Action } from "./action.ts";

/** Planted: none of these may appear anywhere outside. */
export const SECRETS = {
  passwordHash: "planted-password-hash",
  securityAnswer: "planted-security-answer",
  adminNotes: "planted-admin-notes",
  servicePassword: "planted-service-password",
  ticketKey: "planted-ticket-key",
  remoteToken: "planted-remote-token",
  transferSecret: "planted-transfer-secret",
  authCode: "planted-auth-code",
} as const;

/** With the owner, whom the addon adds. */
export const getClientsDetails: Action = ({ state }, parameters) => {
  const client = state.clients.find(({ id }) => id === parameters.number("clientid"));
  if (!client) return { error: "Client Not Found" };
  const { userId } = state.memberships.find(({ clientId, isOwner }) => clientId === client.id && isOwner) ?? {};
  const owner = state.users.find(({ id }) => id === userId);
  const details = clientMembers(state, client);
  // Once under `client`, and once at the top, as versions before 8 had it.
  return { members: { ...details, client: details, owner: owner ? { id: owner.id, email: owner.email } : null } };
};

function clientMembers(state: WhmcsState, client: WhmcsClient): Record<string, unknown> {
  const { id, firstName, lastName, company, email, country, credit, status, language, groupId = 0 } = client;
  return {
    ...{ id: numeric(id), firstname: prose(firstName), lastname: prose(lastName), companyname: prose(company), email },
    fullname: prose(`${firstName} ${lastName}`.trim()),
    ...{ countrycode: country, country, groupid: numeric(groupId), status, language, credit: decimal(credit) },
    ...{ currency: numeric(currencyOf(state, id)?.id ?? 1), currency_code: client.currency },
    ...{ notes: SECRETS.adminNotes, password: SECRETS.passwordHash, securityqans: SECRETS.securityAnswer },
  };
}

export const getClients: Action = ({ state }) => ({ rows: state.clients.map(({ id }) => ({ id: numeric(id) })) });

export const getPayMethods: Action = ({ state }, parameters) => {
  const own = state.payMethods.filter(({ clientId }) => clientId === parameters.number("clientid"));
  const rows = own.map(({ id, type, gateway, description }) => ({
    ...{ id: numeric(id), type, description, gateway_name: gateway, remote_token: SECRETS.remoteToken },
  }));
  return { rows };
};

/** Sends what the addon does: the mail of a new invoice by its template, or a message of its own to a client. */
export const sendEmail: Action = (installation, parameters) => {
  const { state } = installation;
  const text = (name: string) => parameters.text(name) ?? "";
  const relatedId = parameters.number("id");
  if (!relatedId) return { error: "A related ID is required" };
  const template = text("messagename");
  if (template !== "" && template !== "Invoice Created") return { error: "Email Template not found" };
  const table = template === "" ? state.clients : state.invoices;
  if (!table.some(({ id }) => id === relatedId)) return { error: "Sending Failed. Please see documentation." };
  const sent = { subject: text("customsubject"), text: text("custommessage") };
  state.mails.push({ template, relatedId, sentAt: instantOf(installation), ...sent });
  return { members: {} };
};
