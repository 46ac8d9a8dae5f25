import type { ResourceLimit } from "../billing-contract/call.ts";
import type { Asks } from "./asks.ts";
import type { Scope } from "./scopes.ts";

/** What a connection is allowed to do. */
export interface Standing {
  scopes: Scope[];
  /** Ids of the acting operations that an API token may call; null: all that its scopes open. */
  operations: string[] | null;
  limit: ResourceLimit;
  /** What the customer approves before it is done. */
  asks: Asks;
}
