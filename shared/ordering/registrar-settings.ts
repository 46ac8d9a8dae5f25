import type { AccountReference, CustomerDomain } from "../billing-contract/customer.ts";
import type { RegistrarSettings } from "../billing-contract/domain-settings.ts";
import type { WriteRefused } from "../billing-contract/result.ts";
import type { Text } from "../platform/language.ts";
import { invalidBody, refusal } from "./refusals.ts";
import { type TransferFacts, transferObstacles } from "./transfers-out.ts";

/** A registrar's data about an account's domain. */
export interface RegistrarFacts extends TransferFacts {
  registrar: string | null;
  nameservers: string[];
}

/** The refusal if no registrar holds the domain for the account, so there are no settings. */
export const NOT_HERE = refusal(
  "not_allowed",
  "This name is not registered here now.",
  "Ce nom n’est pas enregistré ici en ce moment.",
);

/** The refusal of automatic renewal for a domain that the account no longer holds. */
export const NO_LONGER_HELD = refusal(
  "not_allowed",
  "This name is no longer held here.",
  "Ce nom n’est plus détenu ici.",
);

/**
 * Returns the registrar's data in the form of the contract.
 * @param today YYYY-MM-DD
 */
export function toRegistrarSettings(
  account: AccountReference,
  facts: RegistrarFacts,
  status: CustomerDomain["status"],
  today: string,
): RegistrarSettings {
  const { name, nameservers, locked, lockSupported, registrar } = facts;
  const reasons = transferObstacles(facts, status, today);
  return {
    account,
    domain: name,
    nameservers,
    locked,
    lockSupported,
    registrar,
    eligibleForTransfer: reasons.length === 0,
    reasons,
  };
}

/** Returns the settings of a domain that no registrar holds for the account. */
export function emptySettings(account: AccountReference, domain: string): RegistrarSettings {
  return {
    account,
    domain,
    nameservers: [],
    locked: null,
    lockSupported: false,
    registrar: null,
    eligibleForTransfer: false,
    reasons: [NOT_HERE.reason],
  };
}

const MIN_NAMESERVERS = 2;
const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns a host name in lower case and without a final dot. */
export function plainHostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/**
 * Returns the refusal of a domain's new nameservers, or `null` if they are allowed.
 * @param names the new nameservers, in the form of {@link plainHostName}
 * @param current the current nameservers; one that is under the domain itself already has glue records at the registry
 * @param max maximum number of nameservers that the registrar accepts
 */
export function refusedNameservers(
  domain: string,
  names: string[],
  current: string[],
  max: number,
): WriteRefused | null {
  if (names.length < MIN_NAMESERVERS || names.length > max) {
    const message = {
      en: `must be from ${MIN_NAMESERVERS} to ${max} host names`,
      fr: `doit contenir de ${MIN_NAMESERVERS} à ${max} noms d’hôte`,
    };
    return invalidBody([{ pointer: "/nameservers", message }]);
  }
  const refused = names.flatMap((name, index) => {
    const message = hostNameError(name, names.indexOf(name) < index, domain, current);
    return message ? [{ pointer: `/nameservers/${index}`, message }] : [];
  });
  return invalidBody(refused);
}

function hostNameError(name: string, repeated: boolean, domain: string, current: string[]): Text | null {
  if (!HOST_NAME.test(name)) return { en: "must be a host name", fr: "doit être un nom d’hôte" };
  if (repeated) return { en: "is listed twice", fr: "figure deux fois" };
  if ((name === domain || name.endsWith(`.${domain}`)) && !current.includes(name)) {
    return {
      en: "is under the domain itself, which needs addresses at the registry (glue) that cannot be set here",
      fr: "est sous le domaine lui-même, ce qui exige au registre des adresses (glue) qui ne peuvent pas être définies ici",
    };
  }
  return null;
}
