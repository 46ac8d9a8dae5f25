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
  const { id, uuid, firstName, lastName, company, email, country, credit, status, language, groupId = 0 } = client;
  const currency = currencyOf(state, id);
  const owner = state.memberships.find(({ clientId, isOwner }) => clientId === id && isOwner);
  return {
    client_id: numeric(id),
    owner_user_id: numeric(owner?.userId ?? 0),
    userid: numeric(id),
    id: numeric(id),
    uuid,
    firstname: prose(firstName),
    lastname: prose(lastName),
    fullname: prose(`${firstName} ${lastName}`.trim()),
    companyname: prose(company),
    email,
    ...{ address1: "1 Maple Street", address2: "", city: "Maple", fullstate: client.state, state: client.state },
    ...{ postcode: "H0H 0H0", countrycode: country, country, phonenumber: "", tax_id: "", statecode: client.state },
    countryname: country,
    ...{ phonecc: numeric(1), phonenumberformatted: "", telephoneNumber: "", billingcid: numeric(0) },
    notes: SECRETS.adminNotes,
    password: SECRETS.passwordHash,
    securityqans: SECRETS.securityAnswer,
    currency: numeric(currency?.id ?? 1),
    ...{ defaultgateway: "", groupid: numeric(groupId), status },
    credit: decimal(credit),
    ...{
      taxexempt: flag(false),
      latefeeoveride: flag(false),
      overideduenotices: flag(false),
      separateinvoices: flag(false),
    },
    ...{
      disableautocc: flag(false),
      emailoptout: flag(false),
      marketing_emails_opt_in: flag(true),
      overrideautoclose: flag(false),
    },
    ...{ allowSingleSignOn: numeric(1), email_verified: flag(true), language, isOptedInToMarketingEmails: flag(true) },
    lastlogin: "No Login Logged",
    currency_code: client.currency,
    customfields: [],
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
  const clients = rows.map(({ id, firstName, lastName, company, email, status }) => ({
    id: numeric(id),
    firstname: prose(firstName),
    lastname: prose(lastName),
    companyname: prose(company),
    email,
    datecreated: "2024-01-15",
    groupid: numeric(0),
    status,
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
