import { instantOf } from "../provisioning/calendar.ts";
import { flag, Listed, numeric, prose } from "../spelling.ts";
import { currencyOf, type WhmcsClient, type WhmcsState } from "../state.ts";
import { decimal } from "../wire-values.ts";
import { type Action, paged } from "./action.ts";

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

export const getClientsDetails: Action = ({ state }, parameters) => {
  const client = state.clients.find(({ id }) => id === parameters.number("clientid"));
  if (!client) return { error: "Client Not Found" };
  const details = { ...clientMembers(state, client), users: new Listed("user", usersOf(state, client)) };
  // Once under `client`, and once at the top, as versions before 8 had it.
  return { members: { ...details, client: details } };
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

function usersOf({ memberships, users }: WhmcsState, { id }: WhmcsClient): Record<string, unknown>[] {
  return memberships
    .filter(({ clientId }) => clientId === id)
    .flatMap(({ userId, isOwner }) => {
      const user = users.find((candidate) => candidate.id === userId);
      if (!user) return [];
      const name = prose(`${user.firstName} ${user.lastName}`.trim());
      return [{ id: numeric(user.id), name, email: user.email, is_owner: flag(isOwner) }];
    });
}

export const getClients: Action = (installation, parameters) => {
  const { state } = installation;
  const { rows, start, total } = paged(installation, state.clients, parameters);
  const clients = rows.map(({ id, company, email, status }) => ({
    ...{ id: numeric(id), companyname: prose(company), email, status },
  }));
  return { container: "clients", list: new Listed("client", clients), total, start };
};

export const getUserPermissions: Action = ({ state }, parameters) => {
  const userId = parameters.number("user_id");
  const clientId = parameters.number("client_id");
  if (!state.users.some(({ id }) => id === userId)) return { error: "Invalid user id" };
  const membership = state.memberships.find((row) => row.userId === userId && row.clientId === clientId);
  if (!membership) return { error: "User is not associated with client" };
  return { members: { permissions: { permission: membership.permissions } } };
};

export const getPayMethods: Action = ({ state }, parameters) => {
  const clientId = parameters.number("clientid");
  if (!state.clients.some(({ id }) => id === clientId)) return { error: "Client Not Found" };
  const own = state.payMethods.filter((method) => method.clientId === clientId);
  const paymethods = own.map(({ id, type, gateway, description }) => ({
    ...{ id: numeric(id), type, description, gateway_name: gateway, remote_token: SECRETS.remoteToken },
  }));
  return { members: { paymethods: new Listed("paymethod", paymethods, true) } };
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
