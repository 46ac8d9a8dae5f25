import { type RegisteredName, type RegistrarModule, UNSUPPORTED } from "../provisioning/registrar.ts";
import type { RequestParameters } from "../request-parameters.ts";
import { numeric, prose } from "../spelling.ts";
import type { WhmcsDomain } from "../state.ts";
import type { Action, Installation, JournalAnswer } from "./action.ts";

const NOT_FOUND = { error: "Domain ID Not Found" };
const LOCK_REFUSED = "Registrar Error Message: Object status prohibits operation";

/** At the registrar, where the domain's module can do it. */
function atRegistrar(
  installation: Installation,
  domain: WhmcsDomain | undefined,
  ask: (held: RegisteredName, module: RegistrarModule) => JournalAnswer,
): JournalAnswer {
  const { registrar } = installation;
  if (!domain) return NOT_FOUND;
  const module = registrar.moduleOf(domain);
  if (!module) return { error: UNSUPPORTED };
  const found = registrar.read(domain.name);
  return found.ok ? ask(found.value, module) : { error: found.error };
}

function ownDomain({ state }: Installation, parameters: RequestParameters): WhmcsDomain | undefined {
  return state.domains.find(({ id }) => id === parameters.number("domainid"));
}

export const domainGetNameservers: Action = (installation, parameters) =>
  atRegistrar(installation, ownDomain(installation, parameters), ({ nameservers }, module) => {
    switch (module.nameservers) {
      case "unsupported":
        return { error: UNSUPPORTED };
      case "fails_silently":
        return { members: {} };
      case "supported":
        return { members: Object.fromEntries(nameservers.map((host, index) => [`ns${index + 1}`, host])) };
    }
  });

/** At most five; a sixth is not a parameter. */
export const domainUpdateNameservers: Action = (installation, parameters) => {
  const name = parameters.text("domain");
  const domain = ownDomain(installation, parameters) ?? installation.state.domains.find((row) => row.name === name);
  if (!domain) return NOT_FOUND;
  const nameservers = [1, 2, 3, 4, 5].map((index) => parameters.text(`ns${index}`) ?? "");
  if (!nameservers[0] || !nameservers[1]) return { error: "ns1 and ns2 required" };
  return atRegistrar(installation, domain, (held, module) => {
    if (module.nameservers === "unsupported") return { error: UNSUPPORTED };
    held.nameservers = nameservers.filter((host) => host !== "");
    return { members: {} };
  });
};

/** Of a domain without a registrar it succeeds with a text. */
export const domainGetLockingStatus: Action = (installation, parameters) => {
  const domain = ownDomain(installation, parameters);
  if (domain && !installation.registrar.moduleOf(domain)) return { members: { lockstatus: "unknown" } };
  return atRegistrar(installation, domain, ({ isLocked }, { lock }) => {
    if (lock === "unsupported") return { error: UNSUPPORTED };
    return { members: { lockstatus: isLocked && lock === "supported" ? "locked" : "unlocked" } };
  });
};

/** Unlocks where nothing is said. */
export const domainUpdateLockingStatus: Action = (installation, parameters) =>
  atRegistrar(installation, ownDomain(installation, parameters), (held, { lock }) => {
    if (lock === "unsupported") return { error: UNSUPPORTED };
    if (lock === "fails_on_change") return { error: LOCK_REFUSED };
    held.isLocked = parameters.isTruthy("lockstatus");
    return { members: {} };
  });

/** The code as a page would show it; a registrar that mails it gives none. */
export const domainRequestEpp: Action = (installation, parameters) =>
  atRegistrar(installation, ownDomain(installation, parameters), ({ authCode, name }, { authCodes }) => {
    if (authCodes === "gives") return { members: { eppcode: prose(authCode) } };
    installation.registrar.mailedCodes.push(name);
    return { members: {} };
  });

/** The registrant is JSON in a text. */
export const domainGetWhoisInfo: Action = (installation, parameters) =>
  atRegistrar(installation, ownDomain(installation, parameters), ({ registrantEmail }) => {
    const contact = { First_Name: "Maple", Last_Name: "Owner", Email: registrantEmail, Country: "CA" };
    return { members: { Registrant: JSON.stringify(contact) } };
  });

/** By an administrator: an invoice that is issued for the domain stays. */
export const updateClientDomain: Action = (installation, parameters) => {
  const domain = ownDomain(installation, parameters);
  if (!domain) return NOT_FOUND;
  if (parameters.text("donotrenew") !== undefined) domain.doesNotRenew = parameters.isTruthy("donotrenew");
  return { members: { domainid: numeric(domain.id) } };
};
