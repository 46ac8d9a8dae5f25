import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { AccountLinks } from "../../../../shared/billing-contract/description.ts";
import type { DomainOrderRequest } from "../../../../shared/billing-contract/domain-orders.ts";
import type { Money } from "../../../../shared/billing-contract/result.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { takesNewNames } from "../../../../shared/domain-names/registration-terms.ts";
import type { DomainOrderFacts } from "../../../../shared/ordering/domain-orders.ts";
import { toTerms } from "../../../../shared/ordering/legal-terms.ts";
import type { Snapshot } from "../actions/run-write.ts";
import { termsRead } from "../catalogue/legal-terms.ts";
import { domainOrderPrice, type ExtensionPriceRow, extensionPrices, renewalOf } from "../pricing/domain-prices.ts";
import { ENDED } from "../records/domains.ts";
import { UNPAID_INVOICE } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

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
export function domainOrderRows(db: D1Database, accountId: number, name: string) {
  const held = sql(db)<HeldRow>`
    SELECT d.account_id AS accountId, d.status, (SELECT ${raw(UNPAID_INVOICE)} FROM orders o
      WHERE o.domain_id = d.id AND o.status IN ('open', 'paid')) AS unpaidInvoice
    FROM domains d WHERE d.name = ${name} AND d.status NOT IN ${raw(ENDED)}
      AND (d.account_id = ${accountId} OR d.status <> 'pending')
    ORDER BY d.account_id = ${accountId} DESC LIMIT 1`;
  return { prices: extensionPrices(db, accountId, name), held, terms: termsRead(db, extensionOf(name)) };
}

/** Null where the extension is not sold, or only renewed. */
export function toDomainOrderFacts(
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
