import type {
  Action,
  ActionResult,
  DomainOrder,
  DomainOrderQuote,
  DomainOrderRequest,
  PlacedDomainOrder,
  QuoteResult,
} from "../../../shared/billing-actions.ts";
import type { Question } from "../../../shared/billing-customer.ts";
import type { ActionRunner, Situation } from "../actions/action-runner.ts";
import { ADD_PAYMENT_METHOD, unanswered } from "../actions/refusals.ts";
import type { InvoiceLine } from "../invoices/new-invoice.ts";
import { ruleOf } from "../registries/registry-rules.ts";
import type { AuthCodeSeal } from "./auth-code-seal.ts";
import {
  domainOrderCase,
  domainOrderReads,
  isEligible,
  NOT_ORDERABLE,
  NOT_SOLD,
  nobodyCanBeAsked,
  obstacleTo,
  refusalOf,
  refusedYears,
  UPDATE_CONTACT,
} from "./domain-order-case.ts";
import { extensionOf } from "./extension-prices.ts";
import { newOrder } from "./new-order.ts";
import type { OrderFollower } from "./order-follower.ts";

/** Registrations and transfers in. */
export class DomainOrders {
  readonly #db: D1Database;
  readonly #runner: ActionRunner;
  readonly #follower: OrderFollower;
  readonly #codes: AuthCodeSeal;

  constructor(db: D1Database, runner: ActionRunner, follower: OrderFollower, codes: AuthCodeSeal) {
    this.#db = db;
    this.#runner = runner;
    this.#follower = follower;
    this.#codes = codes;
  }

  quote(question: Question, order: DomainOrderRequest): Promise<QuoteResult<DomainOrderQuote>> {
    return this.#runner.quote(question, domainOrderReads(this.#db, question.accountId, order.domain), (situation) => {
      const found = domainOrderCase(situation, order);
      if (!found) return { refused: NOT_SOLD };
      if (nobodyCanBeAsked(order)) return { refused: NOT_ORDERABLE };
      const refused = refusedYears(order);
      if (refused.length > 0) return { refused: { code: "invalid_body", refused } };
      if (order.availability === "unknown") return { refused: unanswered(order.retryAfter) };

      const { account, facts } = situation;
      const rule = ruleOf(extensionOf(order.domain));
      const eligible = isEligible(situation, order.domain);
      const obstacle = obstacleTo(situation, found, order);
      const value: DomainOrderQuote = {
        account,
        available: obstacle === null,
        obstacle,
        price: found.price,
        renewalPrice: { amount: found.prices.renew, currency: account.currency },
        registrant: { country: facts.country, eligible, rule: rule.residence?.rule ?? null },
        fields: rule.fields,
        terms: found.terms,
        needsAuthCode: order.type === "transfer" && rule.authCode,
        autoRenew: true,
        missing: [...(eligible ? [] : [UPDATE_CONTACT]), ...(facts.paymentMethodOnFile ? [] : [ADD_PAYMENT_METHOD])],
      };
      return { value };
    });
  }

  async order(action: Action, order: DomainOrder): Promise<ActionResult<PlacedDomainOrder>> {
    const { type, domain } = order;
    const code = type === "transfer" && order.authCode?.trim() ? order.authCode : null;
    const authCode = code === null ? null : await this.#codes.seal(code, { accountId: action.accountId, domain });
    const deed = {
      reads: domainOrderReads(this.#db, action.accountId, order.domain),
      decide: (situation: Situation) => {
        const found = domainOrderCase(situation, order);
        if (!found) return { refused: NOT_SOLD };
        if (nobodyCanBeAsked(order)) return { refused: NOT_ORDERABLE };
        const refused = refusalOf(situation, found, order);
        if (refused) return { refused };

        const { statements, placed, filledIn } = newOrder(
          this.#db,
          situation,
          {
            kind: type,
            domain: "new",
            years: order.years,
            authCode,
            fields: order.fields,
            termsVersion: found.terms.version,
          },
          [lineOf(order, found.price.amount)],
        );
        const status = placed.invoice ? "pending" : type === "register" ? "pending_registration" : "pending_transfer";
        const newDomain = this.#db
          .prepare("INSERT INTO domains (account_id, name, status, renewal_price, auto_renew) VALUES (?, ?, ?, ?, 1)")
          .bind(action.accountId, domain, status, found.prices.renew);
        return {
          done: {
            statements: [
              newDomain,
              ...statements,
              this.#follower.notice(action, situation.moment, "orderDomain", domain),
            ],
            value: { ...placed, termsVersion: found.terms.version, autoRenew: true },
            filledIn,
          },
        };
      },
    };
    return this.#runner.run(action, "orderDomain", deed, (placed) => this.#follower.follow(placed));
  }
}

function lineOf({ type, domain, years }: DomainOrder, amount: number): InvoiceLine {
  const description =
    type === "register"
      ? {
          en: `Registration of ${domain}, ${years} ${years === 1 ? "year" : "years"}`,
          fr: `Enregistrement de ${domain}, ${years} an${years === 1 ? "" : "s"}`,
        }
      : { en: `Transfer of ${domain}, 1 year`, fr: `Transfert de ${domain}, 1 an` };
  return { description, amount };
}
