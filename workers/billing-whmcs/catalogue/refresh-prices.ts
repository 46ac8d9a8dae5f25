import { log } from "../../../shared/platform/log.ts";
import { CURRENCIES, type Currency } from "../../../shared/platform/money.ts";
import { type ExtensionPricing, getProducts, getTldPricing, type ProductPrices } from "../answers/products.ts";
import { getPromotions } from "../answers/provider.ts";
import { MAX_CATALOGUE_BYTES } from "../answers/whmcs-api.ts";
import { instantNow, todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { readPlanMap } from "./plan-map.ts";
import { keepSnapshots, type PriceList } from "./price-snapshot.ts";
import { discountOf, netExtension, netPrices, pricesOf } from "./prices.ts";

const DEADLINE_MS = 60_000;

/**
 * Reads all prices and keeps them. What cannot be read leaves the snapshot of before, which then grows too old to be served.
 * @throws {NoAnswer}
 */
export async function refreshPrices(context: WhmcsContext): Promise<void> {
  const { api, db } = context;
  const readAt = instantNow(context);
  const call = { accountId: null, deadlineMs: DEADLINE_MS, maxBytes: MAX_CATALOGUE_BYTES };
  const net = await netPrices(context);
  const products = await api.list(getProducts, {}, call);
  const promotions = await api.list(getPromotions, {}, call);
  const promotionOf = new Map((await readPlanMap(db)).map(({ productId, promotion }) => [productId, promotion]));
  const sold = products.filter(({ id }) => promotionOf.has(id));
  logUnread(sold, context.requestId);
  const today = todayOf(context);
  const discounts = sold.flatMap(({ id }) => {
    const promotion = promotions.find(({ code }) => code === promotionOf.get(id));
    const discount = promotion && discountOf(promotion, id, today);
    return discount ? [[id, discount] as const] : [];
  });
  const lists = new Map<Currency, PriceList>();
  for (const currency of CURRENCIES) {
    const known = context.installation.currencies.find(({ code }) => code === currency);
    if (!known) continue;
    const extensions = await api.read(getTldPricing, { currencyid: known.id }, call);
    lists.set(currency, {
      products: Object.fromEntries(sold.map((product) => [product.id, pricesOf(product, currency, net)])),
      discounts: Object.fromEntries(discounts),
      extensions: featuredFirst(extensions).map((extension) => {
        const { tld, register, renew, transfer, graceFee, redemptionFee } = netExtension(extension, net);
        const ofOneYear = { register: register.get(1) ?? null, transfer, renew: renew.get(1) ?? null };
        return { tld, ...ofOneYear, graceFee, redemptionFee };
      }),
    });
  }
  await keepSnapshots(db, readAt, soldIn(lists));
}

/** Without the currencies that nothing has a price in, unless that is all of them: an installation may have some for its accounts alone. */
function soldIn(lists: ReadonlyMap<Currency, PriceList>): ReadonlyMap<Currency, PriceList> {
  const sold = [...lists].filter(([, { products, extensions }]) => {
    const prices = Object.values(products).flat();
    const terms = extensions.flatMap(({ register, transfer, renew }) => [register, transfer, renew]);
    return prices.some(({ billingCycle }) => billingCycle !== "free") || terms.some((price) => price !== null);
  });
  return sold.length > 0 ? new Map(sold) : lists;
}

/** A price that does not read leaves its product out of that price list alone. */
function logUnread(products: ProductPrices[], requestId: string): void {
  for (const { id, unreadPrices } of products) {
    const at = CURRENCIES.flatMap((currency) => unreadPrices[currency] ?? []);
    if (at.length === 0) continue;
    log("billing_row_unread", { request_id: requestId, action: getProducts.name, row: String(id), at });
  }
}

/** The popular ones first, otherwise as WHMCS has them. */
function featuredFirst(extensions: ExtensionPricing[]): ExtensionPricing[] {
  const isFeatured = ({ categories }: ExtensionPricing) => categories.includes("Popular");
  return [...extensions.filter(isFeatured), ...extensions.filter((extension) => !isFeatured(extension))];
}
