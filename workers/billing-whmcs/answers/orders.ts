import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, bool, domainName, id, instant } from "./decode.ts";

/** The years of a domain; 0 if WHMCS does not know them. */
const years = z.int().min(0);

/** An order from WHMCS's tables, with the items that it creates, renews and changes. */
const order = z.object({
  id,
  date: instant,
  status: z.string(),
  invoice: z.int().positive().nullable(),
  services: z.array(z.object({ id })),
  domains: z.array(z.object({ id, name: domainName, type: z.string() })),
  /** Null if the renewals are unreadable. */
  renewals: z.array(z.object({ id, years })).nullable(),
  changes: z.array(z.object({})),
});

export type OrderDetails = z.output<typeof order>;

/** Reads one order of an account; null if the account has no such order. */
export const getOrder: ReadAction<OrderDetails | null> = {
  name: "GetOrder",
  answer: z.object({ order: order.nullable() }).transform(({ order }) => order),
};

/** Reads all orders of an account, through the addon's own read. */
export const getOrders: ListAction<OrderDetails> = { name: "GetOrders", row: order };

/** The current cost of a change of product. */
export interface UpgradePrice {
  /** Minor units; negative for credit. */
  price: number;
  /** Whether another change of the service waits for its payment or is in progress. */
  isOpen: boolean;
}

/** Calculates a change. With `calconly`, WHMCS changes nothing. */
export const calculateUpgrade: ReadAction<UpgradePrice> = {
  name: "UpgradeProduct",
  refusals: /^(?:service id not found|invalid billing cycle requested|unable to accept upgrade order)/i,
  answer: z
    .object({ price: amount, upgradeinprogress: bool.optional().default(false) })
    .transform(({ price, upgradeinprogress: isOpen }) => ({ price, isOpen })),
};
