import type { CatalogueReads } from "./catalogue.ts";
import type { CustomerReads } from "./customer.ts";
import type { QuoteReads, Writes } from "./writes.ts";

/** The methods that do not change an account. */
export interface Reads extends CatalogueReads, CustomerReads, QuoteReads {}

/**
 * The billing system behind the service binding `BILLING`. Other Workers use only this interface, and each billing
 * system implements it.
 *
 * - **Calls.** The first argument of every method is its call context: the request id, the login and account, and a
 *   write's reference.
 * - **Results.** Methods throw only in a misconfigured deployment, because an exception loses its type when it crosses
 *   a binding. A failure is a
 *   `BillingResult` with a problem. `billing_unavailable` means that the outcome is unknown, unless `isUndone` is set.
 *   Every other problem means that nothing was changed.
 * - **Authorization.** In the same call, each method for an account checks that the login manages the account and has
 *   the permissions of the query, unless its own comment states otherwise.
 * - **Reads** change nothing. **Writes** run once per reference and account. With `commit: false` they only return a
 *   preview.
 * - **Values.** Amounts are integers in minor units and exclude taxes, except in an invoice. Dates are YYYY-MM-DD in
 *   the provider's time zone. Times are RFC 3339 in UTC. Domain names are in A-label form and lower case.
 */
export interface BillingSystem extends Reads, Writes {}
