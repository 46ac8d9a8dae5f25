import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import { ProductLinesAnswer } from "../../../shared/catalogue-contract/answers.ts";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { CATALOGUE_FRESH_FOR } from "../catalogue-data/catalogue-cache.ts";
import { localeInput } from "../schemas/common.ts";
import { toProductLine } from "../schemas/plan.ts";

const DESCRIPTION = {
  en: "Product lines, plans, prices, domain prices and whether a domain name is free. Public, free and read-only; amounts exclude taxes.",
  fr: "Gammes de produits, forfaits, prix, prix et disponibilité des noms de domaine. Public, gratuit et en lecture seule ; montants hors taxes.",
};

export const listProductLines = catalogueOperation({
  id: "listProductLines",
  tool: "list_product_lines",
  http: { method: "GET", path: "/" },
  title: "List product lines",
  label: { fr: "Lister les gammes" },
  summary: {
    en: "The product lines with the ids of their plans, and the endpoints of this API.",
    fr: "Les gammes de produits avec les identifiants de leurs forfaits, et les points d’accès de cette API.",
  },
  description:
    "The provider's product lines (web hosting, VPS, e-mail and so on) with their pages and plan ids, and the catalogue's currencies and languages. `line` of list_plans takes a line's id; get_plan and compare_plans take plan ids.",
  effect: "read",
  freshFor: CATALOGUE_FRESH_FOR,
  problems: ["billing_unavailable"],
  input: z.strictObject({ ...localeInput }),
  output: ProductLinesAnswer,
  example: {},
  async run({ addresses, brandName, version, readCatalogue, linksOf, endpoints }, { currency: asked, lang }) {
    const { value: catalogue, report } = await readCatalogue({ currency: asked, language: lang });
    const { currency } = catalogue;
    const linkTo = linksOf(catalogue);
    return withReport(
      {
        name: brandName,
        version,
        currency,
        lang,
        currencies: catalogue.currencies,
        languages: [...LANGUAGES],
        description: DESCRIPTION[lang],
        documentation_url: `${addresses.site}/developers`,
        openapi_url: `${addresses.catalogue}/openapi.json`,
        mcp_url: addresses.catalogueMcp,
        endpoints: endpoints(lang),
        product_lines: catalogue.productLines.map((line) => toProductLine(line, catalogue, linkTo)),
      },
      report,
    );
  },
});
