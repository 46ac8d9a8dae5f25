import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";
import type { Installation } from "../actions/action.ts";
import { type Cycle, cycleInWords, cycleNamed } from "../cycles.ts";
import type { WhmcsClient, WhmcsDomain, WhmcsExtension, WhmcsProduct, WhmcsPromotion, WhmcsState } from "../state.ts";

/** Client groups with a discount on all products, domains and renewals. */
export const CLIENT_GROUPS = [{ id: 1, discountPercent: 10 }];

type YearlyPrices = WhmcsExtension["prices"][string];

/** Returns the price of a registration. The first year costs a registration, and each later year costs a renewal. */
export function registrationPrice({ register, renew }: YearlyPrices, years: number): MinorUnits {
  return register + (years - 1) * renew;
}

/** Returns the prices of a domain's longest extension; `undefined` if it is not sold in the currency. */
export function extensionPrices({ extensions }: WhmcsState, name: string, currency: string) {
  const [extension] = extensions
    .filter(({ tld }) => name.endsWith(`.${tld}`))
    .toSorted((one, other) => other.tld.length - one.tld.length);
  const prices = extension?.prices[currency];
  return extension && prices && { extension, prices };
}

/**
 * Returns the current price of a renewal from the price list, with the fee for the domain's status. If the list has no
 * price, the domain's recurring amount is used instead. With a quirk, that amount is also used for the domain's own
 * number of years.
 */
export function renewalPrice(
  { state, quirks }: Pick<Installation, "state" | "quirks">,
  domain: WhmcsDomain,
  years: number,
  currency: string,
): MinorUnits {
  const listed = extensionPrices(state, domain.name, currency);
  const fees = { Grace: listed?.extension.graceFee, Redemption: listed?.extension.redemptionFee };
  const fee = fees[domain.status as keyof typeof fees]?.[currency] ?? 0;
  const isOwn = !listed || (quirks.renewsAtOwnAmount && years === domain.years);
  return (isOwn ? domain.amount : listed.prices.renew * years) + fee;
}

/**
 * Returns how a product is sold in a currency: with the requested cycle if the product has it, otherwise with its first
 * cycle. Returns `null` if a recurring product has no price in that currency.
 */
export function productTerms(product: WhmcsProduct, asked: string, currency: string) {
  const own = product.prices[currency] ?? {};
  const setupFee = product.setupFees[currency] ?? 0;
  if (product.payType === "free") return { word: "Free Account", cycle: null, price: 0, setupFee };
  if (product.payType === "onetime") return { word: "One Time", cycle: null, price: own.monthly ?? 0, setupFee };
  const named = cycleNamed(asked);
  const sold = Object.keys(own) as Cycle[];
  const cycle = named !== undefined && sold.includes(named) ? named : sold[0];
  if (cycle === undefined) return null;
  return { word: cycleInWords(cycle), cycle, price: own[cycle] ?? 0, setupFee };
}

/**
 * Returns the promotion for a code, if it is valid today for a product and cycle. Any other code changes no price and
 * causes no error.
 */
export function promotionFor(
  { promotions }: WhmcsState,
  code: string,
  { product, word, today }: { product: WhmcsProduct; word: string; today: string },
): WhmcsPromotion | undefined {
  return promotions.find(
    (promotion) =>
      promotion.code === code &&
      promotion.productIds.includes(product.id) &&
      promotion.cycles.some((cycle) => cycle === word || cycleNamed(cycle) === cycleNamed(word)) &&
      (promotion.expiresOn === null || promotion.expiresOn >= today),
  );
}

export function discountOf(amount: MinorUnits, percent: number): MinorUnits {
  return amount - scaleHalfUp(amount, Math.round((100 - percent) * 100), 10_000);
}

/** Returns the discount of a client's group in percent; 0 if the client is in no group. */
export function groupDiscount({ groupId }: WhmcsClient): number {
  return CLIENT_GROUPS.find(({ id }) => id === groupId)?.discountPercent ?? 0;
}
