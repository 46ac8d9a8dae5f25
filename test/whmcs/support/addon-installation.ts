/** What a call of WHMCS meets inside the addon: how often its work is done, then what the addon is told. */
export interface Met {
  action: "AddOrder" | "GetInvoice" | "CancelOrder";
  /** Once, where nothing else is said. */
  work?: 0 | 1 | 2;
  /** None, since the process ends; the own answer where nothing is said. */
  answer?: "none" | "error";
  /** Members in place of the answer's own. */
  changes?: Record<string, unknown>;
}

export type OtherThing = "the same" | "another product";
export type Who = "the administrator" | "a user";

/** A call of the addon under the case's own reference. */
export const CLIENT = 1001;

/** What an order made, as the installation's own tables have it. */
export interface OrderMade {
  id: number;
  status: string;
  invoice: number;
  services: number[];
}

/** An installation with an addon of version 2, as a case needs it: the simulated one, and the addon's own files under PHP. */
export interface AddonInstallation {
  /** Parameters of AddOrder for a plan, and what that comes to. */
  readonly plan: Record<string, unknown>;
  readonly price: string;
  /** As it was in the beginning. */
  reset(): void;
  call(name: string, members: object): Promise<Response>;
  /** What calls of an action meet from now on; null: nothing any more. */
  meet(met: Met | null): void;
  /** The client's orders, oldest first. */
  orders(): OrderMade[];
  /** An order that the addon did not place. */
  order(who: Who, what: OtherThing): void;
  /** While another process holds the account's lock. */
  whileLocked<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}
