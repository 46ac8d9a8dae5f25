import type { CatalogueDiscount, CataloguePrice } from "../../../shared/billing-contract/catalogue.ts";
import { possibleExtensions } from "../../../shared/ordering/domain-orders.ts";
import { CURRENCIES, type Currency } from "../../../shared/platform/money.ts";
import type { ExtensionPricing } from "../answers/products.ts";
import type { ProductFacts } from "../answers/provider.ts";

/** The maximum age of served prices. The catalogue promises ten minutes, including its own caches. */
export const MAX_AGE_MS = 540_000;

/** The prices of mapped products and all extensions in one currency, without tax. */
export interface PriceList {
  /** The products by id. */
  products: Readonly<Record<string, SoldProduct>>;
  /** The extensions in display order. */
  extensions: readonly ExtensionPricing[];
}

interface SoldProduct extends Pick<ProductFacts, "retired" | "prorata"> {
  prices: CataloguePrice[];
  /** The products to which a service of this product can change; null if unknown. */
  upgrades_to: number[] | null;
  /** Whether the product is out of stock. */
  isOut: boolean;
  /** The first year's discount from the plan's own promotion. Other codes are not stored. */
  discount: CatalogueDiscount | null;
}

export interface PriceSnapshot {
  /** RFC 3339, UTC. */
  readAt: string;
  prices: PriceList;
}

/** Reads a snapshot; null before the first one was taken. */
export async function readSnapshot(db: D1Database, currency: string): Promise<PriceSnapshot | null> {
  const row = await db
    .prepare("SELECT read_at, prices FROM price_snapshots WHERE currency = ?")
    .bind(currency)
    .first<{ read_at: string; prices: string }>();
  return row && { readAt: row.read_at, prices: JSON.parse(row.prices) as PriceList };
}

/** Returns whether prices from that time are recent enough to serve. @param now epoch milliseconds */
export function isServed({ readAt }: { readAt: string }, now: number): boolean {
  return now - Date.parse(readAt) <= MAX_AGE_MS;
}

/** Returns the catalogue's currencies that have a snapshot, with their read times. */
export async function snapshotsKept(db: D1Database): Promise<{ currency: Currency; readAt: string }[]> {
  const { results } = await db
    .prepare("SELECT currency, read_at FROM price_snapshots ORDER BY currency")
    .all<{ currency: string; read_at: string }>();
  return results.flatMap(({ currency, read_at: readAt }) => {
    const known = CURRENCIES.find((code) => code === currency);
    return known ? [{ currency: known, readAt }] : [];
  });
}

/** Stores the lists of all currencies, read together. A newer stored list stays. */
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

/** Returns the longest priced extension of a domain; null if there is none. */
export function extensionIn({ extensions }: PriceList, name: string): ExtensionPricing | null {
  const byTld = new Map(extensions.map((extension) => [extension.tld, extension]));
  return possibleExtensions(name).flatMap((tld) => byTld.get(tld) ?? [])[0] ?? null;
}
