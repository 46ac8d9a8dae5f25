import type { AccountReference, CustomerDomain } from "../billing-contract/customer.ts";
import type { RegistrarSettings } from "../billing-contract/domain-settings.ts";
import { refusal } from "./refusals.ts";
import { type TransferFacts, transferObstacles } from "./transfers-out.ts";

/** What a registrar tells of a name that it holds for the account. */
export interface RegistrarFacts extends TransferFacts {
  registrar: string | null;
  nameservers: string[];
}

/** No registrar holds the name for the account, so that nothing of it can be set at one. */
export const NOT_HERE = refusal(
  "not_allowed",
  "This name is not registered here now.",
  "Ce nom n’est pas enregistré ici en ce moment.",
);

/** Its automatic renewal cannot be set. */
export const NO_LONGER_HELD = refusal(
  "not_allowed",
  "This name is no longer held here.",
  "Ce nom n’est plus détenu ici.",
);

/** @param today YYYY-MM-DD */
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

/** The settings of a name that no registrar holds for the account. */
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
