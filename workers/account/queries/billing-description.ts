import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerReads } from "../../../shared/billing-contract/customer.ts";
import type { BillingDescription } from "../../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { BILLING_DEADLINE_MS } from "./account-queries.ts";
import { type Remembered, type RememberedDependencies, remembered } from "./remembered.ts";

/** Reads what the billing system says of itself, such as whether it takes changes. */
export type DescribeBilling = Remembered<BillingResult<BillingDescription>>;

const DOCUMENT_DEADLINE_MS = 2_000;

export function rememberedDescription(
  billing: Pick<CustomerReads, "describe">,
  dependencies: RememberedDependencies,
): DescribeBilling {
  return remembered<BillingResult<BillingDescription>>(
    (requestId, deadlineMs = BILLING_DEADLINE_MS) =>
      askBilling(() => billing.describe({ requestId }), deadlineMs, requestId),
    dependencies,
  );
}

/** Whether the billing system takes changes, for a document that is served without it too; null where it was not read in time. */
export async function takesChanges(describe: DescribeBilling, requestId: string): Promise<boolean | null> {
  const described = await describe(requestId, DOCUMENT_DEADLINE_MS);
  return described.ok ? described.value.acts : null;
}
