import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import { type BillingDescription, readDescription } from "../../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { BILLING_DEADLINE_MS } from "./account-queries.ts";

/** Reads what the billing system says of itself. */
export type DescribeBilling = (requestId: string | undefined) => Promise<BillingResult<BillingDescription>>;

/** Asks the billing system once, and again for as long as it has not answered: nothing is assumed of one that was never read. */
export function rememberedDescription(billing: Pick<CustomerBilling, "describe">): DescribeBilling {
  let known: BillingResult<BillingDescription> | undefined;
  return async (requestId) => {
    if (known) return known;
    const result = await askBilling(() => billing.describe(requestId), BILLING_DEADLINE_MS, requestId);
    if (!result.ok) return result;
    known = { ok: true, value: readDescription(result.value) };
    return known;
  };
}
