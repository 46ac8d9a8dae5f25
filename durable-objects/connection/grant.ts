import type { Scope } from "../../shared/account-access/scopes.ts";
import type { ResourceLimit } from "../../shared/billing-contract/actor.ts";
import type { Currency } from "../../shared/platform/money.ts";

/** The permissions of one request, as of now. */
export interface Grant {
  /** Id of the connection that it came through. */
  id: string;
  /** The application's name, as it is shown. */
  name: string;
  /** Client id, or for an API token the connection's own id; groups the log entries of an application. */
  application: string;
  loginId: number;
  accountId: number;
  currency: Currency;
  /** Ids of the acting operations that an API token may call; null: all that its scopes open. */
  operations: string[] | null;
  limit: ResourceLimit;
  /** The connection's scopes, cut to those that the presented token was issued with. */
  scopes: Scope[];
  /** The connection's scopes: those that a refresh without `scope` gives. */
  agreedScopes: Scope[];
  /** Whether the application answered a scope challenge with a refresh, which gives no scope. */
  isChallenged: boolean;
}
