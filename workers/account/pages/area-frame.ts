import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { AreaFrame } from "../../../shared/billing-contract/client-area.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { AREA_PATH } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { BILLING_DEADLINE_MS } from "../queries/billing-answers.ts";
import type { CustomerPageRequest } from "./page-request.ts";

/**
 * Returns the client area's frame for a login's page, or `null` if the client area is elsewhere or does not respond.
 */
export async function frameOf(
  {
    clientArea,
    addresses,
    visit,
    requestId,
  }: Pick<CustomerPageRequest, "clientArea" | "addresses" | "visit" | "requestId">,
  { loginId, accountId }: Pick<SignedIn, "loginId" | "accountId">,
): Promise<AreaFrame | null> {
  if (addresses.clientArea !== visit.url.origin + AREA_PATH) return null;
  const page = { accountId, language: visit.language };
  const read = await askBilling(() => clientArea.frame({ loginId, requestId }, page), BILLING_DEADLINE_MS, requestId);
  return read.ok ? read.value : null;
}
