import type { BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { ApiOutcome } from "./api/outcome.ts";

const RETRY_AFTER_S = 5;

/** The result of a read that gave no answer; a refusal that no table lists is none either. */
export function unavailable(outcome?: Exclude<ApiOutcome<unknown>, { kind: "ok" }>): {
  ok: false;
  problem: BillingUnavailable;
} {
  const retryAfter = outcome?.kind === "unavailable" ? outcome.retryAfter : RETRY_AFTER_S;
  return { ok: false, problem: { code: "billing_unavailable", retryAfter } };
}
