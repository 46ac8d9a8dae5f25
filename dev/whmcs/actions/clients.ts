import { instantOf } from "../provisioning/calendar.ts";
import { numeric, withEntities } from "../spelling.ts";
import type { WhmcsClient } from "../state.ts";
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

/** As the addon reads it in WHMCS's tables. */
export const getClientsDetails: Action = ({ state }, parameters) => {
  const client = state.clients.find(({ id }) => id === parameters.number("clientid"));
  if (!client) return { members: { client: null } };
  const { country, credit, groupId = 0 } = client;
  const managers = state.memberships.filter(({ clientId }) => clientId === client.id);
  const users = managers.map(({ userId }) => userId);
  const owner = state.users.find(({ id }) => managers.some(({ userId, isOwner }) => isOwner && userId === id));
  const owned = owner ? { id: owner.id, email: owner.email, language: owner.language ?? client.language } : null;
  const details = { country, credit: decimal(credit), groupid: groupId, users, owner: owned };
  return { members: { client: { ...namedClient(client), ...details } } };
};

/** How an account is called. */
export function namedClient({ id, firstName, lastName, company, email, currency, status }: WhmcsClient) {
  const fullname = `${firstName} ${lastName}`.trim();
  return { id, fullname, companyname: withEntities(company), email, currency_code: currency, status };
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
