import type { ActingBilling } from "./actions.ts";
import type { CatalogueBilling } from "./catalogue.ts";
import type { CustomerBilling } from "./customer.ts";

/**
 * The billing system behind the service binding `BILLING`: the one interface that other Workers use, and that each billing system
 * implements.
 *
 * - **Results.** No method throws, because an exception loses its type when it crosses a binding: a failure is a `BillingResult`
 *   with a problem. `billing_unavailable` means that the outcome is unknown; every other problem means that nothing was done.
 * - **Authorization.** A method about an account takes an `Actor`, and checks in the same call that the login still manages the
 *   account and holds the permissions that the query names.
 * - **Reads** and **quotes** change nothing. **Actions** carry a reference, and are done once per reference and account.
 * - **Values.** Amounts are integers in minor units and exclude taxes, except in an invoice. Dates are YYYY-MM-DD in the provider's
 *   time zone, instants RFC 3339 in UTC, domain names in A-label form and lower case.
 * - **Versions.** Callers and implementations are deployed one after the other: a member may be missing, or hold a value that is
 *   unknown to the other side.
 * - **Request ids** are for log lines; an implementation may ignore them.
 */
export interface BillingSystem extends CatalogueBilling, CustomerBilling, ActingBilling {}
