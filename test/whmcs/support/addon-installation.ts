/** What a call of WHMCS meets inside the addon: how often its work is done, then the answer to the addon. */
export interface Met {
  action: "AddOrder" | "GetInvoice" | "CancelOrder";
  /** Once by default. */
  work?: 0 | 1 | 2;
  /** None, since the process ends; the own answer by default. */
  answer?: "none" | "error";
  /** Members that replace the answer's own. */
  changes?: Record<string, unknown>;
}

export type OtherThing = "the same" | "another product";
export type Who = "the administrator" | "a user";

/** A call of the addon under the case's own reference. */
export const CLIENT = 1001;

/** What an order created, as the installation's own tables have it. */
export interface OrderMade {
  id: number;
  status: string;
  invoice: number;
  services: number[];
}

/** An installation with an addon of version 2, as a case needs it: the simulated one, or the addon's own files under PHP. */
export interface AddonInstallation {
  /** Parameters of AddOrder for a plan, and its price. */
  readonly plan: Record<string, unknown>;
  readonly price: string;
  /** Restores the initial state. */
  reset(): void;
  call(name: string, members: object): Promise<Response>;
  /** What calls of an action meet from now on; null: nothing. */
  meet(met: Met | null): void;
  /** The client's orders, oldest first. */
  orders(): OrderMade[];
  /** An order that the addon did not place. */
  order(who: Who, what: OtherThing): void;
  /** While another process holds the account's lock. */
  whileLocked<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}
