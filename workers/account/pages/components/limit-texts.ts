import { bilingual } from "../../../../shared/pages/french-typography.ts";

const en = {
  label: "Limit it to",
  everything: (account: string) => `Everything in ${account}`,
  domains: "Only one domain name, with the services under it",
  services: "Only one service",
  service: (id: number) => `Service #${id}`,
  hint: "Limited to one domain name or service, it sees neither invoices nor tickets, and orders nothing new.",
  more: "The account has more than this list holds: the first 500 of each are in it.",
  missing: "Choose everything, or one of this account’s domain names or services.",
  outside: "This account has no such domain name or service, or your login may not see it.",
};

/** What a connection can be limited to, in the customer's words. */
export const limitTexts = bilingual(en, {
  label: "Limiter à",
  everything: (account) => `Tout dans ${account}`,
  domains: "Un seul nom de domaine, avec les services qui en dépendent",
  services: "Un seul service",
  service: (id) => `Service nº ${id}`,
  hint: "Limité à un nom de domaine ou à un service, l’accès n’atteint ni les factures ni les demandes d’assistance, et rien de nouveau n’est commandé.",
  more: "Le compte en contient plus que cette liste, qui s’arrête aux 500 premiers de chaque sorte.",
  missing: "Choisissez l’ensemble du compte, ou l’un de ses noms de domaine ou services.",
  outside: "Ce compte n’a pas ce nom de domaine ou ce service, ou vous n’avez pas le droit de le voir.",
});
