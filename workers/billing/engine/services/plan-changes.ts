import type {
  Action,
  ActionResult,
  PlacedPlanChange,
  PlanChange,
  PlanChangeQuote,
  PlanChangeRequest,
  QuoteResult,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import type { ActionRunner, Snapshot } from "../actions/action-runner.ts";
import { because, first, NOT_FOUND, paymentMethodMissing, priceChanged } from "../actions/refusals.ts";
import { type SoldPlan, soldPlan, soldPlanReads } from "../catalogue/plan-prices.ts";
import { alreadyRequested, UNPAID_INVOICE } from "../orders/already-requested.ts";
import { newOrder } from "../orders/new-order.ts";
import type { OrderFollower } from "../orders/order-follower.ts";
import { found } from "../store/results.ts";
import { ownService, ownServiceRead } from "./own-service.ts";
import { type ChangeCost, changeCost, type PaidTerm, paidTerms } from "./pro-rata.ts";

const NOT_OFFERED = because(
  "not_offered",
  "This plan is not offered with this billing cycle in the account's currency.",
  "Ce forfait n’est pas offert avec ce cycle de facturation dans la devise du compte.",
);

interface OpenChange {
  plan_id: string;
  billing_cycle: BillingCycle;
  unpaidInvoice: number | null;
}

interface ChangeCase {
  service: CustomerService;
  plan: SoldPlan;
  cost: ChangeCost;
  open: OpenChange | null;
  /** The term that was paid has ended. */
  isOver: boolean;
}

/** Moving a service to another plan of its product line, or to another billing cycle. */
export class PlanChanges {
  readonly #db: D1Database;
  readonly #runner: ActionRunner;
  readonly #follower: OrderFollower;

  constructor(db: D1Database, runner: ActionRunner, follower: OrderFollower) {
    this.#db = db;
    this.#runner = runner;
    this.#follower = follower;
  }

  quote(query: ActorQuery, change: PlanChangeRequest): Promise<QuoteResult<PlanChangeQuote>> {
    return this.#runner.quote(query, this.#reads(query.accountId, change), (situation) => {
      const found = changeCase(situation, change);
      if ("refused" in found) return found;
      const { service, plan, cost } = found;
      const { account, moment } = situation;
      const { currency } = account;
      const value: PlanChangeQuote = {
        account,
        service,
        planId: plan.id,
        billingCycle: plan.cycle,
        dueNow: { amount: cost.dueNow, currency },
        credit: { amount: cost.credit, currency },
        renewal: { amount: plan.price, currency, billingCycle: plan.cycle },
        effectiveOn: moment.today,
        obstacle: first(alreadyOpen(found), notChangeable(found)) ? obstacleOf(found) : null,
      };
      return { value };
    });
  }

  /** Where nothing is due the plan is changed before this answers. */
  async change(action: Action, change: PlanChange): Promise<ActionResult<PlacedPlanChange>> {
    let isDoneNow = false;
    const result = await this.#place(action, change, (placed) => {
      isDoneNow = placed.invoice === null;
      if (!isDoneNow) this.#follower.follow(placed, action);
    });
    if (!result.ok || !isDoneNow) return result;
    await this.#follower.doNow(result.value, action);
    const service = ownService(await ownServiceRead(this.#db, action.accountId, change.serviceId).all());
    return service ? found(await this.#runner.amend(action, result.value, { service })) : result;
  }

  #place(
    action: Action,
    change: PlanChange,
    afterwards: (placed: PlacedPlanChange) => void,
  ): Promise<ActionResult<PlacedPlanChange>> {
    const handler = {
      reads: this.#reads(action.accountId, change),
      decide: (situation: Snapshot) => {
        const found = changeCase(situation, change);
        if ("refused" in found) return found;
        const { service, plan, cost } = found;
        const price = { amount: cost.dueNow, currency: situation.account.currency };
        const refused = first(
          alreadyOpen(found),
          notChangeable(found),
          priceChanged(change.expectedPrice, price),
          paymentMethodMissing(situation),
        );
        if (refused) return { refused };

        const name = service.domain ? ` (${service.domain})` : "";
        const { statements, placed, computedFields } = newOrder(
          this.#db,
          situation,
          {
            kind: "plan_change",
            service: service.id,
            planId: plan.id,
            billingCycle: plan.cycle,
            recurringPrice: plan.price,
            termPrice: plan.price,
            credit: cost.credit,
          },
          [
            {
              description: {
                en: `Change from ${service.plan} to ${plan.name.en}${name}`,
                fr: `Passage de ${service.plan} à ${plan.name.fr}${name}`,
              },
              amount: cost.dueNow,
            },
          ],
        );
        // One that is done at once is told of when it is done.
        const told = placed.invoice ? [this.#follower.notice(action, situation.moment, "changePlan", plan.name)] : [];
        const value = { ...placed, service, planId: plan.id, billingCycle: plan.cycle };
        return { done: { statements: [...statements, ...told], value, computedFields } };
      },
    };
    return this.#runner.run(action, "changePlan", handler, afterwards);
  }

  #reads(accountId: number, { serviceId, planId }: PlanChangeRequest): D1PreparedStatement[] {
    return [
      ownServiceRead(this.#db, accountId, serviceId),
      ...soldPlanReads(this.#db, accountId, planId),
      this.#db
        .prepare(
          "SELECT starts_on AS startsOn, ends_on AS endsOn, amount FROM paid_terms WHERE service_id = ? ORDER BY starts_on",
        )
        .bind(serviceId),
      this.#db
        .prepare(
          `SELECT o.plan_id, o.billing_cycle, ${UNPAID_INVOICE} AS unpaidInvoice FROM orders o
           WHERE o.service_id = ? AND o.kind = 'plan_change' AND o.status IN ('open', 'paid')`,
        )
        .bind(serviceId),
    ];
  }
}

function changeCase(
  { results: [services, plans, prices, terms, open], moment }: Snapshot,
  change: PlanChangeRequest,
): ChangeCase | { refused: typeof NOT_FOUND } {
  const service = ownService(services);
  if (!service) return { refused: NOT_FOUND };
  const plan = soldPlan(plans, prices, change.billingCycle ?? service.billingCycle);
  if (!plan) return { refused: NOT_OFFERED };
  const paid = paidTerms((terms?.results ?? []) as unknown as PaidTerm[], service, moment.today);
  const sameCycle = plan.cycle === service.billingCycle;
  return {
    service,
    plan,
    cost: changeCost(paid, { price: plan.price, sameCycle }, moment.today),
    open: (open?.results[0] as OpenChange | undefined) ?? null,
    isOver: service.nextDueDate !== null && service.nextDueDate <= moment.today,
  };
}

function alreadyOpen({ plan, open }: ChangeCase): ActionRefused | null {
  return open?.plan_id === plan.id && open.billing_cycle === plan.cycle
    ? alreadyRequested("This change is already on order.", "Ce changement est déjà commandé.", open.unpaidInvoice)
    : null;
}

function notChangeable(found: ChangeCase): ActionRefused | null {
  const obstacle = obstacleIn(found);
  return obstacle && because("not_changeable", ...obstacle);
}

function obstacleOf(found: ChangeCase) {
  const refused = alreadyOpen(found) ?? notChangeable(found);
  return refused && "reason" in refused ? refused.reason : null;
}

function obstacleIn({ service, plan, open, isOver }: ChangeCase): [en: string, fr: string] | null {
  if (service.status !== "active")
    return ["Only an active service can change plans.", "Seul un service actif peut changer de forfait."];
  if (open)
    return [
      "Another change of this service is unpaid or under way.",
      "Un autre changement de ce service est impayé ou en cours.",
    ];
  if (isOver)
    return [
      "The term that was paid has ended: its renewal has to be paid first.",
      "La période payée est terminée : son renouvellement doit d’abord être payé.",
    ];
  if (service.cancellation) return ["The service is being cancelled.", "Le service est en cours de résiliation."];
  if (service.planId === null || service.line !== plan.line) {
    return [
      "The plan is not on this service's upgrade path: only plans of its product line are.",
      "Ce forfait n’est pas accessible depuis ce service : seuls ceux de sa gamme le sont.",
    ];
  }
  if (service.planId === plan.id && service.billingCycle === plan.cycle) {
    return [
      "The service is on this plan and billing cycle already.",
      "Le service a déjà ce forfait et ce cycle de facturation.",
    ];
  }
  return null;
}
