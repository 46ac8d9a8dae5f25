import { invalidInput } from "../../../shared/api/definition/problems.ts";
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
import type { NameCheck } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { cannotCount, tooMany } from "../../../shared/platform/address-limit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import { checkNow, type NameChecks } from "./command-definition.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** A registrar may be asked on the way. */
const DEADLINE_MS = 15_000;

/** Whose domain checks quotes are counted with, and who is told what is left. */
export interface CheckCounting {
  /** Its id. */
  connection: string;
  noteRate: (state: RateState) => void;
}

/** What acting would do, as one call may ask it: nothing here changes anything. */
export class ActionQuotes {
  readonly #billing: ActingBilling;
  readonly #names: NameChecks;
  readonly #query: ActorQuery;
  readonly #addresses: Addresses;

  readonly #counting: CheckCounting;

  constructor(
    billing: ActingBilling,
    names: NameChecks,
    query: ActorQuery,
    addresses: Addresses,
    counting: CheckCounting,
  ) {
    this.#billing = billing;
    this.#names = names;
    this.#counting = counting;
    this.#query = query;
    this.#addresses = addresses;
  }

  /** Asks the registry past every cache, which counts as a domain check of the connection. */
  async quoteDomainOrder(order: Omit<DomainOrderRequest, "availability" | "retryAfter">): Promise<DomainOrderQuote> {
    const { availability, retryAfter } = await this.#countedCheck(order.domain);
    return this.#answered(() => this.#billing.quoteDomainOrder(this.#query, { ...order, availability, retryAfter }));
  }

  /** @throws {OperationError} `rate_limited`, or `server_unavailable` where it cannot be counted */
  async #countedCheck(domain: string): Promise<NameCheck> {
    const { connection, noteRate } = this.#counting;
    const result = await checkNow(this.#names, domain, connection, this.#query.requestId);
    if (result.outcome === "not_counted") throw cannotCount();
    if (result.rate) noteRate(result.rate);
    if (result.outcome === "too_many") throw tooMany(result.rate);
    return result.check;
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
