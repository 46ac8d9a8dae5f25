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

/** By currency: the prices that read, and of the others the members that do not. */
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
    /** By currency. */
    pricing: prices as Partial<Record<string, CyclePrices>>,
    /** By currency whose prices do not read: the names of members that do not. */
    unreadPrices: unread as Partial<Record<string, string[]>>,
  }));

export type ProductPrices = z.output<typeof row>;

/** Every product in every currency, hidden and retired ones too. */
export const getProducts: ListAction<ProductPrices> = {
  name: "GetProducts",
  row,
};

/** Prices by the number of years; none where an extension is not sold so, or not for that number. */
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

// expected: a category or fee that does not read is left out, and the prices stay
const extension = z.object({
  categories: z.array(z.string()).catch([]),
  register: perYear,
  transfer: perYear,
  renew: perYear,
  grace_period: fee.catch(null),
  redemption_period: fee.catch(null),
});

/** Prices of an extension in one currency. */
export interface ExtensionPricing {
  /** With its first dot, as A-label. */
  tld: string;
  categories: string[];
  register: PricesByYears;
  renew: PricesByYears;
  /** Of one year; null where transfers are not sold. */
  transfer: number | null;
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
    return Object.entries(pricing).flatMap(([written, value]) => {
      const read = extension.safeParse(value);
      // An extension is a name's ending: it reads as one behind a label.
      const tld = domainName.parse(`x.${written.replace(/^\./, "")}`)?.slice(1);
      if (!read.success || tld === undefined) return [];
      const { transfer, grace_period: graceFee, redemption_period: redemptionFee, ...sold } = read.data;
      return [{ tld, ...sold, transfer: transfer[1] ?? null, graceFee, redemptionFee }];
    });
  }),
};
