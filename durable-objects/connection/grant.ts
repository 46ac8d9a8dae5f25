import type { Scope } from "../../shared/account-access/scopes.ts";
import type { ResourceLimit } from "../../shared/billing-contract/actor.ts";
import type { Currency } from "../../shared/platform/money.ts";

/** What a request may do, as of now. */
export interface Grant {
  /** Id of the connection that it came through. */
  id: string;
  /** The application's name, as it is shown. */
  name: string;
  /** Client id, or for an API token the connection's own id: what its entries are kept together by. */
  application: string;
  loginId: number;
  accountId: number;
  currency: Currency;
  /** Ids of the acting operations that an API token may call; null: all that its scopes open. */
  operations: string[] | null;
  limit: ResourceLimit;
  /** The connection's scopes, cut to those that the presented token was issued with. */
  scopes: Scope[];
  /** The connection's own: what a refresh without `scope` would give. */
  agreedScopes: Scope[];
  /** Its application answered the want of a scope by refreshing, which gives none. */
  isChallenged: boolean;
}
