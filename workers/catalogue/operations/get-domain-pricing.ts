import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import type { Catalogue, CatalogueExtension } from "../../../shared/billing-contract/catalogue.ts";
import { DomainPricingAnswer } from "../../../shared/catalogue-contract/answers.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { CATALOGUE_FRESH_FOR } from "../catalogue-data/catalogue-cache.ts";
import { findExtensions } from "../catalogue-data/not-found.ts";
import { extensionInput, localeInput, SEVERAL_YEARS, withoutRepeats } from "../schemas/common.ts";

/** An upper limit for the request. Providers usually sell far fewer extensions. */
const MAX_EXTENSIONS = 500;

export const getDomainPricing = catalogueOperation({
  id: "getDomainPricing",
  tool: "get_domain_pricing",
  http: { method: "GET", path: "/domains/pricing" },
  title: "Get domain prices",
  label: { fr: "Lire les prix des noms de domaine" },
  summary: {
    en: "Prices of each extension: registration and renewal for one year, and transfer.",
    fr: "Prix de chaque extension : enregistrement et renouvellement pour un an, et transfert.",
  },
  description: `What domain names cost: prices per extension (.com, .ca and so on) in \`currency\`, without taxes: registering or renewing a name for one year, and transferring one in, whatever term that adds. ${SEVERAL_YEARS} Availability and the terms offered are in check_domain.`,
  effect: "read",
  freshFor: CATALOGUE_FRESH_FOR,
  problems: ["not_found", "billing_unavailable"],
  input: z.strictObject({
    tld: withoutRepeats(z.array(extensionInput).min(1).max(MAX_EXTENSIONS))
      .optional()
      .describe("Extensions; `all` or absent: every one, a long answer.")
      .meta({ examples: [[".com", ".ca"]] }),
    ...localeInput,
  }),
  output: DomainPricingAnswer,
  example: { tld: ["com", ".ca"] },
  async run({ readCatalogue, linksOf }, { tld, currency: asked, lang }) {
    const { value: catalogue, report } = await readCatalogue({ currency: asked, language: lang });
    const { currency } = catalogue;
    return withReport(
      {
        currency,
        period_years: 1,
        order_url: linksOf(catalogue)("domains_cart"),
        domains: pick(catalogue, tld ?? ["all"]).map(({ tld, register, transfer, renew }) => ({
          tld,
          register: toMajorUnits(register),
          transfer: toMajorUnits(transfer),
          renew: toMajorUnits(renew),
        })),
      },
      report,
    );
  },
});

/**
 * Returns the requested extensions in that order. If one of them is `all`, returns every extension in the catalogue's
 * order.
 */
function pick(catalogue: Catalogue, asked: string[]): CatalogueExtension[] {
  const picked = findExtensions(
    catalogue,
    asked.filter((tld) => tld !== "all"),
  );
  return asked.includes("all") ? catalogue.extensions : picked;
}
