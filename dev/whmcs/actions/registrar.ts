import { isTruthy, numberOf, type Parameters, textOf } from "../parameters.ts";
import { type RegisteredName, type RegistrarModule, UNSUPPORTED } from "../provisioning/registrar.ts";
import type { WhmcsDomain } from "../state.ts";
import type { ActionAnswer, Actions, Installation } from "./action.ts";

const NOT_FOUND = { error: "Domain ID Not Found" };
const LOCK_REFUSED = "Registrar Error Message: Object status prohibits operation";
const DONE = { members: {} };

export const registrarActions: Actions = {
  DomainGetNameservers: atRegistrar(({ nameservers }, module) => {
    if (module.nameservers === "unsupported") return { error: UNSUPPORTED };
    if (module.nameservers === "fails_silently") return DONE;
    return { members: Object.fromEntries(nameservers.map((host, index) => [`ns${index + 1}`, host])) };
  }),

  /** Sets up to five nameservers, because there are no parameters for more. */
  DomainUpdateNameservers: atRegistrar((held, module, parameters) => {
    const nameservers = [1, 2, 3, 4, 5].map((index) => textOf(parameters[`ns${index}`]) ?? "");
    if (!nameservers[0] || !nameservers[1]) return { error: "ns1 and ns2 required" };
    if (module.nameservers === "unsupported") return { error: UNSUPPORTED };
    held.nameservers = nameservers.filter((host) => host !== "");
    return DONE;
  }),

  /** For a domain without a registrar, WHMCS reports success with the status `unknown`. */
  DomainGetLockingStatus(installation, parameters) {
    const domain = ownDomain(installation, parameters);
    if (domain && !installation.registrar.moduleOf(domain)) return { members: { lockstatus: "unknown" } };
    return lockStatus(installation, parameters);
  },

  /** A missing parameter unlocks the domain. */
  DomainUpdateLockingStatus: atRegistrar((held, { lock }, { lockstatus }) => {
    if (lock === "unsupported") return { error: UNSUPPORTED };
    if (lock === "fails_on_change") return { error: LOCK_REFUSED };
    held.isLocked = isTruthy(lockstatus);
    return DONE;
  }),

  /** A registrar that e-mails the auth code does not return it. */
  DomainRequestEPP: atRegistrar(({ authCode, name }, { authCodes }, _, { registrar }) => {
    if (authCodes === "gives") return { members: { eppcode: authCode } };
    registrar.mailedCodes.push(name);
    return DONE;
  }),

  /** Returns the registrant as JSON in a text field. */
  DomainGetWhoisInfo: atRegistrar(({ registrantEmail }) => {
    const contact = { First_Name: "Maple", Last_Name: "Owner", Email: registrantEmail, Country: "CA" };
    return { members: { Registrant: JSON.stringify(contact) } };
  }),

  /** Changes a domain as an administrator does. An invoice that was already issued for the domain stays. */
  UpdateClientDomain(installation, parameters) {
    const domain = ownDomain(installation, parameters);
    if (!domain) return NOT_FOUND;
    if (parameters.donotrenew !== undefined) domain.doesNotRenew = isTruthy(parameters.donotrenew);
    return { members: { domainid: domain.id } };
  },
};

const lockStatus = atRegistrar(({ isLocked }, { lock }) => {
  if (lock === "unsupported") return { error: UNSUPPORTED };
  return { members: { lockstatus: isLocked && lock === "supported" ? "locked" : "unlocked" } };
});

/** Returns an action that runs at the registrar if the domain has a registrar module. */
function atRegistrar(
  ask: (held: RegisteredName, module: RegistrarModule, parameters: Parameters, whmcs: Installation) => ActionAnswer,
) {
  return (installation: Installation, parameters: Parameters): ActionAnswer => {
    const { registrar } = installation;
    const domain = ownDomain(installation, parameters);
    if (!domain) return NOT_FOUND;
    const module = registrar.moduleOf(domain);
    if (!module) return { error: UNSUPPORTED };
    const found = registrar.read(domain.name);
    return found.ok ? ask(found.value, module, parameters, installation) : { error: found.error };
  };
}

function ownDomain({ state }: Installation, { domainid }: Parameters): WhmcsDomain | undefined {
  return state.domains.find(({ id }) => id === numberOf(domainid));
}
