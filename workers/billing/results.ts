import type { BillingResult } from "../../shared/billing.ts";

const RETRY_AFTER_S = 5;

/** Turns a method's value or exception into the result that crosses the binding; the reason stays in the log. */
export async function answering<Value>(method: string, work: () => Promise<Value>): Promise<BillingResult<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    console.error(
      JSON.stringify({ event: "billing_failed", method, error: error instanceof Error ? error.message : "" }),
    );
    return { ok: false, problem: { code: "billing_unavailable", retryAfter: RETRY_AFTER_S } };
  }
}
