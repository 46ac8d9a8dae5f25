import type { BillingResult } from "../../shared/billing-contract/result.ts";
import { WaitBudget } from "./api/wait-budget.ts";
import { unavailable } from "./results.ts";
import type { WhmcsContext } from "./whmcs-context.ts";

type ReadMethod<Args extends unknown[], Result> = (context: WhmcsContext, ...args: Args) => Promise<Result>;

/**
 * Methods that wait for slots of the billing host within one budget each, and end with `billing_unavailable` as soon as one of their
 * calls found no slot, whatever the others are still waiting for. For what only reads: the rest of an action would be lost.
 */
export function boundedReads<Methods extends object>(methods: Methods): Methods {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]: [string, ReadMethod<unknown[], BillingResult<unknown>>]) => [
      name,
      (context: WhmcsContext, ...args: unknown[]) => {
        const budget = new WaitBudget();
        const asked = method({ ...context, api: context.api.within(budget) }, ...args);
        return Promise.race([asked, budget.refused.then(unavailable)]);
      },
    ]),
  ) as Methods;
}
