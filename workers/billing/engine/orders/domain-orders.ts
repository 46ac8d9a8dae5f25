import type { Actor, ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type {
  DomainOrder,
  DomainOrderRequest,
  PlacedDomainOrder,
} from "../../../../shared/billing-contract/domain-orders.ts";
import { failure, type Money } from "../../../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { TRANSFER_TERM, type TransferTerm, takesNewNames } from "../../../../shared/domain-names/registration-terms.ts";
import {
  type DomainOrderFacts,
  domainNotOffered,
  domainOrderQuote,
  NOT_SOLD,
  possibleExtensions,
  refusedDomainOrder,
  refusedDomainQuote,
} from "../../../../shared/ordering/domain-orders.ts";
import { toTerms } from "../../../../shared/ordering/refusals.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { quote, runWrite, type Snapshot } from "../actions/run-write.ts";
import { CLIENT_AREA_LINKS } from "../client-area-links.ts";
import type { EngineContext } from "../engine-context.ts";
import type { InvoiceLine } from "../invoices/taxes.ts";
import { domainOrderPrice, type ExtensionPriceRow, extensionPrices, renewalOf } from "../pricing/domain-prices.ts";
import { ENDED } from "../records/domains.ts";
import { PAID_STATUS, toUnpaidInvoice, UNPAID_INVOICE } from "../records/orders.ts";
import type { Registrant } from "../registrar/registrar.ts";
import type { AccountFacts, Store } from "../store/account-store.ts";
import { NEW_ID, nextId, raw, sql } from "../store/sql.ts";
import { afterOrder } from "./fulfilment.ts";
import { newOrder, orderNotice, termsRead } from "./new-order.ts";

export const domainOrderReads = { quoteDomainOrder };
export const domainOrderWrites = { orderDomain };

/** Quotes a registration or an incoming transfer. */
function quoteDomainOrder(engine: EngineContext, query: ActorQuery, order: DomainOrderRequest) {
  const quoted = quote(engine, query, domainOrderRows(engine.db, query.accountId, order.domain), (snapshot) => {
    const facts = toDomainOrderFacts(snapshot, order);
    if (!facts) return { refused: NOT_SOLD };
    const refused = refusedDomainQuote(order, facts);
    return refused ? { refused } : { value: quoteOf(snapshot, order, facts) };
  });
  return withDomainReason(engine, query, order, quoted);
}

/** Orders a registration or an incoming transfer. A preview does not store the auth code. */
async function orderDomain(engine: EngineContext, call: WriteCall, order: DomainOrder) {
  const { db } = engine;
  const { accountId, commit } = call;
  const { type, domain, years, fields } = order;
  const code = commit && type === "transfer" && order.authCode?.trim() ? order.authCode : null;
  const authCode = code === null ? null : await engine.authCodes.seal(code, { accountId, domain });
  const placed = runWrite<DomainOrderRows, PlacedDomainOrder>(engine, call, {
    operation: "orderDomain",
    reads: domainOrderRows(db, accountId, domain),
    decide(snapshot) {
      const facts = toDomainOrderFacts(snapshot, order);
      if (!facts) return { refused: NOT_SOLD };
      const refused = refusedDomainOrder(order, facts);
      if (refused) return { refused };

      const { renewal, price, registrant } = facts;
      if (registrant === null) throw new Error("an order without a registrant was not refused");
      const termsVersion = facts.terms.version;
      const ordered = { kind: type, domain: NEW_ID.domain, years, authCode, fields, registrant, termsVersion };
      const { statements, placed } = newOrder(engine, snapshot, ordered, [lineOf(order, price.amount)]);
      const status = placed.invoice ? "pending" : PAID_STATUS[type];
      const newDomain = sql(db)`
        INSERT INTO domains (id, account_id, name, status, renewal_price, renewal_years, auto_renew)
        VALUES (${nextId("domains")}, ${accountId}, ${domain}, ${status}, ${renewal.price}, ${renewal.years}, 1)`;
      return {
        statements: [newDomain, ...statements, orderNotice(db, call, snapshot, "orderDomain", domain)],
        value: { ...placed, termsVersion, autoRenew: true, chargesCard: snapshot.facts.chargesCard },
        preview: { price, domainOrder: quoteOf(snapshot, order, facts) },
        afterwards: (done) => afterOrder(engine, done),
      };
    },
  });
  return withDomainReason(engine, call, order, placed);
}

/** The data for deciding on a domain order, including the price of one renewal. */
interface PricedDomainOrder extends DomainOrderFacts {
  price: Money;
  registrant: Registrant | null;
  renewal: ReturnType<typeof renewalOf>;
}

/** The row of a domain that has not ended. `unpaidInvoice` is the unpaid invoice of the domain's order, as JSON. */
interface HeldRow {
  accountId: number;
  status: CustomerDomain["status"];
  unpaidInvoice: string | null;
}

/**
 * Returns the statements that read the prices, the domain's row and the terms. The row is the account's own if there is
 * one. Otherwise it is the row of the account that has paid for the domain.
 */
function domainOrderRows(db: D1Database, accountId: number, name: string) {
  const held = sql(db)<HeldRow>`
    SELECT d.account_id AS accountId, d.status, (SELECT ${raw(UNPAID_INVOICE)} FROM orders o
      WHERE o.domain_id = d.id AND o.status IN ('open', 'paid')) AS unpaidInvoice
    FROM domains d WHERE d.name = ${name} AND d.status NOT IN ${raw(ENDED)}
      AND (d.account_id = ${accountId} OR d.status <> 'pending')
    ORDER BY d.account_id = ${accountId} DESC LIMIT 1`;
  return { prices: extensionPrices(db, accountId, name), held, terms: termsRead(db, extensionOf(name)) };
}

type DomainOrderRows = ReturnType<typeof domainOrderRows>;

/** Returns the data for deciding on an order; `null` if the extension is not sold, or if only renewals are sold. */
function toDomainOrderFacts(
  { rows, account, facts, moment }: Snapshot<DomainOrderRows>,
  order: DomainOrderRequest,
): PricedDomainOrder | null {
  const [prices]: ExtensionPriceRow[] = rows.prices;
  const tld = extensionOf(order.domain);
  if (!prices || !takesNewNames(tld)) return null;
  const [held] = rows.held;
  const registrant = registrantOf(facts);
  return {
    country: facts.country,
    registrant,
    hasContact: registrant !== null,
    paymentMethodOnFile: facts.paymentMethodOnFile,
    links: CLIENT_AREA_LINKS,
    held: held
      ? {
          isOwn: held.accountId === account.id,
          status: held.status,
          unpaidInvoice: toUnpaidInvoice(held.unpaidInvoice),
        }
      : null,
    terms: toTerms(rows.terms, moment.today),
    price: { amount: domainOrderPrice(prices, order), currency: account.currency },
    pricedYears: null,
    renewal: renewalOf(tld, prices),
  };
}

/** Returns the registrant; `null` until the customer has entered the contact details. */
function registrantOf({ contact, company, email, country, province }: AccountFacts): Registrant | null {
  return contact && { ...contact, organization: company, email, country, province };
}

function quoteOf(
  { account, facts: { chargesCard } }: Pick<Snapshot, "account" | "facts">,
  order: DomainOrderRequest,
  facts: PricedDomainOrder,
) {
  const { price, years } = facts.renewal;
  const renewal = { price: { amount: price, currency: account.currency }, years, autoRenew: true, chargesCard };
  return domainOrderQuote(account, order, facts, renewal);
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

/**
 * Adds the reason to a `not_offered` refusal: the extension is not sold, or it is sold only for renewals. Returns
 * `invalid_body` if the domain is not exactly one label under a sold extension. Queries the database only after a
 * `not_offered` refusal.
 */
async function withDomainReason<Value>(
  { db }: Store,
  { accountId }: Actor,
  { domain }: Pick<DomainOrderRequest, "domain">,
  pending: Promise<QuoteResult<Value>>,
): Promise<QuoteResult<Value>> {
  const result = await pending;
  if (result.ok || result.problem.code !== "not_offered") return result;
  const sold = await sql(db)`
    SELECT tld FROM extension_prices
    WHERE tld IN (SELECT value FROM json_each(${JSON.stringify(possibleExtensions(domain))}))
      AND currency = (SELECT currency FROM accounts WHERE id = ${accountId})
    ORDER BY length(tld) DESC LIMIT 1`.first<{ tld: string }>();
  const refused = domainNotOffered(domain, sold?.tld ?? null);
  return refused ? failure(refused) : result;
}
