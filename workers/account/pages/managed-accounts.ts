import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import { BILLING_DEADLINE_MS } from "../billing-deadline.ts";

/** The accounts that a login manages, in time. */
export function managedAccounts(billing: Pick<CustomerBilling, "listManagedAccounts">, loginId: number) {
  return askBilling(() => billing.listManagedAccounts(loginId), BILLING_DEADLINE_MS);
}
