import type { DomainOrderRequest } from "../../../../shared/billing-contract/actions.ts";
import { renewalYears } from "../../../../shared/domain-names/registry-rules.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { sql, type TypedStatement } from "../store/sql.ts";

/** A row of `extension_prices`, before taxes, in the account's currency: per year, and for one transfer whatever term it adds. */
export interface ExtensionPriceRow {
  register: MinorUnits;
  transfer: MinorUnits;
  renew: MinorUnits;
}

/** The extension of a name that can be ordered: what follows its first label. */
export function extensionOf(name: string): string {
  return name.slice(name.indexOf("."));
}

/** At most one row; none where the extension is not sold in the account's currency. */
export function extensionPrices(db: D1Database, accountId: number, name: string): TypedStatement<ExtensionPriceRow> {
  return sql(db)`SELECT register, transfer, renew FROM extension_prices
    WHERE tld = ${extensionOf(name)} AND currency = (SELECT currency FROM accounts WHERE id = ${accountId})`;
}

/**
 * The price of a domain order, before taxes: the first year at the price of a registration, each further one at that of a
 * renewal; a transfer has one price.
 */
export function domainOrderPrice(
  { register, transfer, renew }: ExtensionPriceRow,
  { type, years }: Pick<DomainOrderRequest, "type" | "years">,
): MinorUnits {
  return type === "transfer" ? transfer : register + (years - 1) * renew;
}

/** One renewal by the price list: for the fewest years that the registry takes at a time. */
export function renewalOf(
  tld: string,
  { renew }: Pick<ExtensionPriceRow, "renew">,
): { years: number; price: MinorUnits } {
  const years = renewalYears(tld)[0] ?? 1;
  return { years, price: renew * years };
}
