import type {
  Action,
  DomainOrder,
  DomainOrderQuote,
  DomainOrderRequest,
  PlacedDomainOrder,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import { readAvailability } from "../../../../shared/billing-contract/availability.ts";
import { AUTH_CODE } from "../../../../shared/domain-names/registry-rules.ts";
import { TRANSFER_TERM, TRANSFER_TERM_WORDS, type TransferTerm } from "../../../../shared/domain-names/terms.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { PAID_STATUS } from "../accounts/orders.ts";
import { ADD_PAYMENT_METHOD, unanswered } from "../actions/refusals.ts";
import { quote, runAction } from "../actions/run-action.ts";
import { extensionOf, renewalOf } from "../catalogue/extension-prices.ts";
import type { Engine } from "../engine.ts";
import type { InvoiceLine } from "../invoices/new-invoice.ts";
import { fieldsFor, ruleOf } from "../registries/registry-rules.ts";
import { type Draft, NEW_ID } from "../store/assigned.ts";
import {
  domainOrderCase,
  domainOrderReads,
  hasNoAvailabilitySource,
  isEligible,
  isUndecided,
  NOT_ORDERABLE,
  NOT_SOLD,
  obstacleTo,
  refusalOf,
  refusedYears,
  UPDATE_CONTACT,
} from "./domain-order-rules.ts";
import { followUp, orderNotice } from "./follow-up.ts";
import { newOrder } from "./new-order.ts";
import { withDomainReason } from "./not-offered.ts";

/** Registrations and transfers in. */
export const domainOrders = {
  quoteDomainOrder(engine: Engine, query: ActorQuery, order: DomainOrderRequest) {
    return withDomainReason(engine.db, query.accountId, order.domain, quoteOrder(engine, query, asKnownHere(order)));
  },

  orderDomain(engine: Engine, action: Action, order: DomainOrder) {
    return withDomainReason(engine.db, action.accountId, order.domain, placeOrder(engine, action, asKnownHere(order)));
  },
};

/** A caller of another version may give an availability that is unknown here. */
function asKnownHere<Order extends DomainOrderRequest>(order: Order): Order {
  return { ...order, availability: readAvailability(order.availability) };
}

function quoteOrder(engine: Engine, query: ActorQuery, order: DomainOrderRequest) {
  return quote(engine, query, domainOrderReads(engine.db, query.accountId, order.domain), (snapshot) => {
    const found = domainOrderCase(snapshot, order);
    if (!found) return { refused: NOT_SOLD };
    if (hasNoAvailabilitySource(order)) return { refused: NOT_ORDERABLE };
    const refused = refusedYears(order);
    if (refused.length > 0) return { refused: { code: "invalid_body", refused } };
    if (isUndecided(order)) return { refused: unanswered(order.retryAfter) };

    const { account, facts } = snapshot;
    const tld = extensionOf(order.domain);
    const renewal = renewalOf(tld, found.prices);
    const eligible = isEligible(snapshot, order.domain);
    const obstacle = obstacleTo(snapshot, found, order);
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

async function placeOrder(engine: Engine, action: Action, order: DomainOrder) {
  const { db } = engine;
  const { accountId } = action;
  const { type, domain, years, fields } = order;
  const code = type === "transfer" && order.authCode?.trim() ? order.authCode : null;
  const authCode = code === null ? null : await engine.authCodes.seal(code, { accountId, domain });
  return runAction(engine, action, {
    operation: "orderDomain",
    reads: domainOrderReads(db, accountId, domain),
    decide(snapshot) {
      const found = domainOrderCase(snapshot, order);
      if (!found) return { refused: NOT_SOLD };
      if (hasNoAvailabilitySource(order)) return { refused: NOT_ORDERABLE };
      const refused = refusalOf(snapshot, found, order);
      if (refused) return { refused };

      const termsVersion = found.terms.version;
      const { statements, placed } = newOrder(
        db,
        snapshot,
        { kind: type, domain: NEW_ID.domain, years, authCode, fields, termsVersion },
        [lineOf(order, found.price.amount)],
      );
      const renewal = renewalOf(extensionOf(domain), found.prices);
      const newDomain = db
        .prepare(
          `INSERT INTO domains (account_id, name, status, renewal_price, renewal_years, auto_renew)
           VALUES (?, ?, ?, ?, ?, 1)`,
        )
        .bind(accountId, domain, placed.invoice ? "pending" : PAID_STATUS[type], renewal.price, renewal.years);
      const placedNotice = orderNotice(engine, action, snapshot.moment, "orderDomain", domain);
      const value: Draft<PlacedDomainOrder> = { ...placed, termsVersion, autoRenew: true };
      return { write: { statements: [newDomain, ...statements, placedNotice], value } };
    },
    afterwards: (placed: PlacedDomainOrder) => followUp(engine, placed),
  });
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
