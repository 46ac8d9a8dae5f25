import { log } from "../../../shared/platform/log.ts";
import { type ExtensionPricing, getProducts, getTldPricing, type ProductPrices } from "../answers/products.ts";
import { getPromotions } from "../answers/provider.ts";
import { MAX_CATALOGUE_BYTES } from "../answers/whmcs-api.ts";
import { instantNow, type PlainContext, todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { refreshInstallation } from "./installation.ts";
import { readPlanMap } from "./plan-map.ts";
import { isServed, keepSnapshots, type PriceList, readSnapshot } from "./price-snapshot.ts";
import { discountOf, netExtension, netPrices, pricesOf } from "./prices.ts";

const DEADLINE_MS = 60_000;
/** The default facts, for a product that the addon does not report. */
const UNTOLD = { retired: false, prorata: false, upgrades_to: null };

/**
 * Reads all prices from WHMCS and stores them. If a read fails, the previous prices stay in use until they are too old.
 * @throws {NoAnswer}
 */
export async function refreshPrices(plain: PlainContext): Promise<void> {
  const { api, db } = plain;
  const { products: facts, installation } = await refreshInstallation(plain);
  const context = { ...plain, installation };
  const readAt = instantNow(context);
  const call = { accountId: null, deadlineMs: DEADLINE_MS, maxBytes: MAX_CATALOGUE_BYTES };
  const net = await netPrices(context);
  const products = await api.list(getProducts, {}, call);
  const promotions = await api.list(getPromotions, {}, call);
  const promotionOf = new Map((await readPlanMap(db)).map(({ productId, promotion }) => [productId, promotion]));
  const sold = products.filter(({ id }) => promotionOf.has(id));
  logUnread(sold, context.requestId);
  const today = todayOf(context);
  const told = sold.map((product) => {
    const { retired, prorata, upgrades_to } = facts.find(({ id }) => id === product.id) ?? UNTOLD;
    const isOut = product.stockcontrol === true && !product.quantity_available;
    const promotion = promotions.find(({ code }) => code === promotionOf.get(product.id));
    const discount = promotion ? discountOf(promotion, product.id, today) : null;
    return { product, facts: { retired, prorata, upgrades_to, isOut, discount } };
  });
  const lists = new Map<string, PriceList>();
  // Include currencies that the catalogue does not have, because accounts may pay in them.
  for (const { id, code } of installation.currencies) {
    const extensions = await api.read(getTldPricing, { currencyid: id }, call);
    const inCurrency = told.map(({ product, facts }) => {
      return [product.id, { ...facts, prices: pricesOf(product, code, net) }];
    });
    lists.set(code, {
      products: Object.fromEntries(inCurrency),
      extensions: featuredFirst(extensions).map((extension) => netExtension(extension, net)),
    });
  }
  await keepSnapshots(db, readAt, withPrices(lists));
}

/**
 * Removes currencies without prices, because WHMCS may have a currency only for its accounts. If no currency has a
 * price, returns all of them.
 */
function withPrices(lists: ReadonlyMap<string, PriceList>): ReadonlyMap<string, PriceList> {
  const sold = [...lists].filter(([, { products, extensions }]) => {
    const cycles = Object.values(products).flatMap(({ prices }) => prices.map(({ billingCycle }) => billingCycle));
    const isTaken = ({ register, transfer, renew }: ExtensionPricing) =>
      transfer !== null || 1 in register || 1 in renew;
    return cycles.some((cycle) => cycle !== "free") || extensions.some(isTaken);
  });
  return sold.length > 0 ? new Map(sold) : lists;
}

/** Returns the prices in a currency. If the stored prices are too old, reads them from WHMCS. @throws {NoAnswer} */
export async function currentPrices(context: WhmcsContext, currency: string): Promise<PriceList> {
  const { db, now } = context;
  const readAt = await db.prepare("SELECT max(read_at) AS readAt FROM price_snapshots").first<string>("readAt");
  if (readAt === null || !isServed({ readAt }, now())) await refreshPrices(context);
  return (await readSnapshot(db, currency))?.prices ?? { products: {}, extensions: [] };
}

/** Logs unreadable prices. The product is missing only from the price lists in those currencies. */
function logUnread(products: ProductPrices[], requestId: string): void {
  for (const { id, unreadPrices } of products) {
    const at = Object.values(unreadPrices).flatMap((members) => members ?? []);
    if (at.length === 0) continue;
    log("billing_row_unread", { request_id: requestId, action: getProducts.name, row: String(id), at });
  }
}

/** Sorts popular extensions first. Within both groups, WHMCS's order is kept. */
function featuredFirst(extensions: ExtensionPricing[]): ExtensionPricing[] {
  const isFeatured = ({ categories }: ExtensionPricing) => categories.includes("Popular");
  return [...extensions.filter(isFeatured), ...extensions.filter((extension) => !isFeatured(extension))];
}
