import type { ActorQuery, Permission } from "../../../shared/billing-contract/call.ts";
import type { Placed } from "../../../shared/billing-contract/order.ts";
import type { BillingEngine } from "../../../workers/billing/engine/billing-engine.ts";
import { contractCustomer } from "../../billing-contract/customer.ts";
import { asks, LOGINS, writes } from "../../billing-contract/questions.ts";

export type Customer = ReturnType<typeof customerOf>;

/** Wraps the engine for one login on one of its accounts. This customer can also pay invoices. */
export function customerOf(billing: BillingEngine, query: ActorQuery) {
  return {
    ...contractCustomer(billing, query),
    /** Pays an invoice with a demonstration payment. @param of the invoice's id, or the order with the invoice */
    payInvoice: (of: number | Pick<Placed, "invoice">) =>
      billing.payInvoice(writes(query, true), typeof of === "number" ? of : (of.invoice?.id ?? 0)),
  };
}

/** Returns a function that creates customers, and the owner of account 1001. */
export function customersOf(billing: BillingEngine) {
  const customer = (loginId: number, accountId: number, ...permissions: Permission[]) =>
    customerOf(billing, asks(loginId, accountId, ...permissions));
  return { customer, owner: customer(LOGINS.owner, 1001) };
}
