import type { Permission, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import { bilingual } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";

const en = {
  profile: "read the account’s name, company, e-mail address, country, currency and credit balance",
  servicesAndDomains: "read its services and domain names, with their dates and prices",
  services: "read its services, with their dates and prices",
  domains: "read its domain names, with their dates and prices",
  invoicesAndTickets: "read its invoices, and the subjects and states of its tickets",
  invoices: "read its invoices",
  tickets: "read the subjects and states of its tickets",
  thatService: "read that service, with its dates and prices",
  thatDomainAndServices: "read that domain name and the services under it, with their dates and prices",
  thatDomain: "read that domain name, with its dates and prices",
  servicesUnderIt: "read the services under that domain name, with their dates and prices",
  zones: "read the DNS records of the services’ zones",
  nothing: "read nothing",
};

const lines = bilingual(en, {
  profile: "lire le nom, l’entreprise, l’adresse de courriel, le pays, la devise et le solde créditeur du compte",
  servicesAndDomains: "lire ses services et ses noms de domaine, avec leurs dates et leurs prix",
  services: "lire ses services, avec leurs dates et leurs prix",
  domains: "lire ses noms de domaine, avec leurs dates et leurs prix",
  invoicesAndTickets: "lire ses factures, ainsi que l’objet et l’état de ses demandes d’assistance",
  invoices: "lire ses factures",
  tickets: "lire l’objet et l’état de ses demandes d’assistance",
  thatService: "lire ce service, avec ses dates et ses prix",
  thatDomainAndServices: "lire ce nom de domaine et les services qui en dépendent, avec leurs dates et leurs prix",
  thatDomain: "lire ce nom de domaine, avec ses dates et ses prix",
  servicesUnderIt: "lire les services qui dépendent de ce nom de domaine, avec leurs dates et leurs prix",
  zones: "lire les enregistrements DNS des zones des services",
  nothing: "ne rien lire",
});

type ReadLine = keyof typeof en;

/**
 * Lines that say what a connection may read within its limit.
 * @param permissions of its login; null: not known, so all
 * @param hasZones whether a server with zones is connected; null while that is not known
 */
export function readLines(
  limit: ResourceLimit,
  permissions: readonly Permission[] | null,
  hasZones: boolean | null,
  language: Language,
): string[] {
  const may = (permission: Permission) => permissions === null || permissions.includes(permission);
  const either = (
    one: Permission,
    other: Permission,
    words: [both: ReadLine, one: ReadLine, other: ReadLine],
  ): ReadLine[] => {
    if (may(one) && may(other)) return [words[0]];
    if (may(one)) return [words[1]];
    return may(other) ? [words[2]] : [];
  };
  const within: Record<ResourceLimit["kind"], () => ReadLine[]> = {
    account: () => [
      ...either("products", "domains", ["servicesAndDomains", "services", "domains"]),
      ...either("invoices", "tickets", ["invoicesAndTickets", "invoices", "tickets"]),
    ],
    service: () => (may("products") ? ["thatService"] : []),
    domain: () => either("domains", "products", ["thatDomainAndServices", "thatDomain", "servicesUnderIt"]),
  };
  const told: ReadLine[] = [...(may("profile") ? (["profile"] as const) : []), ...within[limit.kind]()];
  if (hasZones !== false && may("products") && may("productsso")) told.push("zones");
  return (told.length > 0 ? told : (["nothing"] as const)).map((line) => lines[language][line]);
}
