import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const KEPT_MS = 60_000;

/** A plan with the WHMCS product that it maps to. */
export interface MappedPlan {
  planId: string;
  /** The id of the plan's product line. */
  line: string;
  name: Text;
  productId: number;
  promotion: string | null;
  usualCycle: BillingCycle;
}

/** Reads the provider's plans and their products, in display order. */
export async function readPlanMap(db: D1Database): Promise<MappedPlan[]> {
  const { results } = await db
    .prepare(
      `SELECT p.id AS planId, p.line_id AS line, p.usual_cycle AS usualCycle, en.name AS en, fr.name AS fr,
         m.product_id AS productId, m.promotion
       FROM plans p JOIN plan_products m ON m.plan_id = p.id
         JOIN plan_texts en ON en.plan_id = p.id AND en.language = 'en'
         JOIN plan_texts fr ON fr.plan_id = p.id AND fr.language = 'fr'
       ORDER BY p.position`,
    )
    .all<Omit<MappedPlan, "name"> & Text>();
  return results.map(({ en, fr, ...plan }) => ({ ...plan, name: { en, fr } }));
}

/** Returns the plans by product id. The isolate caches them for a minute. */
export function plansByProduct({ db, kept }: WhmcsContext): Promise<ReadonlyMap<number, MappedPlan>> {
  return kept.get("plans", KEPT_MS, async () => {
    return new Map((await readPlanMap(db)).map((plan) => [plan.productId, plan]));
  });
}
