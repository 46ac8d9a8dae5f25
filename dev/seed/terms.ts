import type { Text } from "../../shared/platform/language.ts";

interface SeedTerms {
  /** Empty for the provider's terms; the extension for a registry's. */
  scope: string;
  /** YYYY-MM-DD; part of the version that a customer accepts. */
  inForceOn: string;
  title: Text;
  url: string;
}

/** The terms that a customer accepts with an order. */
export const terms: SeedTerms[] = [
  {
    scope: "",
    inForceOn: "2026-09-01",
    title: { en: "Terms of service of Maple Hosting", fr: "Conditions de service de Maple Hosting" },
    url: "https://maple.example/terms",
  },
  ...registry([".ca", ".qc.ca"], "2010-10-12", "https://www.cira.ca/registrant-agreement", {
    en: "CIRA Registrant Agreement",
    fr: "Convention du titulaire de l’ACEI",
  }),
  ...registry([".fr", ".re"], "2025-01-01", "https://www.afnic.fr/en/domain-names-and-support/", {
    en: "Afnic naming policy",
    fr: "Charte de nommage de l’Afnic",
  }),
  ...registry([".eu"], "2022-10-13", "https://eurid.eu/en/register-a-eu-domain/rules-for-eu-domains/", {
    en: "EURid terms and conditions for .eu names",
    fr: "Conditions d’EURid pour les noms en .eu",
  }),
  ...registry([".us"], "2025-01-01", "https://www.about.us/policies", {
    en: "usTLD policies and Nexus requirements",
    fr: "Politiques du .us et exigences de lien avec les États-Unis",
  }),
  ...registry([".com.au", ".net.au"], "2021-04-12", "https://www.auda.org.au/au-domain-names/au-rules-and-policies/", {
    en: ".au Domain Administration Rules: Licensing",
    fr: "Règles d’administration du domaine .au : licences",
  }),
  ...registry([".co.uk", ".me.uk", ".org.uk", ".uk"], "2024-01-01", "https://www.nominet.uk/terms/", {
    en: "Nominet terms and conditions of domain name registration",
    fr: "Conditions d’enregistrement des noms de domaine de Nominet",
  }),
];

function registry(scopes: string[], inForceOn: string, url: string, title: Text): SeedTerms[] {
  return scopes.map((scope) => ({ scope, inForceOn, title, url }));
}
