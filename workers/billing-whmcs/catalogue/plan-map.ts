import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const KEPT_MS = 60_000;

/** A plan with the product that it is sold as. */
export interface MappedPlan {
  planId: string;
  /** Id of its product line. */
  line: string;
  productId: number;
  promotion: string | null;
  isProRata: 0 | 1;
  isRetired: 0 | 1;
  usualCycle: BillingCycle;
}

/** The products as the addon tells them, as a table of their own for queries. */
export const ADDON_PRODUCTS = `(SELECT value ->> 'id' AS id, value ->> 'isRetired' AS is_retired, value ->> 'isProRata' AS is_pro_rata,
  value -> 'upgradesTo' AS upgrades_to FROM addon, json_each(addon.products))`;

/** The plan map, as the provider keeps it, in its order. */
export async function readPlanMap(db: D1Database): Promise<MappedPlan[]> {
  const { results } = await db
    .prepare(
      `SELECT p.id AS planId, p.line_id AS line, p.usual_cycle AS usualCycle, m.product_id AS productId, m.promotion,
         max(m.pro_rata, coalesce(a.is_pro_rata, 0)) AS isProRata, coalesce(a.is_retired, 0) AS isRetired
       FROM plans p JOIN plan_products m ON m.plan_id = p.id LEFT JOIN ${ADDON_PRODUCTS} a ON a.id = m.product_id
       ORDER BY p.position`,
    )
    .all<MappedPlan>();
  return results;
}

/** Which plan each product is, by the product's id; a minute old at most. */
export function plansByProduct({ db, kept }: WhmcsContext): Promise<ReadonlyMap<number, MappedPlan>> {
  return kept.get("plans", KEPT_MS, async () => {
    return new Map((await readPlanMap(db)).map((plan) => [plan.productId, plan]));
  });
}

/** The products that a service of a plan may be changed to; null where nothing tells. */
export async function upgradesOf(db: D1Database, planId: string | null): Promise<number[] | null> {
  const upgrades = await db
    .prepare(
      `SELECT a.upgrades_to AS upgrades FROM plan_products m JOIN ${ADDON_PRODUCTS} a ON a.id = m.product_id
       WHERE m.plan_id = ?`,
    )
    .bind(planId)
    .first<string>("upgrades");
  return upgrades === null ? null : (JSON.parse(upgrades) as number[]);
}
