import type {
  Action,
  ActionResult,
  DomainOrder,
  DomainOrderQuote,
  DomainOrderRequest,
  PlacedDomainOrder,
  QuoteResult,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import { AUTH_CODE } from "../../../../shared/domain-names/registry-rules.ts";
import { TRANSFER_TERM, TRANSFER_TERM_WORDS, type TransferTerm } from "../../../../shared/domain-names/terms.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { ActionRunner, Snapshot } from "../actions/action-runner.ts";
import { ADD_PAYMENT_METHOD, unanswered } from "../actions/refusals.ts";
import { extensionOf, renewalOf } from "../catalogue/extension-prices.ts";
import type { InvoiceLine } from "../invoices/new-invoice.ts";
import type { AuthCodeSeal } from "../registrar/auth-code-seal.ts";
import { fieldsFor, ruleOf } from "../registries/registry-rules.ts";
import {
  domainOrderCase,
  domainOrderReads,
  isEligible,
  isUndecided,
  NOT_ORDERABLE,
  NOT_SOLD,
  nobodyCanBeAsked,
  obstacleTo,
  refusalOf,
  refusedYears,
  UPDATE_CONTACT,
} from "./domain-order-rules.ts";
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

  quote(query: ActorQuery, order: DomainOrderRequest): Promise<QuoteResult<DomainOrderQuote>> {
    return this.#runner.quote(query, domainOrderReads(this.#db, query.accountId, order.domain), (situation) => {
      const found = domainOrderCase(situation, order);
      if (!found) return { refused: NOT_SOLD };
      if (nobodyCanBeAsked(order)) return { refused: NOT_ORDERABLE };
      const refused = refusedYears(order);
      if (refused.length > 0) return { refused: { code: "invalid_body", refused } };
      if (isUndecided(order)) return { refused: unanswered(order.retryAfter) };

      const { account, facts } = situation;
      const tld = extensionOf(order.domain);
      const renewal = renewalOf(tld, found.prices);
      const eligible = isEligible(situation, order.domain);
      const obstacle = obstacleTo(situation, found, order);
      const value: DomainOrderQuote = {
        account,
        available: obstacle === null,
        obstacle,
        price: found.price,
        renewalPrice: { amount: renewal.price, currency: account.currency },
        renewalYears: renewal.years,
        transferTerm: order.type === "transfer" ? TRANSFER_TERM_WORDS[TRANSFER_TERM.of(tld)] : null,
        registrant: { country: facts.country, eligible, rule: ruleOf(tld).residence?.rule ?? null },
        fields: fieldsFor(tld, facts.country),
        terms: found.terms,
        needsAuthCode: order.type === "transfer" && AUTH_CODE.of(tld),
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
    const handler = {
      reads: domainOrderReads(this.#db, action.accountId, order.domain),
      decide: (situation: Snapshot) => {
        const found = domainOrderCase(situation, order);
        if (!found) return { refused: NOT_SOLD };
        if (nobodyCanBeAsked(order)) return { refused: NOT_ORDERABLE };
        const refused = refusalOf(situation, found, order);
        if (refused) return { refused };

        const { statements, placed, computedFields } = newOrder(
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
        const renewal = renewalOf(extensionOf(domain), found.prices);
        const newDomain = this.#db
          .prepare(
            `INSERT INTO domains (account_id, name, status, renewal_price, renewal_years, auto_renew)
             VALUES (?, ?, ?, ?, ?, 1)`,
          )
          .bind(action.accountId, domain, status, renewal.price, renewal.years);
        return {
          done: {
            statements: [
              newDomain,
              ...statements,
              this.#follower.notice(action, situation.moment, "orderDomain", domain),
            ],
            value: { ...placed, termsVersion: found.terms.version, autoRenew: true },
            computedFields,
          },
        };
      },
    };
    return this.#runner.run(action, "orderDomain", handler, (placed) => this.#follower.follow(placed, action));
  }
}

function lineOf({ type, domain, years }: DomainOrder, amount: number): InvoiceLine {
  const description =
    type === "register"
      ? {
          en: `Registration of ${domain}, ${years} ${years === 1 ? "year" : "years"}`,
          fr: `Enregistrement de ${domain}, ${years} an${years === 1 ? "" : "s"}`,
        }
      : transferLine(domain);
  return { description, amount };
}

function transferLine(domain: string): Text {
  const { en, fr } = TRANSFER_ADDS[TRANSFER_TERM.of(extensionOf(domain))];
  return { en: `Transfer of ${domain}${en}`, fr: `Transfert de ${domain}${fr}` };
}

const TRANSFER_ADDS: Record<TransferTerm, Text> = {
  none: { en: ", no year added", fr: ", sans année ajoutée" },
  one_year: { en: ", 1 year", fr: ", 1 an" },
  two_years: { en: ", 2 years", fr: ", 2 ans" },
  from_transfer: { en: ", 1 year from the transfer", fr: ", 1 an à partir du transfert" },
  unknown: { en: "", fr: "" },
};
