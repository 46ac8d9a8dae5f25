import * as z from "zod";
import { isJsonObject } from "../../../shared/platform/json.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { ListAction, ReadAction } from "./action.ts";
import { bool, count, domainName, id, mapOf, orNull, price } from "./decode.ts";

const cyclePrices = z.object({
  ...{ monthly: price, quarterly: price, semiannually: price, annually: price, biennially: price, triennially: price },
  ...{ msetupfee: price, qsetupfee: price, ssetupfee: price, asetupfee: price, bsetupfee: price, tsetupfee: price },
});

type CyclePrices = z.output<typeof cyclePrices>;

/** The prices by currency, and the names of unreadable fields for currencies with an unreadable price. */
const pricing = mapOf(z.unknown()).transform((byCurrency) => {
  const prices: [string, CyclePrices][] = [];
  const unread: [string, string[]][] = [];
  for (const [currency, value] of Object.entries(byCurrency)) {
    const read = cyclePrices.safeParse(value);
    if (read.success) prices.push([currency, read.data]);
    else unread.push([currency, read.error.issues.map(({ path }) => ["pricing", currency, ...path].join("."))]);
  }
  return { prices: Object.fromEntries(prices), unread: Object.fromEntries(unread) };
});

const row = z
  .object({
    pid: id,
    paytype: z.string(),
    pricing,
    stockcontrol: orNull(bool),
    quantity_available: orNull(count),
  })
  .transform(({ pid, pricing: { prices, unread }, ...product }) => ({
    id: pid,
    ...product,
    /** The prices by currency code. */
    pricing: prices as Partial<Record<string, CyclePrices>>,
    /** The names of unreadable fields, by currency code. */
    unreadPrices: unread as Partial<Record<string, string[]>>,
  }));

export type ProductPrices = z.output<typeof row>;

/** Reads all products with prices in all currencies, including hidden and retired products. */
export const getProducts: ListAction<ProductPrices> = {
  name: "GetProducts",
  row,
};

/** Prices by term in years. Terms that are not sold are absent. */
export type PricesByYears = Readonly<Record<number, MinorUnits>>;

const perYear = mapOf(price)
  .nullish()
  .transform((prices): PricesByYears => {
    const read = Object.entries(prices ?? {});
    return Object.fromEntries(read.flatMap(([years, amount]) => (amount === null ? [] : [[years, amount]])));
  });
const fee = z
  .object({ price })
  .nullish()
  .transform((period) => period?.price ?? null);

// expected: an unreadable category or fee is omitted, and the prices remain
const extension = z.object({
  categories: z.array(z.string()).catch([]),
  register: perYear,
  transfer: perYear,
  renew: perYear,
  grace_period: fee.catch(null),
  redemption_period: fee.catch(null),
});

/** The prices of an extension in one currency. */
export interface ExtensionPricing {
  /** The extension in A-label form, with its leading dot. */
  tld: string;
  categories: string[];
  register: PricesByYears;
  renew: PricesByYears;
  /** The price for one year; `null` if transfers are not sold. */
  transfer: number | null;
  /** The fee added to a renewal during the grace period; `null` if it is disabled, missing or unreadable. */
  graceFee: number | null;
  redemptionFee: number | null;
}

/** Reads the prices of all extensions in one currency. Unreadable extensions are omitted. */
export const getTldPricing: ReadAction<ExtensionPricing[]> = {
  name: "GetTLDPricing",
  answer: z.object({ pricing: z.unknown() }).transform(({ pricing }, context) => {
    // PHP writes an empty map as an empty list.
    if (Array.isArray(pricing) && pricing.length === 0) return [];
    if (!isJsonObject(pricing)) {
      context.addIssue({ code: "custom", path: ["pricing"], message: "no map of prices" });
      return z.NEVER;
    }
    return Object.entries(pricing).flatMap(([written, value]) => {
      const read = extension.safeParse(value);
      // An extension alone is not a domain name, so parse it with a label in front.
      const tld = domainName.parse(`x.${written.replace(/^\./, "")}`)?.slice(1);
      if (!read.success || tld === undefined) return [];
      const { transfer, grace_period: graceFee, redemption_period: redemptionFee, ...sold } = read.data;
      return [{ tld, ...sold, transfer: transfer[1] ?? null, graceFee, redemptionFee }];
    });
  }),
};
