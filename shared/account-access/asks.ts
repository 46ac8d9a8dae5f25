import type { MinorUnits } from "../platform/money.ts";

/** The actions that a connection may take only with the customer's approval. By default, no action needs approval. */
export interface Asks {
  /** Whether cancellations and downgrades need approval. */
  cancel: boolean;
  /** Whether transfers away and changes to nameservers, locks and DNS zones need approval. */
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
