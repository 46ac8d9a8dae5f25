import * as z from "zod";
import { log } from "../../../shared/platform/log.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const id = z.int().positive();

const AddonCatalogue = z.object({
  products: z.array(
    z
      .object({
        id,
        group: z.object({ id, name: z.string() }).nullable(),
        hidden: z.boolean(),
        retired: z.boolean(),
        prorata: z.object({}).nullable(),
        upgrades_to: z.array(id),
      })
      .transform(({ id: productId, group, hidden, retired, prorata, upgrades_to }) => ({
        ...{
          id: productId,
          group: group?.id ?? null,
          groupName: group?.name ?? null,
          isHidden: hidden,
          isRetired: retired,
        },
        ...{ isProRata: prorata !== null, upgradesTo: upgrades_to },
      })),
  ),
});

/** What the addon tells of a product, and the API does not. */
type AddonProduct = z.output<typeof AddonCatalogue>["products"][number];

/** How a product that is sold as a plan differs from what the plan map was made of. */
const DRIFTS = ["gone", "retired", "hidden", "group_renamed"] as const;

/** Reads the products, keeps them, and names once a day those that the plan map does not match any more. */
export async function refreshAddonProducts(context: WhmcsContext, requestId: string): Promise<void> {
  const { db, now } = context;
  const read = await context.bridge.call("catalogue", {}, AddonCatalogue, { requestId });
  if (read.kind !== "ok") return;
  const { products } = read.value;
  const before = await db
    .prepare("SELECT products, drift_logged_on AS loggedOn FROM addon")
    .first<{ products: string | null; loggedOn: string | null }>();
  const at = new Date(now()).toISOString();
  await db.prepare("UPDATE addon SET products = ?, products_read_at = ?").bind(JSON.stringify(products), at).run();
  const today = at.slice(0, 10);
  const isLoggedToday = before?.loggedOn === today;
  const mapped = [...(await context.plans.byProduct()).keys()];
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
  const product = products.find((one) => one.id === productId);
  switch (drift) {
    case "gone":
      return !product;
    case "retired":
      return product?.isRetired === true;
    case "hidden":
      return product?.isHidden === true;
    case "group_renamed": {
      const earlier = before.find((one) => one.id === productId);
      return product !== undefined && earlier?.group === product.group && earlier.groupName !== product.groupName;
    }
  }
}

/** The products as a table of their own, for queries. */
export const ADDON_PRODUCTS = `(SELECT value ->> 'id' AS id, value ->> 'isRetired' AS is_retired, value ->> 'isProRata' AS is_pro_rata,
  value -> 'upgradesTo' AS upgrades_to FROM addon, json_each(addon.products))`;

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
