import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { CatalogueDiscount } from "../../../shared/billing-contract/catalogue.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { log } from "../../../shared/platform/log.ts";
import { CURRENCIES, type Currency, scaleHalfUp } from "../../../shared/platform/money.ts";
import { cyclePrice, getProducts, type ProductPrices } from "../api/actions/get-products.ts";
import { type ExtensionPricing, getTldPricing } from "../api/actions/get-tld-pricing.ts";
import { getCurrencies, getPromotions, type PromotionRow } from "../api/actions/provider.ts";
import { domainName } from "../api/decode.ts";
import { MAX_CATALOGUE_BYTES } from "../api/whmcs-api.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { keepSnapshots, type PriceList } from "./price-snapshot.ts";

const DEADLINE_MS = 60_000;

/**
 * Reads all prices and keeps them. What cannot be read leaves the snapshot of before, which then grows too old to be served.
 * @returns whether they were read
 */
export async function refreshPrices(context: WhmcsContext, requestId: string): Promise<boolean> {
  const { api, db, now } = context;
  const readAt = new Date(now()).toISOString();
  const call = { accountId: null, requestId, deadlineMs: DEADLINE_MS, maxBytes: MAX_CATALOGUE_BYTES };
  const included = await context.includedTax.percent(requestId);
  if (included.kind !== "ok") return false;
  const [products, promotions, currencies, mapped] = [
    await api.list(getProducts, {}, call),
    await api.list(getPromotions, {}, call),
    await api.list(getCurrencies, {}, call),
    await mappedProducts(db),
  ];
  if (products.kind !== "ok" || promotions.kind !== "ok" || currencies.kind !== "ok") return failed(requestId);
  const lists = new Map<Currency, PriceList>();
  const sold = products.body.filter(({ id }) => mapped.has(id));
  logUnread(sold, requestId);
  const today = dayIn(context.settings.timeZone, now());
  for (const currency of CURRENCIES) {
    const known = currencies.body.find(({ code }) => code === currency);
    if (!known) continue;
    const extensions = await api.read(getTldPricing, { currencyid: known.id }, call);
    if (extensions.kind !== "ok") return failed(requestId);
    const net = (amount: number) => scaleHalfUp(amount, 100, 100 + included.body);
    lists.set(currency, {
      products: Object.fromEntries(sold.map((product) => [product.id, pricesOf(product, currency, net)])),
      discounts: Object.fromEntries(
        sold.flatMap(({ id }) => {
          const code = mapped.get(id)?.promotion;
          const promotion = promotions.body.find((candidate) => code !== null && candidate.code === code);
          const discount = promotion && discountOf(promotion, id, today);
          return discount ? [[id, discount]] : [];
        }),
      ),
      extensions: inOrder(extensions.body, context.settings.featuredCategories).flatMap((row) => toExtension(row, net)),
    });
  }
  await keepSnapshots(db, readAt, soldIn(lists));
  return true;
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

interface MappedProduct {
  promotion: string | null;
}

async function mappedProducts(db: D1Database): Promise<ReadonlyMap<number, MappedProduct>> {
  const { results } = await db
    .prepare("SELECT product_id, promotion FROM plan_products")
    .all<{ product_id: number; promotion: string | null }>();
  return new Map(results.map(({ product_id, promotion }) => [product_id, { promotion }]));
}

/** A price that does not read leaves its product out of that price list alone. */
function logUnread(products: ProductPrices[], requestId: string): void {
  for (const { id, unreadPrices } of products) {
    const at = CURRENCIES.flatMap((currency) => unreadPrices[currency] ?? []);
    if (at.length === 0) continue;
    log("billing_row_unread", { request_id: requestId, action: getProducts.name, row: String(id), at });
  }
}

const RECURRING = ["monthly", "quarterly", "semiannually", "annually", "biennially", "triennially"] as const;

/** Of a product that is sold once the monthly price is the price; the others stayed from before and mean nothing. */
export function pricesOf(product: ProductPrices, currency: string, net: (amount: number) => number) {
  const price = (cycle: (typeof RECURRING)[number], billingCycle: BillingCycle) => {
    const found = cyclePrice(product, currency, cycle);
    return found ? [{ billingCycle, amount: net(found.amount), setupFee: net(found.setupFee) }] : [];
  };
  switch (product.paytype.toLowerCase().replace(/[ -]/g, "")) {
    case "recurring":
      return RECURRING.flatMap((cycle) => price(cycle, cycle));
    case "onetime":
      return price("monthly", "one_time");
    case "free":
      return [{ billingCycle: "free" as const, amount: 0, setupFee: 0 }];
    default:
      return [];
  }
}

/** For how many payments a recurring promotion lasts one year. */
const PAYMENTS_A_YEAR = { monthly: 12, quarterly: 4, semiannually: 2, annually: 1 } as const;

/**
 * A promotion as a discount of the first year; null for any that is something else, and for one that is not everybody's. It takes a
 * number of payments, which is a year in one billing cycle alone: the others are not discounted for a year, but for less or more.
 */
export function discountOf(promotion: PromotionRow, productId: number, today: string): CatalogueDiscount | null {
  const { type, value, recurring, recurfor, startdate, expirationdate, maxuses, uses } = promotion;
  const percent = value / 100;
  const isPercentage =
    type.toLowerCase() === "percentage" && Number.isInteger(percent) && percent >= 1 && percent <= 99;
  const isNow = (startdate ?? "") <= today && (expirationdate === null || today <= expirationdate);
  const isLeft = maxuses === 0 || uses < maxuses;
  const applies = listed(promotion.appliesto);
  const isForSome = promotion.newsignups || promotion.existingclient || promotion.onceperclient;
  const isConditional = isForSome || listed(promotion.requires).some((id) => id !== "0");
  if (!isPercentage || !isNow || !isLeft || isConditional || !applies.includes(String(productId))) return null;
  const only = listed(promotion.cycles).map((cycle) => cycle.toLowerCase().replace(/[ -]/g, ""));
  const billingCycles = (Object.keys(PAYMENTS_A_YEAR) as (keyof typeof PAYMENTS_A_YEAR)[]).filter((cycle) => {
    const lastsOneYear = recurring ? recurfor === PAYMENTS_A_YEAR[cycle] : cycle === "annually";
    return lastsOneYear && (only.length === 0 || only.includes(cycle));
  });
  return billingCycles.length > 0 ? { percent, billingCycles, endsOn: expirationdate } : null;
}

function listed(text: string | null | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Featured ones first, otherwise as WHMCS has them. */
function inOrder(extensions: ExtensionPricing[], featured: readonly string[]): ExtensionPricing[] {
  const isFeatured = ({ categories }: ExtensionPricing) => categories.some((category) => featured.includes(category));
  return [...extensions.filter(isFeatured), ...extensions.filter((extension) => !isFeatured(extension))];
}

function toExtension(row: ExtensionPricing, net: (amount: number) => number): PriceList["extensions"] {
  // An extension is a name's ending: it reads as one behind a label.
  const name = domainName.parse(`x.${row.tld.replace(/^\./, "")}`);
  if (name === null) return [];
  const amount = (price: number | null) => (price === null ? null : net(price));
  return [
    {
      tld: name.slice(1),
      register: amount(row.register),
      transfer: amount(row.transfer),
      renew: amount(row.renew),
      graceFee: amount(row.graceFee),
      redemptionFee: amount(row.redemptionFee),
    },
  ];
}

function failed(requestId: string): false {
  log("scheduled_work_failed", { request_id: requestId, work: "prices" });
  return false;
}
