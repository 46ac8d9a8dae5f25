import type { BillingProblem, BillingResult, BillingUnavailable } from "../../../../shared/billing-contract/result.ts";
import { log } from "../../../../shared/platform/log.ts";

const RETRY_AFTER_S = 5;

/** A value as the result that crosses the binding. */
export function found<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** Who asks, as far as the method was told. */
interface Origin {
  requestId?: string | undefined;
  accountId?: number;
}

/** A method's own result; an exception becomes `billing_unavailable`, and what failed where stays in the log. */
export async function answering<Value, Problem extends BillingProblem>(
  method: string,
  { requestId, accountId }: Origin,
  work: () => Promise<BillingResult<Value, Problem>>,
): Promise<BillingResult<Value, Problem | BillingUnavailable>> {
  try {
    return await work();
  } catch (cause) {
    log("billing_failed", { request_id: requestId, account: accountId, method, cause });
    return unavailable();
  }
}

/** No answer as of now; what was asked for may have been done or not. */
export function unavailable(): { ok: false; problem: BillingUnavailable } {
  return { ok: false, problem: { code: "billing_unavailable", retryAfter: RETRY_AFTER_S } };
}
