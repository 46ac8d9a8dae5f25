import type { CatalogueReads } from "./catalogue.ts";
import type { CustomerReads } from "./customer.ts";
import type { QuoteReads, Writes } from "./writes.ts";

/** The methods that change no account. */
export interface Reads extends CatalogueReads, CustomerReads, QuoteReads {}

/**
 * The billing system behind the service binding `BILLING`: the one interface that other Workers use, and that each billing system
 * implements.
 *
 * - **Calls.** Every method takes its call context first: the request id, then whose call it is, then the reference of a write.
 * - **Results.** No method throws, because an exception loses its type when it crosses a binding: a failure is a `BillingResult`
 *   with a problem. `billing_unavailable` means that the outcome is unknown; every other problem means that nothing was done.
 * - **Authorization.** A method about an account checks in the same call that the login still manages the account and holds the
 *   permissions that the query names.
 * - **Reads** change nothing. **Writes** are done once per reference and account, or only judged (`commit: false`).
 * - **Values.** Amounts are integers in minor units and exclude taxes, except in an invoice. Dates are YYYY-MM-DD in the provider's
 *   time zone, instants RFC 3339 in UTC, domain names in A-label form and lower case.
 */
export interface BillingSystem extends Reads, Writes {}
