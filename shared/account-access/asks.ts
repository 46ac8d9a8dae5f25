import type { MinorUnits } from "../platform/money.ts";

/** What the customer wants to approve before a connection does it. Everything is off until the customer ticks it. */
export interface Asks {
  /** Cancellations and downgrades. */
  cancel: boolean;
  /** Nameservers, lock, zones and transfers away. */
  domains: boolean;
  /**
   * Orders, renewals and upgrades whose invoice is above this amount, and automatic renewal that charges a saved card more: minor units of the account's currency, before taxes. The amount
   * is per order. 0: every order; null: none.
   */
  orders: MinorUnits | null;
}

export const ASK_KINDS = ["cancel", "domains", "orders"] as const satisfies (keyof Asks)[];

export const NO_ASKS: Asks = { cancel: false, domains: false, orders: null };
