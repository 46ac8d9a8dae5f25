import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { DomainOrderRequest } from "../../../../shared/billing-contract/domain-orders.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { renewalYears } from "../../../../shared/domain-names/registry-rules.ts";
import { type Currency, type MinorUnits, scaleHalfUp } from "../../../../shared/platform/money.ts";
import type { InvoiceLine } from "../invoices/taxes.ts";
import { sql, type TypedStatement } from "../store/sql.ts";

/**
 * A row of `extension_prices`, before taxes, in the account's currency. Registration and renewal prices are per year. A
 * transfer has one price, whatever its term.
 */
export interface ExtensionPriceRow {
  register: MinorUnits;
  transfer: MinorUnits;
  renew: MinorUnits;
}

/**
 * Returns the statement that reads an extension's prices. It reads at most one row, and none if the extension is not
 * sold in the account's currency.
 */
export function extensionPrices(db: D1Database, accountId: number, name: string): TypedStatement<ExtensionPriceRow> {
  return sql(db)`SELECT register, transfer, renew FROM extension_prices
    WHERE tld = ${extensionOf(name)} AND currency = (SELECT currency FROM accounts WHERE id = ${accountId})`;
}

/**
 * Returns the price of a domain order, before taxes. A registration costs the registration price for the first year and
 * the renewal price for each further year. A transfer has one price.
 */
export function domainOrderPrice(
  { register, transfer, renew }: ExtensionPriceRow,
  { type, years }: Pick<DomainOrderRequest, "type" | "years">,
): MinorUnits {
  return type === "transfer" ? transfer : register + (years - 1) * renew;
}

/** Returns the list price of one renewal for the smallest number of years that the registry allows. */
export function renewalOf(
  tld: string,
  { renew }: Pick<ExtensionPriceRow, "renew">,
): { years: number; price: MinorUnits } {
  const years = renewalYears(tld)[0] ?? 1;
  return { years, price: renew * years };
}

/** The fee for restoring a domain from redemption, before taxes. */
const RESTORATION_FEE: Record<Currency, MinorUnits> = { CAD: 12_000, EUR: 8_000, USD: 9_000 };

/**
 * Returns the price and the number of years of one renewal. The number of years is the agreed one if the registry
 * allows it. Otherwise, it is the next higher one that the registry allows, if there is one.
 */
export function renewalTerm(domain: Pick<CustomerDomain, "name" | "renewalPrice" | "renewalYears">) {
  const { name, renewalPrice: price, renewalYears: agreed } = domain;
  const years = renewalYears(extensionOf(name)).find((sold) => sold >= agreed) ?? agreed;
  return { renewalPrice: price === null ? null : scaleHalfUp(price, years, agreed), renewalYears: years };
}

/**
 * Returns the current renewal price, including the restoration fee in redemption; `null` if the domain has no
 * individual price.
 */
export function renewalPriceNow({ renewalPrice, status }: CustomerDomain, currency: Currency): MinorUnits | null {
  return renewalPrice !== null && status === "redemption" ? renewalPrice + RESTORATION_FEE[currency] : renewalPrice;
}

/**
 * Returns the invoice lines for a renewal; `null` if the domain has no renewal price.
 * @param listed the list price for one year, used if the domain has no individual price
 */
export function renewalLines(
  domain: Pick<CustomerDomain, "name" | "renewalPrice" | "renewalYears" | "status">,
  years: number,
  listed: MinorUnits | null,
  currency: Currency,
): InvoiceLine[] | null {
  const { name, renewalPrice, renewalYears, status } = domain;
  const amount = renewalPrice === null ? listed && listed * years : scaleHalfUp(renewalPrice, years, renewalYears);
  if (amount === null) return null;
  const renewal = {
    description: {
      en: `Renewal of ${name}, ${years} ${years === 1 ? "year" : "years"}`,
      fr: `Renouvellement de ${name}, ${years} an${years === 1 ? "" : "s"}`,
    },
    amount,
  };
  const restoration = {
    description: { en: `Restoration of ${name} from redemption`, fr: `Restauration de ${name} après rédemption` },
    amount: RESTORATION_FEE[currency],
  };
  return status === "redemption" ? [renewal, restoration] : [renewal];
}
