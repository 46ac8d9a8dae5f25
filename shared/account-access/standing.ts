import type { ResourceLimit } from "../billing-contract/call.ts";
import type { Asks } from "./asks.ts";
import type { Scope } from "./scopes.ts";

/** The permissions of a connection. */
export interface Standing {
  scopes: Scope[];
  /**
   * The ids of the operations that an API token may call to make changes; `null` for all operations within its scopes.
   */
  operations: string[] | null;
  limit: ResourceLimit;
  /** The changes that need the customer's approval. */
  asks: Asks;
}
