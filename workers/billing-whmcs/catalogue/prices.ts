import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { CatalogueDiscount, CataloguePrice } from "../../../shared/billing-contract/catalogue.ts";
import { log } from "../../../shared/platform/log.ts";
import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";
import { bool } from "../answers/decode.ts";
import type { ExtensionPricing, PricesByYears, ProductPrices } from "../answers/products.ts";
import type { PromotionRow } from "../answers/provider.ts";
import { NoAnswer } from "../bridge/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** Removes the included tax from a price. */
export type NetPrice = (amount: MinorUnits) => MinorUnits;

/**
 * Returns a function that converts WHMCS's prices to prices without tax.
 * @throws {NoAnswer} if prices include tax at an unknown rate, or may include tax
 */
export async function netPrices({ settings, installation, requestId }: WhmcsContext): Promise<NetPrice> {
  const { taxIncludedPercent: percent } = settings;
  if (percent !== null) return (amount) => scaleHalfUp(amount, 100, 100 + percent);
  const { tax_enabled: enabled, tax_type: type } = installation;
  if (taxInPrices(enabled, type) === "none") return (amount) => amount;
  log("billing_prices_refused", { request_id: requestId, tax_type: type.slice(0, 20) });
  throw new NoAnswer("refused");
}

/**
 * Returns whether prices include tax, according to WHMCS's settings.
 * @param enabled `TaxEnabled`, a boolean in any spelling
 * @param type `TaxType`: `Exclusive` or `Inclusive`; ignored if taxes are disabled
 * @returns `unknown` if either has an unknown spelling
 */
export function taxInPrices(enabled: string, type: string): "none" | "included" | "unknown" {
  const isEnabled = bool.safeParse(enabled.trim());
  if (!isEnabled.success) return "unknown";
  if (!isEnabled.data) return "none";
  switch (type.trim().toLowerCase()) {
    case "exclusive":
      return "none";
    case "inclusive":
      return "included";
    default:
      return "unknown";
  }
}

/** The recurring billing cycles, each with the field that has its setup fee. */
const SETUP_FEES = {
  monthly: "msetupfee",
  quarterly: "qsetupfee",
  semiannually: "ssetupfee",
  annually: "asetupfee",
  biennially: "bsetupfee",
  triennially: "tsetupfee",
} as const;

type Recurring = keyof typeof SETUP_FEES;

/**
 * Returns the prices of a product. WHMCS stores the price of a one-time product as its monthly price, and the other
 * price fields then have no meaning.
 */
export function pricesOf(product: ProductPrices, currency: string, net: NetPrice): CataloguePrice[] {
  const prices = product.pricing[currency];
  const price = (cycle: Recurring, billingCycle: BillingCycle = cycle): CataloguePrice[] => {
    const amount = prices?.[cycle] ?? null;
    if (!prices || amount === null) return [];
    return [{ billingCycle, amount: net(amount), setupFee: net(prices[SETUP_FEES[cycle]] ?? 0) }];
  };
  switch (product.paytype.toLowerCase().replace(/[ -]/g, "")) {
    case "recurring":
      return (Object.keys(SETUP_FEES) as Recurring[]).flatMap((cycle) => price(cycle));
    case "onetime":
      return price("monthly", "one_time");
    case "free":
      return [{ billingCycle: "free", amount: 0, setupFee: 0 }];
    default:
      return [];
  }
}

/** Returns an extension with tax removed from its prices. */
export function netExtension(extension: ExtensionPricing, net: NetPrice): ExtensionPricing {
  const byYears = (prices: PricesByYears) =>
    Object.fromEntries(Object.entries(prices).map(([years, price]) => [years, net(price)]));
  const orNone = (price: MinorUnits | null) => (price === null ? null : net(price));
  return {
    ...extension,
    register: byYears(extension.register),
    renew: byYears(extension.renew),
    transfer: orNone(extension.transfer),
    graceFee: orNone(extension.graceFee),
    redemptionFee: orNone(extension.redemptionFee),
  };
}

/** The number of payments in one year, by billing cycle. A promotion with this number of payments lasts one year. */
const PAYMENTS_A_YEAR = { monthly: 12, quarterly: 4, semiannually: 2, annually: 1 } as const;

/**
 * Returns a promotion as a first-year discount on a product. Returns `null` if it is not a whole percentage, is not
 * valid now, does not apply to the product, has conditions, or does not last exactly one year. A promotion covers a
 * number of payments. The discount applies only to a billing cycle in which these payments cover one year.
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
