import type { MinorUnits } from "../platform/money.ts";

/** The kinds of changes by a connection that need the customer's approval. By default, none of them needs it. */
export interface Asks {
  /** Whether cancellations and downgrades need approval. */
  cancel: boolean;
  /** Whether changes of nameservers, lock and zones, and transfers away, need approval. */
  domains: boolean;
  /**
   * The amount above which an order needs approval, in minor units of the account's currency and before taxes. It
   * applies to each order, renewal and upgrade that has an invoice, and to automatic renewal on a saved card. With 0
   * every order needs approval, and with `null` none does.
   */
  orders: MinorUnits | null;
}

export const ASK_KINDS = ["cancel", "domains", "orders"] as const satisfies (keyof Asks)[];

export const NO_ASKS: Asks = { cancel: false, domains: false, orders: null };
