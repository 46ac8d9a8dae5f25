import type { AccountResult } from "../../shared/billing-contract/customer.ts";
import type { BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../shared/billing-contract/writes.ts";
import type { WriteRefusal } from "../../shared/ordering/refusals.ts";
import { NotAdmitted } from "./accounts/access.ts";
import { NoAnswer } from "./bridge/outcome.ts";

/** Why a quote or a write is refused. */
export interface Refused {
  refused: WriteRefusal | BillingUnavailable;
}

/** What a quote or a write gives, or why it is refused. */
export type Decided<Value> = Refused | Value;

/** The outcome is not known. */
export const NO_ANSWER: Refused = { refused: new NoAnswer("unread").problem };

/** The result of a read: the problem where WHMCS gave no answer. */
export async function resultOf<Value>(read: Promise<Value>): Promise<BillingResult<Value>> {
  try {
    return { ok: true, value: await read };
  } catch (error) {
    if (error instanceof NoAnswer) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The result of a read about an account: the problem where its actor is not admitted, too. */
export async function accountResultOf<Value>(read: Promise<Value>): Promise<AccountResult<Value>> {
  try {
    return await resultOf(read);
  } catch (error) {
    if (error instanceof NotAdmitted) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The result of a quote or a write. */
export async function quoteResultOf<Value extends object>(
  decision: Promise<Decided<Value>>,
): Promise<QuoteResult<Value>> {
  const result = await accountResultOf(decision);
  if (!result.ok) return result;
  const { value } = result;
  return "refused" in value ? { ok: false, problem: value.refused } : { ok: true, value };
}
