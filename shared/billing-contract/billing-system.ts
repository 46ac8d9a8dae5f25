import type { ActingBilling } from "./actions.ts";
import type { CatalogueBilling } from "./catalogue.ts";
import type { CustomerBilling } from "./customer.ts";

/**
 * The billing system, in the product's words: the one interface that the other Workers use, over the service binding
 * `BILLING`. Amounts are integers in minor units and exclude taxes. No method throws: what goes wrong is a
 * `BillingResult` with a problem, because an exception loses its meaning when it crosses a binding. A `requestId` is that
 * of the request or scheduled run that asks, for log lines; a billing system may ignore it.
 */
export interface BillingSystem extends CatalogueBilling, CustomerBilling, ActingBilling {}
