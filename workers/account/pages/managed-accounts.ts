import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import { BILLING_DEADLINE_MS } from "../billing-deadline.ts";

interface Asking {
  billing: Pick<CustomerBilling, "listManagedAccounts">;
  requestId: string;
}

/** The accounts that a login manages, in time. */
export function managedAccounts({ billing, requestId }: Asking, loginId: number) {
  return askBilling(() => billing.listManagedAccounts(loginId, requestId), BILLING_DEADLINE_MS, requestId);
}
