import type { MinorUnits } from "../platform/money.ts";

/** The changes that need the customer's approval. All are off until the customer ticks them. */
export interface Asks {
  /** Cancellations and downgrades. */
  cancel: boolean;
  /** Nameservers, lock, zones and transfers away. */
  domains: boolean;
  /**
   * The amount above which an order needs approval, in minor units of the account's currency, before taxes. It covers
   * each order, renewal and upgrade with an invoice, and automatic renewal on a saved card. Zero: every order. Null:
   * none.
   */
  orders: MinorUnits | null;
}

export const ASK_KINDS = ["cancel", "domains", "orders"] as const satisfies (keyof Asks)[];

export const NO_ASKS: Asks = { cancel: false, domains: false, orders: null };
