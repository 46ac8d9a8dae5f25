import * as z from "zod";
import { withReport } from "../../../shared/api/definition/call-report.ts";
import type { Catalogue, CataloguePlan } from "../../../shared/billing-contract/catalogue.ts";
import { ComparisonAnswer } from "../../../shared/catalogue-contract/answers.ts";
import { catalogueOperation } from "../catalogue-context.ts";
import { CATALOGUE_FRESH_FOR } from "../catalogue-data/catalogue-cache.ts";
import { findPlans } from "../catalogue-data/not-found.ts";
import { idInput, localeInput, withoutRepeats } from "../schemas/common.ts";
import { planCart, priceFrom } from "../schemas/plan.ts";

/** Limits a list to ten items, with an error that states the next step. The published schema has the limit. */
function atMostTen(list: z.ZodArray<typeof idInput>) {
  const text = {
    en: `must have at most ${MAX_PLANS} items: compare the others in another call.`,
    fr: `doit avoir au plus ${MAX_PLANS} éléments : comparez les autres dans un autre appel, avec celui auquel les comparer.`,
  };
  return list.refine((ids) => ids.length <= MAX_PLANS, { abort: true, params: { text } }).meta({ maxItems: MAX_PLANS });
}

const MAX_PLANS = 10;

export const comparePlans = catalogueOperation({
  id: "comparePlans",
  tool: "compare_plans",
  card: "plans",
  http: { method: "GET", path: "/compare" },
  title: "Compare plans",
  label: { fr: "Comparer des forfaits" },
  summary: {
    en: "Two to ten plans side by side, one row per specification.",
    fr: "De deux à dix forfaits côte à côte, une ligne par caractéristique.",
  },
  description:
    "Two to ten plans side by side: one row per specification, with each plan's value and whether they differ. `price_from` is the lowest price per month, without taxes, paid for the whole cycle that `price_from_cycle` names. Plans of different lines may be mixed.",
  effect: "read",
  freshFor: CATALOGUE_FRESH_FOR,
  problems: ["not_found", "billing_unavailable"],
  input: z.strictObject({
    plans: withoutRepeats(atMostTen(z.array(idInput).min(2)))
      .describe("Ids of plans, each once.")
      .meta({ examples: [["web-start", "web-plus"]] }),
    ...localeInput,
  }),
  output: ComparisonAnswer,
  example: { plans: ["web-start", "web-plus"] },
  async run({ readCatalogue, linksOf }, { plans: ids, currency: asked, lang }) {
    const { value: catalogue, report } = await readCatalogue({ currency: asked, language: lang });
    const { currency } = catalogue;
    const linkTo = linksOf(catalogue);
    const plans = findPlans(catalogue, ids);
    return withReport(
      {
        currency,
        lang,
        plans: plans.map((plan) => {
          const { amount, cycle } = priceFrom(plan);
          const { id, name, line } = plan;
          return { id, name, line, price_from: amount, price_from_cycle: cycle, order_url: planCart(plan, linkTo) };
        }),
        rows: comparisonRows(plans, catalogue.specifications),
      },
      report,
    );
  },
});

/** Returns one row per specification that any of the plans has, in the catalogue's order. */
function comparisonRows(plans: CataloguePlan[], specifications: Catalogue["specifications"]): ComparisonAnswer["rows"] {
  const valuesOf = plans.map((plan) => new Map(plan.specifications.map(({ id, value }) => [id, value])));
  return specifications.flatMap(({ id, group, name }) => {
    const values = valuesOf.map((values) => values.get(id) ?? null);
    if (values.every((value) => value === null)) return [];
    return { group, name, values, differs: new Set(values).size > 1 };
  });
}
