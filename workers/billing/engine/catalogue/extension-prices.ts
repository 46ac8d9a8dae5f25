import { renewalYears } from "../../../../shared/domain-names/registry-rules.ts";
import type { TypedStatement } from "../store/batch.ts";

/** Prices in the account's currency: for one year, and for one transfer whatever term it adds. */
export interface ExtensionPriceRow {
  register: number;
  transfer: number;
  renew: number;
}

/** The extension of a name that can be ordered: what follows its first label. */
export function extensionOf(name: string): string {
  return name.slice(name.indexOf("."));
}

/** At most one row; none where the extension is not sold in the account's currency. */
export function extensionPrices(db: D1Database, accountId: number, name: string): TypedStatement<ExtensionPriceRow> {
  return db
    .prepare(
      `SELECT register, transfer, renew FROM extension_prices
       WHERE tld = ? AND currency = (SELECT currency FROM accounts WHERE id = ?)`,
    )
    .bind(extensionOf(name), accountId);
}

/** One renewal by the price list: for the fewest years that the registry takes at a time. */
export function renewalOf(tld: string, { renew }: Pick<ExtensionPriceRow, "renew">): { years: number; price: number } {
  const years = renewalYears(tld)[0] ?? 1;
  return { years, price: renew * years };
}
