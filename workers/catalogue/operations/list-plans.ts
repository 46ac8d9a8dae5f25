import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import { PlansAnswer } from "../../../shared/catalogue-contract/answers.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { CATALOGUE_FRESH_FOR } from "../catalogue-data/catalogue-cache.ts";
import { unknownLine } from "../catalogue-data/not-found.ts";
import { idInput, localeInput } from "../schemas/common.ts";
import { toPlan } from "../schemas/plan.ts";

export const listPlans = catalogueOperation({
  id: "listPlans",
  tool: "list_plans",
  http: { method: "GET", path: "/plans" },
  title: "List plans",
  label: { fr: "Lister les forfaits" },
  summary: {
    en: "Every plan with its prices, first-year discount, main features and order link.",
    fr: "Tous les forfaits : prix, remise de la première année, principales caractéristiques et lien de commande.",
  },
  description:
    "All hosting plans, or those of one `line`, with their prices, main features and order links. `amount` is what each whole billing cycle costs, in `currency`, without taxes; with the first-year discount the first year costs `first_year_amount`. One line is a much shorter answer than all.",
  effect: "read",
  freshFor: CATALOGUE_FRESH_FOR,
  problems: ["not_found", "billing_unavailable"],
  input: z.strictObject({
    line: idInput.optional().describe("Id of a product line, such as `web-hosting`."),
    ...localeInput,
  }),
  output: PlansAnswer,
  example: { line: "web-hosting" },
  async run({ readCatalogue, linksOf, today }, { line, currency: asked, lang }) {
    const { value: catalogue, report } = await readCatalogue({ currency: asked, language: lang });
    const { currency } = catalogue;
    if (line !== undefined && !catalogue.productLines.some(({ id }) => id === line)) throw unknownLine(catalogue);
    const plans = catalogue.plans.filter((plan) => line === undefined || plan.line === line);
    const day = today();
    const listed = plans.map((plan) => toPlan(plan, day.value, linksOf(catalogue)));
    return withReport({ currency, lang, plans: listed }, report, day.report);
  },
});
