import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import { type BillingDescription, readDescription } from "../../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { BILLING_DEADLINE_MS } from "./account-queries.ts";

/** Reads what the billing system says of itself. @param deadlineMs by default that of any question */
export type DescribeBilling = (
  requestId: string | undefined,
  deadlineMs?: number,
) => Promise<BillingResult<BillingDescription>>;

/** What is said of the billing system may change without a deployment, such as whether it takes changes. */
const FRESH_MS = 5 * 60_000;
const DOCUMENT_DEADLINE_MS = 2_000;

export interface DescriptionDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  /** Keeps work going after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Asks the billing system for as long as it has not answered: nothing is assumed of one that was never read. Afterwards its last
 * answer is given at once, and asked for anew in the background when it is five minutes old.
 */
export function rememberedDescription(
  billing: Pick<CustomerBilling, "describe">,
  { now, waitUntil }: DescriptionDependencies,
): DescribeBilling {
  let known: { result: BillingResult<BillingDescription>; askAgainAt: number } | undefined;
  const ask: DescribeBilling = async (requestId, deadlineMs = BILLING_DEADLINE_MS) => {
    const result = await askBilling(() => billing.describe(requestId), deadlineMs, requestId);
    if (!result.ok) return result;
    const read = { ok: true as const, value: readDescription(result.value) };
    known = { result: read, askAgainAt: now() + FRESH_MS };
    return read;
  };
  return async (requestId, deadlineMs) => {
    if (!known) return ask(requestId, deadlineMs);
    if (known.askAgainAt <= now()) {
      // Before it is asked: other requests do not ask too.
      known.askAgainAt = now() + FRESH_MS;
      waitUntil(ask(requestId));
    }
    return known.result;
  };
}

/** Whether the billing system takes changes, for a document that is served without it too; null where it was not read in time. */
export async function takesChanges(describe: DescribeBilling, requestId: string): Promise<boolean | null> {
  const described = await describe(requestId, DOCUMENT_DEADLINE_MS);
  return described.ok ? described.value.acts : null;
}
