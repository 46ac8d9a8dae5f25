import type { BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { WriteRefusal } from "../../shared/ordering/refusals.ts";
import { NoAnswer } from "./bridge/outcome.ts";

/** Thrown to refuse a call, such as a quote or a write. {@link resultOf} converts it to a problem. */
export class Refused extends Error {
  readonly problem: WriteRefusal | BillingUnavailable;

  constructor(problem: WriteRefusal | BillingUnavailable) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Returns the value of the work, or its refusal. Converts a {@link NoAnswer} to a refusal. */
export async function orRefused<Value>(work: Promise<Value>): Promise<Value | Refused> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoAnswer) return new Refused(error.problem);
    if (error instanceof Refused) return error;
    throw error;
  }
}

type Thrown = new (...args: never[]) => Error & { problem: unknown };

/** Converts work to a billing result. If the work throws one of these errors, the result is that error's problem. */
export async function resultOf<Value, Errors extends Thrown[]>(
  work: Promise<Value>,
  ...thrown: Errors
): Promise<BillingResult<Value, InstanceType<Errors[number]>["problem"]>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    for (const one of thrown) if (error instanceof one) return { ok: false, problem: error.problem };
    throw error;
  }
}
