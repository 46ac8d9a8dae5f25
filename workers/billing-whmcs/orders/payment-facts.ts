import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { getPayMethods } from "../api/actions/get-pay-methods.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** Whether the account has a payment method on file; true where orders need none. */
export async function paymentMethodOnFile(
  { api, settings }: WhmcsContext,
  { accountId, requestId }: Pick<ActorQuery, "accountId" | "requestId">,
): Promise<ApiOutcome<boolean>> {
  if (!settings.acting?.needsPaymentMethod) return { kind: "ok", body: true };
  const read = await api.read(getPayMethods, { clientid: accountId }, { accountId, requestId });
  return read.kind === "said_no" ? { kind: "ok", body: false } : read;
}
