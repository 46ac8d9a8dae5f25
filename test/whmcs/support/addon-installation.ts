/** A fault of a WHMCS call inside the addon: how often the call runs, and the response that the addon then gets. */
export interface Met {
  action: "AddOrder" | "GetInvoice" | "CancelOrder";
  /** How often the call runs. The default is 1. */
  work?: 0 | 1 | 2;
  /** The response to the addon. `none` means that the process ends. The default is the call's own response. */
  answer?: "none" | "error";
  /** Fields that replace those of the response. */
  changes?: Record<string, unknown>;
}

export type OtherThing = "the same" | "another product";
export type Who = "the administrator" | "a user";

/** The client for whom the cases place orders. */
export const CLIENT = 1001;

/** The rows that an order has created in WHMCS's tables. */
export interface OrderMade {
  id: number;
  status: string;
  invoice: number;
  services: number[];
}

/** A WHMCS installation with the addon, for one case. It is either the simulator or the addon's files under PHP. */
export interface AddonInstallation {
  /** The parameters of `AddOrder` for a plan. */
  readonly plan: Record<string, unknown>;
  readonly price: string;
  /** Restores the initial state. */
  reset(): void;
  call(name: string, members: object): Promise<Response>;
  /** Sets the fault for later calls of an action; `null` removes it. */
  meet(met: Met | null): void;
  /** Returns the client's orders, oldest first. */
  orders(): OrderMade[];
  /** Places an order without the addon. */
  order(who: Who, what: OtherThing): void;
  /** Runs work while another process holds the account's lock. */
  whileLocked<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}
