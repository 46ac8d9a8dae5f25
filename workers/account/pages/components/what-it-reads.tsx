import type { Permission } from "../../../../shared/billing-contract/call.ts";
import { formatList } from "../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";

const readTexts = byLanguage({
  reads: {
    profile: {
      en: "your name, e-mail, company, country, currency and credit",
      fr: "vos nom, courriel, entreprise, pays, devise et crédit",
    },
    servicesAndDomains: {
      en: "your services and domain names, their dates and prices",
      fr: "vos services et noms de domaine, avec dates et prix",
    },
    services: { en: "your services, their dates and prices", fr: "vos services, avec leurs dates et leurs prix" },
    domains: {
      en: "your domain names, their dates and prices",
      fr: "vos noms de domaine, avec leurs dates et leurs prix",
    },
    invoicesAndTickets: {
      en: "your invoices, and the subject and status of your tickets",
      fr: "vos factures, l’objet et l’état de vos demandes d’assistance",
    },
    invoices: { en: "your invoices", fr: "vos factures" },
    tickets: { en: "the subject and status of your tickets", fr: "l’objet et l’état de vos demandes d’assistance" },
    zones: { en: "the DNS records of your services", fr: "les enregistrements DNS de vos services" },
    nothing: {
      en: "its own request log, and nothing else for now",
      fr: "le relevé de ses propres requêtes, et rien d’autre pour l’instant",
    },
  },
  notRead: {
    kinds: {
      profile: { en: "your details", fr: "vos coordonnées" },
      products: { en: "your services", fr: "vos services" },
      domains: { en: "your domain names", fr: "vos noms de domaine" },
      invoices: { en: "your invoices", fr: "vos factures" },
      tickets: { en: "your tickets", fr: "vos demandes d’assistance" },
    },
    /** @param kinds a list in words, such as "your services and your invoices" */
    sentence: (kinds: string) => ({
      en: `Not ${kinds}: your own access to this account doesn’t include them.`,
      fr: `Non compris : ${kinds}. Votre propre accès à ce compte ne le permet pas.`,
    }),
  },
  never: {
    en: "Never: passwords, payment methods, ticket messages, transfer codes.",
    fr: "Jamais : mots de passe, modes de paiement, messages des demandes d’assistance, codes de transfert.",
  },
  zones: { en: "your DNS records", fr: "vos enregistrements DNS" },
  /** @param kinds a list in words, such as "your services and your invoices" */
  willRead: (kinds: string) => ({
    en: `Once you allow it on a later page, it can read ${kinds}; never passwords, payment methods, ticket messages or transfer codes.`,
    fr: `Si vous donnez votre accord plus loin, elle pourra lire ${kinds} ; jamais de mot de passe, de mode de paiement, de message des demandes d’assistance ni de code de transfert.`,
  }),
});

const KINDS = ["profile", "products", "domains", "invoices", "tickets"] as const;

interface WhatItReadsProps {
  language: Language;
  permissions: readonly Permission[];
  /** Whether a server with zones is connected; `null` while that is unknown. */
  hasZones: boolean | null;
}

/** Lists what a connection may read, and what it can never read. */
export function WhatItReads({ language, permissions, hasZones }: WhatItReadsProps) {
  const { reads, notRead, never } = readTexts[language];
  const may = (permission: Permission) => permissions.includes(permission);
  const lines = [
    may("profile") && reads.profile,
    may("products") ? (may("domains") ? reads.servicesAndDomains : reads.services) : may("domains") && reads.domains,
    hasZones !== false && may("products") && may("productsso") && reads.zones,
    may("invoices") ? (may("tickets") ? reads.invoicesAndTickets : reads.invoices) : may("tickets") && reads.tickets,
  ].filter((line) => line !== false);
  const missing = KINDS.filter((kind) => !may(kind)).map((kind) => notRead.kinds[kind]);
  return (
    <>
      <ul class="marks stack tight">
        {(lines.length > 0 ? lines : [reads.nothing]).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      {missing.length > 0 && <p class="small">{notRead.sentence(formatList(missing, language))}</p>}
      <p class="small muted">{never}</p>
    </>
  );
}

type WhatItWillReadProps = Pick<WhatItReadsProps, "language" | "hasZones">;

/** Shows what a connection may read as a sentence. A page shows it before sign-in, while the login is unknown. */
export function WhatItWillRead({ language, hasZones }: WhatItWillReadProps) {
  const { notRead, willRead, zones } = readTexts[language];
  const kinds = KINDS.map((kind) => notRead.kinds[kind]);
  return <p>{willRead(formatList(hasZones === false ? kinds : [...kinds, zones], language))}</p>;
}
