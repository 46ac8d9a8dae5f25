import * as z from "zod";
import { BILLING_CYCLES } from "../../../shared/billing-contract/billing-cycle.ts";
import { CURRENCIES, type Currency } from "../../../shared/platform/money.ts";

const minor = z.int();

/** The prices of one currency as they were read: of mapped products, and of every extension. */
export const PriceList = z.object({
  /** By the product's id. */
  products: z.record(
    z.string(),
    z.array(z.object({ billingCycle: z.enum(BILLING_CYCLES), amount: minor, setupFee: minor })),
  ),
  /** First-year discounts, by the product's id. */
  discounts: z.record(
    z.string(),
    z.object({ percent: z.int(), billingCycles: z.array(z.enum(BILLING_CYCLES)), endsOn: z.string().nullable() }),
  ),
  /** In the order they are shown. */
  extensions: z.array(
    z.object({
      /** With its leading dot, A-label form. */
      tld: z.string(),
      register: minor.nullable(),
      transfer: minor.nullable(),
      renew: minor.nullable(),
      graceFee: minor.nullable(),
      redemptionFee: minor.nullable(),
    }),
  ),
});

export type PriceList = z.output<typeof PriceList>;

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
  return row && { readAt: row.read_at, prices: PriceList.parse(JSON.parse(row.prices)) };
}

/** The currencies that there is a snapshot of, with when it was read. */
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
  lists: ReadonlyMap<Currency, PriceList>,
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

/**
 * What an extension takes for a renewal in grace or redemption besides the renewal's price, by a name in it; null where it is not told in
 * the currency.
 */
export async function restoreFees(
  db: D1Database,
  currency: string,
): Promise<(name: string, status: "grace" | "redemption") => number | null> {
  const { extensions = [] } = (await readSnapshot(db, currency))?.prices ?? {};
  const longestFirst = extensions.toSorted((one, other) => other.tld.length - one.tld.length);
  return (name, status) => {
    const extension = longestFirst.find(({ tld }) => name.endsWith(tld));
    return (status === "grace" ? extension?.graceFee : extension?.redemptionFee) ?? null;
  };
}
