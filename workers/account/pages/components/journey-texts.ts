import { bilingual } from "../../../../shared/pages/french-typography.ts";

/** Texts of several sign-in and consent pages. */
const en = {
  demonstration: "This is a demonstration: accounts, prices and invoices are made up, and nothing is charged.",
  demonstrationLogins: "Logins to try it with are listed in the project’s README.",

  publishedBy: "Published by {domain}",
  unverified: "This application registered itself. Its name is not verified.",
  unverifiedAt: "Its name is not verified: it is described at {domain}, which does not vouch for it.",
  unverifiedBrief: "Its name is not verified, and it will return you to {host}.",
  returnsTo: "it will return you to {host}",
  returnsToLoopback: "it will return you to a program on this device ({host})",
  returnsToScheme: "it will return you to an application on this device ({host})",
  unverifiedReturns: {
    host: "It will return you to {host}",
    loopback: "It will return you to a program on this device: {host}",
    scheme: "It will return you to an application on this device: {host}",
  },
  ownDevice: "Go on only if you have just started this yourself, on this device.",

  reads: {
    profile: "your name, e-mail, company, country, currency and credit balance",
    servicesAndDomains: "your services and domain names, their dates and prices",
    services: "your services, their dates and prices",
    domains: "your domain names, their dates and prices",
    invoicesAndTickets: "your invoices, and the subject and status of your tickets",
    invoices: "your invoices",
    tickets: "the subject and status of your tickets",
    zones: "the DNS records of your services’ zones",
    nothing: "the record of its own requests, and nothing else for now",
  },
  notRead: {
    kinds: {
      profile: "your details",
      products: "your services",
      domains: "your domain names",
      invoices: "your invoices",
      tickets: "your tickets",
    },
    /** @param kinds a list in words, such as "your services and your invoices" */
    sentence: (kinds: string) => `Not ${kinds}: your own access to this account doesn’t include them.`,
  },
  never: "Never: passwords, payment methods, ticket messages, transfer codes.",
  zones: "your DNS records",
  /** @param kinds a list in words, such as "your services and your invoices" */
  willRead: (kinds: string) =>
    `Once you allow it on a later page, it can read ${kinds}; never passwords, payment methods, ticket messages or transfer codes.`,
};

export const journeyTexts = bilingual(en, {
  demonstration:
    "Ceci est une démonstration : les comptes, les prix et les factures sont inventés, et rien n’est facturé.",
  demonstrationLogins: "Les identifiants pour l’essayer figurent dans le fichier README du projet.",

  publishedBy: "Publiée par {domain}",
  unverified: "Cette application s’est inscrite elle-même. Son nom n’est pas vérifié.",
  unverifiedAt:
    "Son nom n’est pas vérifié : cette application est décrite sur {domain}, qui ne se porte pas garant d’elle.",
  unverifiedBrief: "Son nom n’est pas vérifié, et elle vous renverra vers {host}.",
  returnsTo: "elle vous renverra vers {host}",
  returnsToLoopback: "elle vous renverra vers un programme sur cet appareil ({host})",
  returnsToScheme: "elle vous renverra vers une application sur cet appareil ({host})",
  unverifiedReturns: {
    host: "Elle vous renverra vers {host}",
    loopback: "Elle vous renverra vers un programme sur cet appareil : {host}",
    scheme: "Elle vous renverra vers une application sur cet appareil : {host}",
  },
  ownDevice: "Ne continuez que si vous venez de lancer vous-même cette opération sur cet appareil.",

  reads: {
    profile:
      "votre nom, votre entreprise, votre adresse de courriel, votre pays, votre devise et votre solde créditeur",
    servicesAndDomains: "vos services et vos noms de domaine, avec leurs dates et leurs prix",
    services: "vos services, avec leurs dates et leurs prix",
    domains: "vos noms de domaine, avec leurs dates et leurs prix",
    invoicesAndTickets: "vos factures, ainsi que l’objet et l’état de vos demandes d’assistance",
    invoices: "vos factures",
    tickets: "l’objet et l’état de vos demandes d’assistance",
    zones: "les enregistrements DNS des zones de vos services",
    nothing: "le relevé de ses propres requêtes, et rien d’autre pour l’instant",
  },
  notRead: {
    kinds: {
      profile: "vos coordonnées",
      products: "vos services",
      domains: "vos noms de domaine",
      invoices: "vos factures",
      tickets: "vos demandes d’assistance",
    },
    sentence: (kinds) => `Non compris : ${kinds}. Votre propre accès à ce compte ne le permet pas.`,
  },
  never: "Jamais : mots de passe, modes de paiement, messages des demandes d’assistance, codes de transfert.",
  zones: "vos enregistrements DNS",
  willRead: (kinds) =>
    `Si vous donnez votre accord plus loin, elle pourra lire ${kinds} ; jamais de mot de passe, de mode de paiement, de message d’assistance ni de code de transfert.`,
});
