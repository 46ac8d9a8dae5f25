import { type ReportedValue, runWithReport } from "../../../shared/api/definition/call-report.ts";
import { invalidInput } from "../../../shared/api/definition/problems.ts";
import { notCounted, tooMany } from "../../../shared/api/definition/rate-limit-problem.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { CancellationRequest } from "../../../shared/billing-contract/cancellation.ts";
import type { DomainOrderQuote, DomainOrderRequest } from "../../../shared/billing-contract/domain-orders.ts";
import type { PlanChangeRequest, PlanOrderRequest } from "../../../shared/billing-contract/plan-orders.ts";
import type { QuoteReads, QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { availabilityIn } from "../../../shared/catalogue-contract/domain-check.ts";
import { BILLING_DEADLINE_MS, REGISTRAR_DEADLINE_MS } from "../queries/account-queries.ts";
import type { ClientAreaLinks } from "../schemas/client-area-links.ts";
import { checkNow, type NameChecks } from "./name-checks.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** The quotes, statements and orders that one call may ask for; none of them changes anything. */
export type Quotes = ReturnType<typeof quotesFor>;

/** @param connectionId whose limit of domain checks counts those of quotes */
export function quotesFor(
  billing: QuoteReads,
  names: NameChecks,
  query: ActorQuery,
  links: ClientAreaLinks,
  connectionId: string,
) {
  /** @throws {OperationError} the billing system's refusal */
  async function answered<Value>(
    ask: () => Promise<QuoteResult<Value>>,
    deadlineMs = BILLING_DEADLINE_MS,
  ): Promise<Value> {
    const result: QuoteResult<Value> = await askBilling(ask, deadlineMs, query.requestId);
    if (result.ok) return result.value;
    const { problem } = result;
    if (problem.code !== "invalid_body") throw refusalProblem(problem, links);
    throw invalidInput(
      "invalid_parameter",
      problem.refused.map(({ pointer, message }) => ({ name: pointer.slice(1), message })),
    );
  }
  return {
    /** Asks the registry past every cache, which counts as a domain check of the connection. */
    async quoteDomainOrder(
      order: Omit<DomainOrderRequest, "availability" | "retryAfter">,
    ): Promise<ReportedValue<DomainOrderQuote>> {
      const result = await checkNow(names, order.domain, connectionId, query.requestId);
      if (result.outcome === "not_counted") throw notCounted();
      return runWithReport({ rates: result.rate ? [result.rate] : [] }, () => {
        if (result.outcome === "too_many") throw tooMany(result.rate);
        const asked = { ...order, ...availabilityIn(result.check) };
        return answered(() => billing.quoteDomainOrder(query, asked), REGISTRAR_DEADLINE_MS);
      });
    },
    quotePlanOrder: (order: PlanOrderRequest) => answered(() => billing.quotePlanOrder(query, order)),
    quotePlanChange: (change: PlanChangeRequest) => answered(() => billing.quotePlanChange(query, change)),
    readOrder: (id: number) => answered(() => billing.readOrder(query, id)),
    stateCancellation: (request: CancellationRequest) => answered(() => billing.stateCancellation(query, request)),
    readRegistrarSettings: (domain: string) =>
      answered(() => billing.readRegistrarSettings(query, domain), REGISTRAR_DEADLINE_MS),
  };
}
