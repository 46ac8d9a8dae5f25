import type { CatalogueDiscount, CataloguePrice } from "../../../shared/billing-contract/catalogue.ts";
import { possibleExtensions } from "../../../shared/ordering/domain-orders.ts";
import { CURRENCIES, type Currency } from "../../../shared/platform/money.ts";
import type { ExtensionPricing } from "../answers/products.ts";
import type { ProductFacts } from "../answers/provider.ts";

/** The maximum age of prices that this Worker returns. The catalogue promises ten minutes, including its own caches. */
export const MAX_AGE_MS = 540_000;

/** The prices of mapped products and all extensions, in one currency and without tax. */
export interface PriceList {
  /** The products, by id. */
  products: Readonly<Record<string, SoldProduct>>;
  /** The extensions in display order. */
  extensions: readonly ExtensionPricing[];
}

interface SoldProduct extends Pick<ProductFacts, "retired" | "prorata"> {
  prices: CataloguePrice[];
  /** The products that a service of this product can change to; `null` if unknown. */
  upgrades_to: number[] | null;
  /** Whether the product is out of stock. */
  isOut: boolean;
  /** The first-year discount from the plan's own promotion. Other promotions are not stored. */
  discount: CatalogueDiscount | null;
}

export interface PriceSnapshot {
  /** Time at which WHMCS's prices were read, RFC 3339 in UTC. */
  readAt: string;
  prices: PriceList;
}

/** Returns the stored prices in a currency; `null` if there are none. */
export async function readSnapshot(db: D1Database, currency: string): Promise<PriceSnapshot | null> {
  const row = await db
    .prepare("SELECT read_at, prices FROM price_snapshots WHERE currency = ?")
    .bind(currency)
    .first<{ read_at: string; prices: string }>();
  return row && { readAt: row.read_at, prices: JSON.parse(row.prices) as PriceList };
}

/** Returns whether prices are recent enough to return. @param now epoch milliseconds */
export function isServed({ readAt }: { readAt: string }, now: number): boolean {
  return now - Date.parse(readAt) <= MAX_AGE_MS;
}

/** Returns the currencies of the catalogue that have stored prices, with the time at which the prices were read. */
export async function snapshotsKept(db: D1Database): Promise<{ currency: Currency; readAt: string }[]> {
  const { results } = await db
    .prepare("SELECT currency, read_at FROM price_snapshots ORDER BY currency")
    .all<{ currency: string; read_at: string }>();
  return results.flatMap(({ currency, read_at: readAt }) => {
    const known = CURRENCIES.find((code) => code === currency);
    return known ? [{ currency: known, readAt }] : [];
  });
}

/**
 * Stores the price lists of all currencies, which were read together, and deletes those of other currencies. Does not
 * overwrite or delete a newer list.
 */
export async function keepSnapshots(
  db: D1Database,
  readAt: string,
  lists: ReadonlyMap<string, PriceList>,
): Promise<void> {
  const statements = [...lists].map(([currency, prices]) =>
    db
      .prepare(
        `INSERT INTO price_snapshots (currency, read_at, prices) VALUES (?1, ?2, ?3)
         ON CONFLICT (currency) DO UPDATE SET read_at = ?2, prices = ?3 WHERE read_at <= ?2`,
      )
      .bind(currency, readAt, JSON.stringify(prices)),
  );
  await db.batch([
    db
      .prepare("DELETE FROM price_snapshots WHERE read_at <= ? AND currency NOT IN (SELECT value FROM json_each(?))")
      .bind(readAt, JSON.stringify([...lists.keys()])),
    ...statements,
  ]);
}

/** Returns a domain's longest extension that has prices; `null` if no extension has prices. */
export function extensionIn({ extensions }: PriceList, name: string): ExtensionPricing | null {
  const byTld = new Map(extensions.map((extension) => [extension.tld, extension]));
  return possibleExtensions(name).flatMap((tld) => byTld.get(tld) ?? [])[0] ?? null;
}
