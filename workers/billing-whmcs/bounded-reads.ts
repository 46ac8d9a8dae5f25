import type { BillingResult } from "../../shared/billing-contract/result.ts";
import { WaitBudget } from "./api/wait-budget.ts";
import { unavailable } from "./results.ts";
import type { WhmcsContext } from "./whmcs-context.ts";

type Method<Args extends unknown[], Result> = (context: WhmcsContext, ...args: Args) => Promise<Result>;

/**
 * Methods that wait for slots of the billing host within one budget each, and end with `billing_unavailable` as soon as one of their
 * calls found no slot, whatever the others are still waiting for. For what only reads: the rest of an action would be lost.
 */
export function boundedReads<Methods extends object>(methods: Methods): Methods {
  return wrapped(methods, (context, method, args) => {
    const budget = new WaitBudget();
    const asked = method(forQuery(context, budget), ...args);
    return Promise.race([asked, budget.refused.then(unavailable)]);
  });
}

/** Methods whose reads of one account are sent together. */
export function batchedReads<Methods extends object>(methods: Methods): Methods {
  return wrapped(methods, (context, method, args) => method(forQuery(context), ...args));
}

function forQuery(context: WhmcsContext, budget: WaitBudget | null = null): WhmcsContext {
  return { ...context, api: context.api.forQuery(budget, context.requestId) };
}

function wrapped<Methods extends object>(
  methods: Methods,
  run: (
    context: WhmcsContext,
    method: Method<unknown[], BillingResult<unknown>>,
    args: unknown[],
  ) => Promise<BillingResult<unknown>>,
): Methods {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]: [string, Method<unknown[], BillingResult<unknown>>]) => [
      name,
      (context: WhmcsContext, ...args: unknown[]) => run(context, method, args),
    ]),
  ) as Methods;
}
