import type { AccountResult } from "../../shared/billing-contract/customer.ts";
import type { BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../shared/billing-contract/writes.ts";
import type { WriteRefusal } from "../../shared/ordering/refusals.ts";
import { NotAdmitted } from "./accounts/access.ts";
import { NoAnswer } from "./bridge/outcome.ts";

/** A quote or a write is refused. Thrown; the boundary gives the problem. */
export class Refused extends Error {
  readonly problem: WriteRefusal | BillingUnavailable;

  constructor(problem: WriteRefusal | BillingUnavailable) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The value, or why there is none: where WHMCS gave no answer, too. */
export async function orRefused<Value>(work: Promise<Value>): Promise<Value | Refused> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoAnswer) return new Refused(error.problem);
    if (error instanceof Refused) return error;
    throw error;
  }
}

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
export async function quoteResultOf<Value>(decision: Promise<Value>): Promise<QuoteResult<Value>> {
  const result = await accountResultOf(orRefused(decision));
  if (!result.ok) return result;
  const { value } = result;
  return value instanceof Refused ? { ok: false, problem: value.problem } : { ok: true, value };
}
