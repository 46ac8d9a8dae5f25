import * as z from "zod";
import type { ListAction } from "../action.ts";
import { bool, count, id, mapOf, orNull, price } from "../decode.ts";

const CYCLES = ["monthly", "quarterly", "semiannually", "annually", "biennially", "triennially"] as const;

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

/** Every product in every currency, hidden and retired ones too; there is no paging. */
export const getProducts: ListAction<ProductPrices> = {
  name: "GetProducts",
  container: "products",
  item: "product",
  rowMember: "pricing",
  row,
  ownerOf: null,
  isPaged: false,
};

/** What a cycle of a product costs, and the fee with its first payment; null where it is not sold. */
export function cyclePrice(
  product: ProductPrices,
  currency: string,
  cycle: (typeof CYCLES)[number],
): { amount: number; setupFee: number } | null {
  const prices = product.pricing[currency];
  const amount = prices?.[cycle] ?? null;
  if (!prices || amount === null) return null;
  const fees = {
    monthly: prices.msetupfee,
    quarterly: prices.qsetupfee,
    semiannually: prices.ssetupfee,
    annually: prices.asetupfee,
    biennially: prices.bsetupfee,
    triennially: prices.tsetupfee,
  };
  return { amount, setupFee: fees[cycle] ?? 0 };
}
