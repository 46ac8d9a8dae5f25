import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import { log } from "../../../shared/platform/log.ts";
import { type AddonProduct, CatalogueAnswer } from "../bridge/messages.ts";
import { instantNow, type WhmcsContext } from "../whmcs-context.ts";

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

/** How a product that is sold as a plan differs from what the plan map was made of. */
const DRIFTS = ["gone", "retired", "hidden", "group_renamed"] as const;

/** Reads the products, keeps them, and names once a day those that the plan map does not match any more. */
export async function refreshAddonProducts(context: WhmcsContext): Promise<void> {
  const { db, bridge, requestId } = context;
  const read = await bridge.call("catalogue", {}, CatalogueAnswer, { requestId });
  if (read.kind !== "ok") return;
  const { products } = read.value;
  const before = await db
    .prepare("SELECT products, drift_logged_on AS loggedOn FROM addon")
    .first<{ products: string | null; loggedOn: string | null }>();
  const at = instantNow(context);
  await db.prepare("UPDATE addon SET products = ?, products_read_at = ?").bind(JSON.stringify(products), at).run();
  const today = at.slice(0, 10);
  const isLoggedToday = before?.loggedOn === today;
  const mapped = (await readPlanMap(db)).map(({ productId }) => productId);
  const known = before?.products ? (JSON.parse(before.products) as AddonProduct[]) : [];
  for (const drift of DRIFTS) {
    const drifted = mapped.filter((product) => hasDrifted(drift, product, products, known));
    // A renamed group shows in what was read before alone.
    if (drifted.length === 0 || (isLoggedToday && drift !== "group_renamed")) continue;
    log("billing_plan_drift", { request_id: requestId, reason: drift, products: drifted });
    await db.prepare("UPDATE addon SET drift_logged_on = ?").bind(today).run();
  }
}

function hasDrifted(
  drift: (typeof DRIFTS)[number],
  productId: number,
  products: AddonProduct[],
  before: AddonProduct[],
): boolean {
  const product = products.find(({ id }) => id === productId);
  switch (drift) {
    case "gone":
      return !product;
    case "retired":
      return product?.isRetired === true;
    case "hidden":
      return product?.isHidden === true;
    case "group_renamed": {
      const earlier = before.find(({ id }) => id === productId);
      return product !== undefined && earlier?.group === product.group && earlier.groupName !== product.groupName;
    }
  }
}
