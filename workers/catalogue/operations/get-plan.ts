import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import type { Catalogue, CataloguePlan } from "../../../shared/billing-contract/catalogue.ts";
import { PlanAnswer, type Specification } from "../../../shared/catalogue-contract/answers.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { CATALOGUE_FRESH_FOR } from "../catalogue-data/catalogue-cache.ts";
import { findPlans } from "../catalogue-data/not-found.ts";
import { idInput, localeInput } from "../schemas/common.ts";
import { toPlan } from "../schemas/plan.ts";

export const getPlan = catalogueOperation({
  id: "getPlan",
  tool: "get_plan",
  http: { method: "GET", path: "/plans/{id}" },
  title: "Get a plan",
  label: { fr: "Lire un forfait" },
  summary: {
    en: "One plan with its full specification table.",
    fr: "Un forfait avec sa fiche technique complète.",
  },
  description:
    "One plan as in list_plans, with every row of its specification table (storage, sites, backups, support and so on). Prices are in `currency`, without taxes.",
  effect: "read",
  freshFor: CATALOGUE_FRESH_FOR,
  problems: ["not_found", "billing_unavailable"],
  input: z.strictObject({ id: idInput.describe("The plan's id, such as `web-start`."), ...localeInput }),
  output: PlanAnswer,
  example: { id: "web-start" },
  async run({ readCatalogue, linksOf, today }, { id, currency: asked, lang }) {
    const { value: catalogue, report } = await readCatalogue({ currency: asked, language: lang });
    const { currency } = catalogue;
    const day = today();
    const [plan] = findPlans(catalogue, [id]);
    return withReport(
      {
        currency,
        lang,
        plan: {
          ...toPlan(plan, day.value, linksOf(catalogue)),
          specifications: specificationTable(plan, catalogue.specifications),
        },
      },
      report,
      day.report,
    );
  },
});

function specificationTable(plan: CataloguePlan, rows: Catalogue["specifications"]): Specification[] {
  const values = new Map(plan.specifications.map(({ id, value }) => [id, value]));
  return rows.flatMap(({ id, group, name }) => {
    const value = values.get(id);
    return value === undefined ? [] : { group, name, value };
  });
}
