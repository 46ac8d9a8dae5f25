import { type Availability, readAvailability } from "../../shared/billing-contract/availability.ts";
import type { CatalogueBilling } from "../../shared/billing-contract/catalogue.ts";
import { type Verdict, verdict } from "../../shared/domain-names/verdict.ts";
import { DeadlineError, inTime } from "../../shared/platform/deadline.ts";
import { log } from "../../shared/platform/log.ts";
import type { SourceAnswer } from "../../workers/catalogue/availability/ask-source.ts";

/** What the registrar says, by the billing system; null: there is none. Never throws. */
export async function askRegistrar(
  billing: Pick<CatalogueBilling, "askRegistrar">,
  name: string,
  deadlineMs: number,
  requestId: string | undefined,
): Promise<SourceAnswer | null> {
  try {
    const result = await inTime(billing.askRegistrar(name, requestId), deadlineMs);
    if (!result.ok)
      return { verdict: verdict("unknown", "unreachable"), retryAfterMs: result.problem.retryAfter * 1000 };
    return result.value === null ? null : { verdict: VERDICTS[readAvailability(result.value)] };
  } catch (error) {
    log("billing_unreachable", { request_id: requestId, cause: error });
    return { verdict: verdict("unknown", error instanceof DeadlineError ? "timeout" : "unreachable") };
  }
}

const VERDICTS: Readonly<Record<Availability, Verdict>> = {
  available: verdict("available", "no_registration_found"),
  taken: verdict("taken", "registered"),
  redemption: verdict("taken", "redemption"),
  pending_delete: verdict("taken", "pending_delete"),
  unavailable: verdict("reserved", "reserved"),
  // It answered, and nothing about this name: that is no silence of the registrar's.
  unknown: verdict("unknown", "bad_answer"),
};
