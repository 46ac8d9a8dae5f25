import type { SourceAnswer } from "../../../../durable-objects/registry/registry-dependencies.ts";
import { type Availability, readAvailability } from "../../../../shared/billing-contract/availability.ts";
import type { CatalogueBilling } from "../../../../shared/billing-contract/catalogue.ts";
import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";

/** Asks the provider's registrar about a name through the billing system; null: there is none. */
export async function askRegistrar(
  billing: Pick<CatalogueBilling, "askRegistrar">,
  name: string,
  requestId: string | undefined,
): Promise<SourceAnswer | null> {
  const result = await billing.askRegistrar(name, requestId);
  if (!result.ok) return { verdict: verdict("unknown", "unreachable"), retryAfterMs: result.problem.retryAfter * 1000 };
  return result.value === null ? null : { verdict: VERDICTS[readAvailability(result.value)] };
}

const VERDICTS: Readonly<Record<Availability, Verdict>> = {
  available: verdict("available", "no_registration_found"),
  taken: verdict("taken", "registered"),
  redemption: verdict("taken", "redemption"),
  pending_delete: verdict("taken", "pending_delete"),
  unavailable: verdict("reserved", "reserved"),
  // An answer, so it does not count as a timeout of the registrar.
  unknown: verdict("unknown", "bad_answer"),
};
