import type { CatalogueDiscount, CataloguePrice } from "../../../shared/billing-contract/catalogue.ts";
import { possibleExtensions } from "../../../shared/ordering/domain-orders.ts";
import { CURRENCIES, type Currency } from "../../../shared/platform/money.ts";
import type { ExtensionPricing } from "../answers/products.ts";
import type { ProductFacts } from "../answers/provider.ts";

/** The maximum age of served prices. The catalogue promises ten minutes, including its own caches. */
export const MAX_AGE_MS = 540_000;

/** The prices of one currency as they were read, without tax: of mapped products, and of every extension. */
export interface PriceList {
  /** By the product's id. */
  products: Readonly<Record<string, SoldProduct>>;
  /** In the order they are shown. */
  extensions: readonly ExtensionPricing[];
}

interface SoldProduct extends Pick<ProductFacts, "retired" | "prorata"> {
  prices: CataloguePrice[];
  /** The products that a service of it may be changed to; null where nothing tells. */
  upgrades_to: number[] | null;
  /** None is in stock. */
  isOut: boolean;
  /** Of the first year, by the plan's own promotion; other codes are kept nowhere. */
  discount: CatalogueDiscount | null;
}

export interface PriceSnapshot {
  /** RFC 3339, UTC. */
  readAt: string;
  prices: PriceList;
}

/** Null before the first one was taken. */
export async function readSnapshot(db: D1Database, currency: string): Promise<PriceSnapshot | null> {
  const row = await db
    .prepare("SELECT read_at, prices FROM price_snapshots WHERE currency = ?")
    .bind(currency)
    .first<{ read_at: string; prices: string }>();
  return row && { readAt: row.read_at, prices: JSON.parse(row.prices) as PriceList };
}

/** Whether prices that were read then are young enough. @param now epoch milliseconds */
export function isServed({ readAt }: { readAt: string }, now: number): boolean {
  return now - Date.parse(readAt) <= MAX_AGE_MS;
}

/** The currencies of the catalogue that there is a snapshot of, with when it was read. */
export async function snapshotsKept(db: D1Database): Promise<{ currency: Currency; readAt: string }[]> {
  const { results } = await db
    .prepare("SELECT currency, read_at FROM price_snapshots ORDER BY currency")
    .all<{ currency: string; read_at: string }>();
  return results.flatMap(({ currency, read_at: readAt }) => {
    const known = CURRENCIES.find((code) => code === currency);
    return known ? [{ currency: known, readAt }] : [];
  });
}

/** Keeps the lists of all currencies, which were read together; what was read later stays. */
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

/** The longest extension with prices that a name may be sold under; null where none is. */
export function extensionIn({ extensions }: PriceList, name: string): ExtensionPricing | null {
  const byTld = new Map(extensions.map((extension) => [extension.tld, extension]));
  return possibleExtensions(name).flatMap((tld) => byTld.get(tld) ?? [])[0] ?? null;
}
