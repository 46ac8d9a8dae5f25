import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { AccountLinks } from "../../../../shared/billing-contract/description.ts";
import type {
  DomainOrder,
  DomainOrderRequest,
  PlacedDomainOrder,
} from "../../../../shared/billing-contract/domain-orders.ts";
import type { Money } from "../../../../shared/billing-contract/result.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { TRANSFER_TERM, type TransferTerm, takesNewNames } from "../../../../shared/domain-names/registration-terms.ts";
import {
  type DomainOrderFacts,
  domainOrderQuote,
  NOT_SOLD,
  refusedDomainOrder,
  refusedDomainQuote,
} from "../../../../shared/ordering/domain-orders.ts";
import { toTerms } from "../../../../shared/ordering/legal-terms.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { quote, runWrite, type Snapshot, type WriteHandler } from "../actions/run-write.ts";
import { termsRead } from "../catalogue/legal-terms.ts";
import type { EngineContext } from "../engine-context.ts";
import type { InvoiceLine } from "../invoices/new-invoice.ts";
import { domainOrderPrice, type ExtensionPriceRow, extensionPrices, renewalOf } from "../pricing/domain-prices.ts";
import { ENDED } from "../records/domains.ts";
import { PAID_STATUS, UNPAID_INVOICE } from "../records/orders.ts";
import { nextId } from "../store/new-ids.ts";
import { type Draft, NEW_ID, raw, sql } from "../store/sql.ts";
import { afterOrder, orderNotice } from "./after-order.ts";
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

/** The data that a domain order is decided on, with one renewal by the price list. */
interface PricedDomainOrder extends DomainOrderFacts {
  price: Money;
  renewal: ReturnType<typeof renewalOf>;
}

/** An active row of the name (its status is none of `ENDED_DOMAIN_STATUSES`), with the unpaid invoice of its order. */
interface HeldRow {
  accountId: number;
  status: CustomerDomain["status"];
  unpaidInvoice: number | null;
}

/** Of the name: the account's own row, else that of the account that has paid for it. */
function domainOrderRows(db: D1Database, accountId: number, name: string) {
  const held = sql(db)<HeldRow>`
    SELECT d.account_id AS accountId, d.status, (SELECT ${raw(UNPAID_INVOICE)} FROM orders o
      WHERE o.domain_id = d.id AND o.status IN ('open', 'paid')) AS unpaidInvoice
    FROM domains d WHERE d.name = ${name} AND d.status NOT IN ${raw(ENDED)}
      AND (d.account_id = ${accountId} OR d.status <> 'pending')
    ORDER BY d.account_id = ${accountId} DESC LIMIT 1`;
  return { prices: extensionPrices(db, accountId, name), held, terms: termsRead(db, extensionOf(name)) };
}

/** Null where the extension is not sold, or only renewed. */
function toDomainOrderFacts(
  { rows, account, facts, moment }: Snapshot<ReturnType<typeof domainOrderRows>>,
  order: DomainOrderRequest,
  links: AccountLinks,
): PricedDomainOrder | null {
  const [prices]: ExtensionPriceRow[] = rows.prices;
  const tld = extensionOf(order.domain);
  if (!prices || !takesNewNames(tld)) return null;
  const [held] = rows.held;
  return {
    country: facts.country,
    paymentMethodOnFile: facts.paymentMethodOnFile,
    links,
    held: held
      ? { isOwn: held.accountId === account.id, status: held.status, unpaidInvoice: held.unpaidInvoice }
      : null,
    terms: toTerms(rows.terms, moment.today),
    price: { amount: domainOrderPrice(prices, order), currency: account.currency },
    pricedYears: null,
    renewal: renewalOf(tld, prices),
  };
}

function quoteOrder(engine: EngineContext, query: ActorQuery, order: DomainOrderRequest) {
  return quote(engine, query, domainOrderRows(engine.db, query.accountId, order.domain), (snapshot) => {
    const facts = toDomainOrderFacts(snapshot, order, engine.links);
    if (!facts) return { refused: NOT_SOLD };
    const refused = refusedDomainQuote(order, facts);
    if (refused) return { refused };
    return { value: quoteOf(snapshot, order, facts) };
  });
}

function quoteOf({ account }: Pick<Snapshot, "account">, order: DomainOrderRequest, facts: PricedDomainOrder) {
  const { price, years } = facts.renewal;
  const renewal = { price: { amount: price, currency: account.currency }, years, autoRenew: true };
  return domainOrderQuote(account, order, facts, renewal);
}

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
