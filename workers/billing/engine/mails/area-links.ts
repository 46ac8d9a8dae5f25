import { pagePath } from "../../../../shared/billing-contract/description.ts";
import { domainMailTexts } from "../../../../shared/mail/domain-mail-texts.ts";
import { readableName } from "../../../../shared/mail/domain-mails.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { CLIENT_AREA_LINKS } from "../client-area-links.ts";

/** A link from an e-mail to a page of the client area. */
export interface AreaLink {
  path: string;
  label: string;
}

const texts = byLanguage({
  home: { en: "Open the client area", fr: "Ouvrir l’espace client" },
  services: { en: "Open your services", fr: "Ouvrir vos services" },
  invoice: { en: "Open the invoice", fr: "Ouvrir la facture" },
  pay: { en: "Pay the invoice", fr: "Régler la facture" },
  invoices: { en: "Open your invoices", fr: "Ouvrir vos factures" },
  profile: { en: "Check your details", fr: "Vérifier vos coordonnées" },
});

export function areaLinks(language: Language) {
  const own = texts[language];
  const { open } = domainMailTexts[language];
  const toInvoice = (id: number, label: string): AreaLink => ({
    path: pagePath(CLIENT_AREA_LINKS, "invoice", { id }),
    label,
  });
  return {
    home: { path: CLIENT_AREA_LINKS.home, label: own.home },
    services: { path: "/services", label: own.services },
    invoices: { path: "/invoices", label: own.invoices },
    profile: { path: CLIENT_AREA_LINKS.profile, label: own.profile },
    invoice: (id: number) => toInvoice(id, own.invoice),
    pay: (id: number) => toInvoice(id, own.pay),
    service: (id: number): AreaLink => ({ path: pagePath(CLIENT_AREA_LINKS, "service", { id }), label: open.service }),
    domain: (name: string): AreaLink => ({
      path: pagePath(CLIENT_AREA_LINKS, "domain", { name }),
      label: open.domain(readableName(name)),
    }),
  };
}
