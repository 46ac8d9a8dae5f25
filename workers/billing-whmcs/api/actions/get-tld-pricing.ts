import * as z from "zod";
import { isJsonObject } from "../../../../shared/platform/json.ts";
import type { ReadAction } from "../action.ts";
import { mapOf, price } from "../decode.ts";

/** Nothing where an extension is not sold so. */
const perYear = mapOf(price)
  .nullish()
  .transform((prices) => prices ?? {});
const period = z.object({ price }).nullish();

// expected: a category or fee that does not read is left out, and the prices stay
const extension = z.object({
  categories: z.array(z.string()).catch([]),
  register: perYear,
  transfer: perYear,
  renew: perYear,
  grace_period: period.catch(undefined),
  redemption_period: period.catch(undefined),
});

/** Prices by the number of years; a number that is not sold is absent. */
export type PricesByYears = ReadonlyMap<number, number>;

/** Prices of an extension in one currency, one year each; null where nothing is sold so. */
export interface ExtensionPricing {
  /** Without its dot, as it is written there. */
  tld: string;
  categories: string[];
  register: number | null;
  transfer: number | null;
  renew: number | null;
  byYears: { register: PricesByYears; renew: PricesByYears };
  /** Added to a renewal in that status; null where it is switched off or not told. */
  graceFee: number | null;
  redemptionFee: number | null;
}

/** Every extension in one currency; those that do not read are left out. */
export const getTldPricing: ReadAction<ExtensionPricing[]> = {
  name: "GetTLDPricing",
  answer: z.object({ pricing: z.unknown() }).transform(({ pricing }, context) => {
    // PHP writes a map without members as a list.
    if (Array.isArray(pricing) && pricing.length === 0) return [];
    if (!isJsonObject(pricing)) {
      context.addIssue({ code: "custom", path: ["pricing"], message: "no map of prices" });
      return z.NEVER;
    }
    return Object.entries(pricing).flatMap(([tld, value]) => {
      const read = extension.safeParse(value);
      if (!read.success) return [];
      const { categories, register, transfer, renew, grace_period: grace, redemption_period: redemption } = read.data;
      const oneYear = (prices: Record<string, number | null>) => prices["1"] ?? null;
      return [
        {
          tld,
          categories,
          register: oneYear(register),
          transfer: oneYear(transfer),
          renew: oneYear(renew),
          byYears: { register: byYears(register), renew: byYears(renew) },
          graceFee: grace?.price ?? null,
          redemptionFee: redemption?.price ?? null,
        },
      ];
    });
  }),
};

function byYears(prices: Record<string, number | null>): PricesByYears {
  return new Map(Object.entries(prices).flatMap(([years, price]) => (price === null ? [] : [[Number(years), price]])));
}
