import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, bool, domainName, id, instant } from "./decode.ts";

/** Of years, as WHMCS has it of a name: 0 for what is not known. */
const years = z.int().min(0);

/** An order as the addon reads it in WHMCS's tables, with what it made, renews and changes. */
const order = z.object({
  id,
  date: instant,
  status: z.string(),
  invoice: z.int().positive().nullable(),
  services: z.array(z.object({ id })),
  domains: z.array(z.object({ id, name: domainName, type: z.string() })),
  /** Null where they do not read. */
  renewals: z.array(z.object({ id, years })).nullable(),
  changes: z.array(z.object({})),
});

export type OrderDetails = z.output<typeof order>;

/** One order of an account; null where it has none of that number. */
export const getOrder: ReadAction<OrderDetails | null> = {
  name: "GetOrder",
  answer: z.object({ order: order.nullable() }).transform(({ order }) => order),
};

/** All orders of an account, which the addon reads itself. */
export const getOrders: ListAction<OrderDetails> = { name: "GetOrders", row: order };

/** What a change of product costs now. */
export interface UpgradePrice {
  /** Minor units; negative for credit. */
  price: number;
  /** Another change of the service waits for its payment or is under way. */
  isOpen: boolean;
}

/** The calculation of a change: with `calconly`, nothing is done. */
export const calculateUpgrade: ReadAction<UpgradePrice> = {
  name: "UpgradeProduct",
  refusals: /^(?:service id not found|invalid billing cycle requested|unable to accept upgrade order)/i,
  answer: z
    .object({ price: amount, upgradeinprogress: bool.optional().default(false) })
    .transform(({ price, upgradeinprogress: isOpen }) => ({ price, isOpen })),
};
