import type { MinorUnits } from "../../../shared/platform/money.ts";
import { CYCLES } from "../cycles.ts";
import { numberOf } from "../parameters.ts";
import { registrationPrice } from "../provisioning/prices.ts";
import { withEntities } from "../spelling.ts";
import type { WhmcsProduct } from "../state.ts";
import { decimal } from "../wire-values.ts";
import type { Actions } from "./action.ts";

export const providerActions: Actions = {
  GetProducts({ state }) {
    const rows = state.products.map((product) => ({
      ...{ pid: product.id, gid: product.groupId, name: withEntities(product.name) },
      ...{ description: `${product.description}<br />\r\n`, paytype: product.payType },
      ...{ stockcontrol: 0, quantity_available: 0 },
      pricing: Object.fromEntries(state.currencies.map(({ code }) => [code, pricesOf(product, code)])),
    }));
    return { rows };
  },

  /** Returns the prices of every extension in one currency. This action has no paging and no filter. */
  GetTLDPricing({ state }, { currencyid }) {
    const currency = state.currencies.find(({ id }) => id === numberOf(currencyid)) ?? state.currencies[0];
    if (!currency) return { error: "Currency Not Found" };
    const { id, code } = currency;
    const pricing = state.extensions.flatMap(({ tld, categories, prices, redemptionFee, graceFee }) => {
      const own = prices[code];
      if (!own) return [];
      const period = (fee: Record<string, number> | null) =>
        fee?.[code] === undefined ? null : { days: 30, price: decimal(fee[code]) };
      const sold = {
        register: yearly((years) => registrationPrice(own, years)),
        transfer: { 1: decimal(own.transfer) },
        renew: yearly((years) => own.renew * years),
      };
      return [[tld, { categories, ...sold, grace_period: period(graceFee), redemption_period: period(redemptionFee) }]];
    });
    return { members: { currency: { id: id, code }, pricing: Object.fromEntries(pricing) } };
  },

  GetPromotions({ state }) {
    const rows = state.promotions.map((promotion) => ({
      ...{ id: promotion.id, code: promotion.code, type: "Percentage", value: promotion.percent.toFixed(2) },
      ...{ recurring: promotion.recursFor > 0 ? 1 : 0, recurfor: promotion.recursFor },
      ...{ cycles: promotion.cycles.join(","), appliesto: promotion.productIds.join(","), requires: "" },
      ...{ startdate: "0000-00-00", expirationdate: promotion.expiresOn ?? "0000-00-00" },
      ...{ maxuses: 0, uses: 1 },
      ...{ newsignups: 0, existingclient: 0, onceperclient: 0 },
    }));
    return { rows };
  },

  GetPaymentMethods({ state }) {
    return { rows: state.gateways.map(({ module, name }) => ({ module, displayname: name })) };
  },
};

function pricesOf({ prices, setupFees }: WhmcsProduct, currency: string): Record<string, string> {
  const setupFee = decimal(setupFees[currency] ?? 0);
  const priced = CYCLES.flatMap((cycle) => {
    const price = prices[currency]?.[cycle];
    return [
      [`${cycle.charAt(0)}setupfee`, setupFee],
      [cycle, price === undefined ? "-1.00" : decimal(price)],
    ];
  });
  return Object.fromEntries(priced);
}

function yearly(priceOf: (years: number) => MinorUnits): Record<string, string> {
  const prices = Array.from({ length: 10 }, (_, index) => [index + 1, decimal(priceOf(index + 1))]);
  return Object.fromEntries(prices);
}
