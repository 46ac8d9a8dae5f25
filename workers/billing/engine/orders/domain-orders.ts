import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type {
  DomainOrder,
  DomainOrderRequest,
  PlacedDomainOrder,
} from "../../../../shared/billing-contract/domain-orders.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { TRANSFER_TERM, type TransferTerm } from "../../../../shared/domain-names/registration-terms.ts";
import {
  domainOrderQuote,
  NOT_SOLD,
  refusedDomainOrder,
  refusedDomainQuote,
} from "../../../../shared/ordering/domain-orders.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { quote, runWrite, type Snapshot, type WriteHandler } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import type { InvoiceLine } from "../invoices/new-invoice.ts";
import { PAID_STATUS } from "../records/orders.ts";
import { nextId } from "../store/new-ids.ts";
import { type Draft, NEW_ID, sql } from "../store/sql.ts";
import { afterOrder, orderNotice } from "./after-order.ts";
import { domainOrderRows, toDomainOrderFacts } from "./domain-order-facts.ts";
import { newOrder } from "./new-order.ts";
import { withDomainReason } from "./not-offered.ts";

/** Registrations and transfers in. */
export const domainOrderReads = {
  quoteDomainOrder(engine: EngineContext, query: ActorQuery, order: DomainOrderRequest) {
    return withDomainReason(engine, query, order, quoteOrder(engine, query, order));
  },
};

export const domainOrderWrites = {
  orderDomain(engine: EngineContext, action: WriteCall, order: DomainOrder) {
    return withDomainReason(engine, action, order, placeOrder(engine, action, order));
  },
};

function quoteOrder(engine: EngineContext, query: ActorQuery, order: DomainOrderRequest) {
  return quote(engine, query, domainOrderRows(engine.db, query.accountId, order.domain), (snapshot) => {
    const facts = toDomainOrderFacts(snapshot, order, engine.links);
    if (!facts) return { refused: NOT_SOLD };
    const refused = refusedDomainQuote(order, facts);
    if (refused) return { refused };
    return { value: quoteOf(snapshot, order, facts) };
  });
}

function quoteOf({ account }: Pick<Snapshot, "account">, order: DomainOrderRequest, facts: PricedOrder) {
  const { price, years } = facts.renewal;
  const renewal = { price: { amount: price, currency: account.currency }, years, autoRenew: true };
  return domainOrderQuote(account, order, facts, renewal);
}

type PricedOrder = NonNullable<ReturnType<typeof toDomainOrderFacts>>;

/** The auth code of an order that is only judged is not kept. */
async function placeOrder(engine: EngineContext, action: WriteCall, order: DomainOrder) {
  const { accountId, commit } = action;
  const { type, domain } = order;
  const code = commit && type === "transfer" && order.authCode?.trim() ? order.authCode : null;
  const authCode = code === null ? null : await engine.authCodes.seal(code, { accountId, domain });
  return runWrite(engine, action, orderHandler(engine, action, order, authCode));
}

/** @param authCode sealed */
function orderHandler(
  engine: EngineContext,
  query: ActorQuery,
  order: DomainOrder,
  authCode: string | null,
): WriteHandler<ReturnType<typeof domainOrderRows>, PlacedDomainOrder> {
  const { db } = engine;
  const { accountId } = query;
  const { type, domain, years, fields } = order;
  return {
    operation: "orderDomain",
    reads: domainOrderRows(db, accountId, domain),
    decide(snapshot) {
      const facts = toDomainOrderFacts(snapshot, order, engine.links);
      if (!facts) return { refused: NOT_SOLD };
      const refused = refusedDomainOrder(order, facts);
      if (refused) return { refused };

      const { renewal, price } = facts;
      const termsVersion = facts.terms.version;
      const { statements, placed } = newOrder(
        db,
        snapshot,
        { kind: type, domain: NEW_ID.domain, years, authCode, fields, termsVersion },
        [lineOf(order, price.amount)],
      );
      const status = placed.invoice ? "pending" : PAID_STATUS[type];
      const newDomain = sql(db)`
        INSERT INTO domains (id, account_id, name, status, renewal_price, renewal_years, auto_renew)
        VALUES (${nextId("domains")}, ${accountId}, ${domain}, ${status}, ${renewal.price}, ${renewal.years}, 1)`;
      const placedNotice = orderNotice(engine, query, snapshot.moment, "orderDomain", domain);
      const value: Draft<PlacedDomainOrder> = { ...placed, termsVersion, autoRenew: true };
      const preview = { price, domainOrder: quoteOf(snapshot, order, facts) };
      return { write: { statements: [newDomain, ...statements, placedNotice], value }, preview };
    },
    afterwards: (placed) => afterOrder(engine, placed),
  };
}

function lineOf({ type, domain, years }: DomainOrder, amount: number): InvoiceLine {
  const added = TRANSFER_ADDS[TRANSFER_TERM.of(extensionOf(domain))];
  const transfer = { en: `Transfer of ${domain}${added.en}`, fr: `Transfert de ${domain}${added.fr}` };
  const registration = {
    en: `Registration of ${domain}, ${years} ${years === 1 ? "year" : "years"}`,
    fr: `Enregistrement de ${domain}, ${years} an${years === 1 ? "" : "s"}`,
  };
  return { description: type === "register" ? registration : transfer, amount };
}

const TRANSFER_ADDS: Record<TransferTerm, Text> = {
  none: { en: ", no year added", fr: ", sans année ajoutée" },
  one_year: { en: ", 1 year", fr: ", 1 an" },
  two_years: { en: ", 2 years", fr: ", 2 ans" },
  from_transfer: { en: ", 1 year from the transfer", fr: ", 1 an à partir du transfert" },
  unknown: { en: "", fr: "" },
};
