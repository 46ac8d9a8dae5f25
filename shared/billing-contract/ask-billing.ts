import { timed } from "../platform/call-facts.ts";
import { inTime } from "../platform/deadline.ts";
import { log } from "../platform/log.ts";
import type { BillingProblem, BillingResult, BillingUnavailable } from "./result.ts";

const RETRY_AFTER_S = 5;

/**
 * Calls the billing system with a deadline. If the call throws or misses the deadline, the cause is logged and the
 * result is `billing_unavailable`.
 */
export async function askBilling<Value, Problem extends BillingProblem>(
  call: () => Promise<BillingResult<Value, Problem>>,
  deadlineMs: number,
  requestId: string | undefined,
): Promise<BillingResult<Value, Problem | BillingUnavailable>> {
  try {
    return await timed("billingMs", requestId, () => inTime(call(), deadlineMs));
  } catch (cause) {
    log("billing_unreachable", { request_id: requestId, cause });
    return { ok: false, problem: { code: "billing_unavailable", retryAfter: RETRY_AFTER_S } };
  }
}
