import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, bool, domainName, id, instant } from "./decode.ts";

/** A domain's term in years; 0 if WHMCS has not recorded it. */
const years = z.int().min(0);

/** An order from WHMCS's tables, with the items that it creates, renews or changes. */
const order = z.object({
  id,
  date: instant,
  status: z.string(),
  invoice: z.int().positive().nullable(),
  services: z.array(z.object({ id })),
  domains: z.array(z.object({ id, name: domainName, type: z.string() })),
  /** The renewed domains; `null` if they are unreadable. */
  renewals: z.array(z.object({ id, years })).nullable(),
  changes: z.array(z.object({})),
});

export type OrderDetails = z.output<typeof order>;

/** Reads one order of an account; `null` if the account has no such order. */
export const getOrder: ReadAction<OrderDetails | null> = {
  name: "GetOrder",
  answer: z.object({ order: order.nullable() }).transform(({ order }) => order),
};

/** Reads all orders of an account, with the addon's own query. */
export const getOrders: ListAction<OrderDetails> = { name: "GetOrders", row: order };

/** The current price of a product change. */
export interface UpgradePrice {
  /** The price in minor units. A negative price is credit for the customer. */
  price: number;
  /** Whether another change of the service is unpaid or in progress. */
  isOpen: boolean;
}

/** Calculates the price of a product change. With `calconly`, WHMCS changes nothing. */
export const calculateUpgrade: ReadAction<UpgradePrice> = {
  name: "UpgradeProduct",
  refusals: /^(?:service id not found|invalid billing cycle requested|unable to accept upgrade order)/i,
  answer: z
    .object({ price: amount, upgradeinprogress: bool.optional().default(false) })
    .transform(({ price, upgradeinprogress: isOpen }) => ({ price, isOpen })),
};
