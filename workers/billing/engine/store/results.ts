import type { BillingUnavailable } from "../../../../shared/billing-contract/result.ts";

const RETRY_AFTER_S = 5;

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** A result with a reason for having no value. */
export function failure<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

/** What a write needs could not be read: nothing was done. */
export function undone(): { ok: false; problem: BillingUnavailable } {
  return failure({ code: "billing_unavailable", retryAfter: RETRY_AFTER_S, isUndone: true });
}

/** The outcome is unknown: what was asked for may have been done or not. */
export function unavailable(): { ok: false; problem: BillingUnavailable } {
  return failure({ code: "billing_unavailable", retryAfter: RETRY_AFTER_S });
}
