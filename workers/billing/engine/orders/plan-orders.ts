import type {
  Action,
  ActionResult,
  PlacedPlanOrder,
  PlanOrder,
  PlanOrderQuote,
  PlanOrderRequest,
  QuoteResult,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import type { ActionRunner, Snapshot } from "../actions/action-runner.ts";
import { ADD_PAYMENT_METHOD, because, first, paymentMethodMissing, priceChanged } from "../actions/refusals.ts";
import { firstPayment, type SoldPlan, soldPlan, soldPlanReads } from "../catalogue/plan-prices.ts";
import { type TermsRow, termsInForce, toTerms } from "../catalogue/terms.ts";
import { alreadyRequested, UNPAID_INVOICE } from "./already-requested.ts";
import { newOrder } from "./new-order.ts";
import type { OrderFollower } from "./order-follower.ts";
import { extensionSold, isBlocked, isExtension, SITE_REFUSED, siteIsFree, siteOfAnother } from "./site-names.ts";

const NOT_OFFERED = because(
  "not_offered",
  "This plan is not offered with this billing cycle in the account's currency.",
  "Ce forfait n’est pas offert avec ce cycle de facturation dans la devise du compte.",
);

/** Plans. */
export class PlanOrders {
  readonly #db: D1Database;
  readonly #runner: ActionRunner;
  readonly #follower: OrderFollower;
  readonly #blocked: ReadonlySet<string>;

  /** @param blocked names that no site may have, nor one under them */
  constructor(db: D1Database, runner: ActionRunner, follower: OrderFollower, blocked: ReadonlySet<string>) {
    this.#db = db;
    this.#runner = runner;
    this.#follower = follower;
    this.#blocked = blocked;
  }

  quote(query: ActorQuery, order: PlanOrderRequest): Promise<QuoteResult<PlanOrderQuote>> {
    return this.#runner.quote(query, this.#reads(query.accountId, order), (situation) => {
      const plan = planOf(situation, order);
      if (!plan) return { refused: NOT_OFFERED };
      const refused = first(this.#refusedSite(situation, order), refusedPromotion(order));
      if (refused) return { refused };
      const { account, facts } = situation;
      const { currency } = account;
      const { amount, discount } = firstPayment(plan, situation.moment.today);
      const value: PlanOrderQuote = {
        account,
        planId: plan.id,
        billingCycle: plan.cycle,
        domain: order.domain,
        firstPayment: { amount, currency, covers: plan.cycle },
        renewal: { amount: plan.price, currency, billingCycle: plan.cycle },
        setupFee: plan.setupFee,
        discount,
        terms: termsOf(situation),
        missing: facts.paymentMethodOnFile ? [] : [ADD_PAYMENT_METHOD],
      };
      return { value };
    });
  }

  order(action: Action, order: PlanOrder): Promise<ActionResult<PlacedPlanOrder>> {
    const handler = {
      reads: this.#reads(action.accountId, order),
      decide: (situation: Snapshot) => {
        const plan = planOf(situation, order);
        if (!plan) return { refused: NOT_OFFERED };
        const terms = termsOf(situation);
        const open = openOrder(situation);
        const payment = firstPayment(plan, situation.moment.today);
        const refused = first(
          open &&
            alreadyRequested(
              "This plan is already on order for that name.",
              "Ce forfait fait déjà l’objet d’une commande pour ce nom.",
              open.unpaidInvoice,
            ),
          this.#refusedSite(situation, order),
          refusedPromotion(order),
          priceChanged(order.expectedPrice, { amount: payment.amount, currency: situation.account.currency }),
          order.acceptTerms !== terms.version && { code: "terms_not_accepted", terms },
          paymentMethodMissing(situation),
        );
        if (refused) return { refused };
        const { statements, ...placing } = this.#placing(situation, order, plan, payment, terms.version);
        const told = this.#follower.notice(action, situation.moment, "orderPlan", plan.name);
        const free = siteIsFree(this.#db, action.accountId, order.domain);
        return { done: { statements: [free, ...statements, told], ...placing } };
      },
    };
    return this.#runner.run(action, "orderPlan", handler, (placed) => this.#follower.follow(placed, action));
  }

  /** On a shared server whoever has a site of a name has its mail, too. */
  #refusedSite({ results: [, , , , taken, extension] }: Snapshot, { domain }: PlanOrderRequest): ActionRefused | null {
    const isRefused = isBlocked(domain, this.#blocked) || isExtension(domain);
    return isRefused || taken?.results.length || extension?.results.length ? SITE_REFUSED : null;
  }

  #placing(
    situation: Snapshot,
    order: PlanOrder,
    plan: SoldPlan,
    { amount, discount }: ReturnType<typeof firstPayment>,
    termsVersion: string,
  ) {
    const named = order.domain ? ` (${order.domain})` : "";
    const lines = [
      { description: { en: `${plan.name.en}${named}`, fr: `${plan.name.fr}${named}` }, amount: plan.price },
      ...(discount ? [{ description: discount.reason, amount: -discount.amount }] : []),
      ...(plan.setupFee > 0
        ? [{ description: { en: "Set-up fee", fr: "Frais de mise en service" }, amount: plan.setupFee }]
        : []),
    ];
    const { statements, placed, computedFields } = newOrder(
      this.#db,
      situation,
      {
        kind: "plan",
        service: "new",
        planId: plan.id,
        billingCycle: plan.cycle,
        recurringPrice: plan.price,
        termPrice: amount - plan.setupFee,
        termsVersion,
      },
      lines,
    );
    const service = this.#db
      .prepare(
        `INSERT INTO services (account_id, plan_id, plan_name, domain, status, billing_cycle, recurring_price)
         VALUES (?, ?, ?, ?, 'pending', ?, ?)`,
      )
      .bind(situation.account.id, plan.id, plan.name.en, order.domain, plan.cycle, plan.price);
    const value: PlacedPlanOrder = {
      ...placed,
      planId: plan.id,
      billingCycle: plan.cycle,
      domain: order.domain,
      serviceId: 0,
      termsVersion,
    };
    return {
      statements: [service, ...statements],
      value,
      computedFields: { ...computedFields, "$.serviceId": "(SELECT max(id) FROM services)" },
    };
  }

  #reads(accountId: number, { planId, domain }: PlanOrderRequest): D1PreparedStatement[] {
    return [
      ...soldPlanReads(this.#db, accountId, planId),
      termsInForce(this.#db, null),
      this.#db
        .prepare(
          `SELECT ${UNPAID_INVOICE} AS unpaidInvoice FROM services s JOIN orders o ON o.service_id = s.id AND o.kind = 'plan' AND o.status IN ('open', 'paid')
           WHERE s.account_id = ? AND +s.plan_id = ? AND s.domain = ?`,
        )
        .bind(accountId, planId, domain),
      siteOfAnother(this.#db, accountId, domain),
      extensionSold(this.#db, domain),
    ];
  }
}

function planOf({ results: [plan, prices] }: Snapshot, { billingCycle }: { billingCycle: BillingCycle | null }) {
  return soldPlan(plan, prices, billingCycle);
}

function termsOf({ results: [, , terms], moment }: Snapshot) {
  return toTerms((terms?.results ?? []) as unknown as TermsRow[], moment.today);
}

function openOrder({ results: [, , , open] }: Snapshot) {
  return open?.results[0] as { unpaidInvoice: number | null } | undefined;
}

/** The engine has first-year discounts, which need no code, and no promotions. */
function refusedPromotion({ promotion }: PlanOrderRequest): ActionRefused | null {
  if (promotion === null) return null;
  const message = { en: "is not a current promotion code", fr: "n’est pas un code promotionnel en cours" };
  return { code: "invalid_body", refused: [{ pointer: "/promotion", message }] };
}
