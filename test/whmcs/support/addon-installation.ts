/** The fault of a WHMCS call inside the addon: the number of times it executes, then the answer to the addon. */
export interface Met {
  action: "AddOrder" | "GetInvoice" | "CancelOrder";
  /** The number of executions; 1 by default. */
  work?: 0 | 1 | 2;
  /** The answer: `none` if the process ends; the call's answer by default. */
  answer?: "none" | "error";
  /** Members that replace the answer's. */
  changes?: Record<string, unknown>;
}

export type OtherThing = "the same" | "another product";
export type Who = "the administrator" | "a user";

/** A call of the addon under the case's own reference. */
export const CLIENT = 1001;

/** The rows that an order created in the installation's tables. */
export interface OrderMade {
  id: number;
  status: string;
  invoice: number;
  services: number[];
}

/** An installation with an addon of version 2 for a case: the simulated one, or the addon's files under PHP. */
export interface AddonInstallation {
  /** The parameters of AddOrder for a plan, and its price. */
  readonly plan: Record<string, unknown>;
  readonly price: string;
  /** Restores the initial state. */
  reset(): void;
  call(name: string, members: object): Promise<Response>;
  /** Sets the fault of an action's later calls; null for none. */
  meet(met: Met | null): void;
  /** Returns the client's orders, oldest first. */
  orders(): OrderMade[];
  /** Places an order without the addon. */
  order(who: Who, what: OtherThing): void;
  /** Runs work while another process holds the account's lock. */
  whileLocked<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}
