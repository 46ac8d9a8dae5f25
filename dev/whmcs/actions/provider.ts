import type { MinorUnits } from "../../../shared/platform/money.ts";
import { CYCLES } from "../cycles.ts";
import { REGISTERED_YEARS, registrationPrice } from "../provisioning/prices.ts";
import { flag, numeric, prose } from "../spelling.ts";
import type { WhmcsProduct } from "../state.ts";
import { decimal } from "../wire-values.ts";
import type { Action } from "./action.ts";

/** Of a product that is sold once: prices that stayed from before, and mean nothing. */
const STALE_PRICE = 16_428;

export const getProducts: Action = ({ state }) => {
  const rows = state.products.map((product) => ({
    pid: numeric(product.id),
    gid: numeric(product.groupId),
    name: prose(product.name),
    description: `${product.description}<br />\r\n`,
    paytype: product.payType,
    ...{ stockcontrol: flag(false), quantity_available: numeric(0) },
    pricing: Object.fromEntries(
      state.currencies.map(({ code, prefix, suffix }) => [code, { prefix, suffix, ...pricesOf(product, code) }]),
    ),
  }));
  return { rows };
};

function pricesOf({ prices, setupFees, payType }: WhmcsProduct, currency: string): Record<string, string> {
  const setupFee = decimal(setupFees[currency] ?? 0);
  const own = prices[currency];
  return {
    ...Object.fromEntries(CYCLES.map((cycle) => [`${cycle.charAt(0)}setupfee`, setupFee])),
    ...Object.fromEntries(
      CYCLES.map((cycle) => {
        const isStale = payType === "onetime" && cycle !== "monthly";
        const price = isStale ? STALE_PRICE : own?.[cycle];
        return [cycle, price === undefined ? "-1.00" : decimal(price)];
      }),
    ),
  };
}

/** Of every extension, in one currency; no paging and no filter. */
export const getTldPricing: Action = ({ state }, parameters) => {
  const asked = parameters.number("currencyid");
  const currency = state.currencies.find(({ id }) => id === asked) ?? state.currencies[0];
  if (!currency) return { error: "Currency Not Found" };
  const { id, code } = currency;
  const pricing = state.extensions.flatMap(({ tld, categories, prices, redemptionFee, graceFee }) => {
    const own = prices[code];
    if (!own) return [];
    const period = (fee: Record<string, number> | null, days: number) =>
      fee?.[code] === undefined ? null : { days, price: decimal(fee[code]) };
    return [
      [
        tld,
        {
          categories,
          register: yearly((years) => registrationPrice(own, years)),
          transfer: { 1: decimal(own.transfer) },
          renew: yearly((years) => own.renew * years),
          grace_period: period(graceFee, 30),
          redemption_period: period(redemptionFee, 30),
        },
      ],
    ];
  });
  return { members: { currency: { id: numeric(id), code }, pricing: Object.fromEntries(pricing) } };
};

function yearly(priceOf: (years: number) => MinorUnits): Record<string, string> {
  return Object.fromEntries(REGISTERED_YEARS.map((years) => [years, decimal(priceOf(years))]));
}

export const getPromotions: Action = ({ state }) => {
  const rows = state.promotions.map((promotion) => ({
    ...{ id: numeric(promotion.id), code: promotion.code, type: "Percentage", value: promotion.percent.toFixed(2) },
    ...{ recurring: numeric(promotion.isRecurring ? 1 : 0), recurfor: numeric(promotion.recursFor) },
    ...{ cycles: promotion.cycles.join(","), appliesto: promotion.productIds.join(","), requires: "" },
    ...{ startdate: "0000-00-00", expirationdate: promotion.expiresOn ?? "0000-00-00" },
    ...{ maxuses: numeric(0), uses: numeric(1) },
    ...{ newsignups: numeric(0), existingclient: numeric(0), onceperclient: numeric(0) },
  }));
  return { rows };
};

export const getPaymentMethods: Action = ({ state }) => {
  return { rows: state.gateways.map(({ module, name }) => ({ module, displayname: name })) };
};
