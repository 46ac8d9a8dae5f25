import { type Reported, reporting } from "../../../shared/api/definition/call-report.ts";
import { invalidInput } from "../../../shared/api/definition/problems.ts";
import { notCounted, tooMany } from "../../../shared/api/definition/rate-limit-problem.ts";
import type {
  ActingBilling,
  CancellationRequest,
  CancellationStatement,
  DomainOrderQuote,
  DomainOrderRequest,
  PlanChangeQuote,
  PlanChangeRequest,
  PlanOrderQuote,
  PlanOrderRequest,
  QuoteResult,
  RegistrarSettings,
} from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type {
  ActionRefused,
  ActorRefused,
  BillingUnavailable,
  NotFound,
} from "../../../shared/billing-contract/result.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { checkNow, type NameChecks } from "./command-definition.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** A registrar may be asked on the way. */
const DEADLINE_MS = 15_000;

/** What acting would do, as one call may ask it: nothing here changes anything. */
export class ActionQuotes {
  readonly #billing: ActingBilling;
  readonly #names: NameChecks;
  readonly #query: ActorQuery;
  readonly #addresses: Addresses;
  readonly #connectionId: string;

  /** @param connectionId whose limit of domain checks counts those of quotes */
  constructor(
    billing: ActingBilling,
    names: NameChecks,
    query: ActorQuery,
    addresses: Addresses,
    connectionId: string,
  ) {
    this.#billing = billing;
    this.#names = names;
    this.#query = query;
    this.#addresses = addresses;
    this.#connectionId = connectionId;
  }

  /** Asks the registry past every cache, which counts as a domain check of the connection. */
  async quoteDomainOrder(
    order: Omit<DomainOrderRequest, "availability" | "retryAfter">,
  ): Promise<Reported<DomainOrderQuote>> {
    const result = await checkNow(this.#names, order.domain, this.#connectionId, this.#query.requestId);
    if (result.outcome === "not_counted") throw notCounted();
    return reporting({ rates: result.rate ? [result.rate] : [] }, () => {
      if (result.outcome === "too_many") throw tooMany(result.rate);
      const { availability, retryAfter } = result.check;
      return this.#answered(() => this.#billing.quoteDomainOrder(this.#query, { ...order, availability, retryAfter }));
    });
  }

  quotePlanOrder(order: PlanOrderRequest): Promise<PlanOrderQuote> {
    return this.#answered(() => this.#billing.quotePlanOrder(this.#query, order));
  }

  quotePlanChange(change: PlanChangeRequest): Promise<PlanChangeQuote> {
    return this.#answered(() => this.#billing.quotePlanChange(this.#query, change));
  }

  stateCancellation(cancellation: CancellationRequest): Promise<CancellationStatement> {
    return this.#answered(() => this.#billing.stateCancellation(this.#query, cancellation));
  }

  readRegistrarSettings(domain: string): Promise<RegistrarSettings> {
    return this.#answered(() => this.#billing.readRegistrarSettings(this.#query, domain));
  }

  /** @throws {OperationError} whatever the billing system refuses it for */
  async #answered<Value>(question: () => Promise<QuoteResult<Value>>): Promise<Value> {
    const result = await askBilling<Value, BillingUnavailable | ActorRefused | NotFound | ActionRefused>(
      question,
      DEADLINE_MS,
      this.#query.requestId,
    );
    if (result.ok) return result.value;
    const { problem } = result;
    if (problem.code !== "invalid_body") throw refusalProblem(problem, this.#addresses);
    throw invalidInput(
      "invalid_parameter",
      problem.refused.map(({ pointer, message }) => ({ name: pointer.slice(1), message })),
    );
  }
}
