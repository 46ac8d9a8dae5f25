import { BILLING_CYCLES, type BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { Call } from "../../../../shared/billing-contract/call.ts";
import type {
  Catalogue,
  CatalogueDiscount,
  CatalogueExtension,
  CataloguePrice,
  CatalogueQuery,
} from "../../../../shared/billing-contract/catalogue.ts";
import { readCatalogueTexts } from "../../../../shared/billing-contract/catalogue-in-language.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import { takesNewNames } from "../../../../shared/domain-names/registration-terms.ts";
import { CURRENCIES } from "../../../../shared/platform/money.ts";
import type { Store } from "../store/account-store.ts";
import { namedRows, sql } from "../store/sql.ts";

type PriceRow = CataloguePrice & { planId: string };
interface DiscountRow {
  plan_id: string;
  billing_cycle: BillingCycle;
  percent: number;
  ends_on: string | null;
}

/** Reads the price list for a currency and the texts in a language, in one transaction. */
export async function readCatalogue({ db }: Store, _call: Call, { currency, language }: CatalogueQuery) {
  const readAt = new Date().toISOString();
  const statements = {
    prices: sql(db)<PriceRow>`
      SELECT plan_id AS planId, billing_cycle AS billingCycle, amount, setup_fee AS setupFee
      FROM plan_prices WHERE currency = ${currency}`,
    discounts: sql(db)<DiscountRow>`
      SELECT d.plan_id, c.billing_cycle, d.percent, d.ends_on
      FROM plan_discounts d JOIN plan_discount_cycles c ON c.plan_id = d.plan_id`,
    extensions: sql(db)<CatalogueExtension>`
      SELECT e.tld, p.register, p.transfer, p.renew
      FROM extensions e JOIN extension_prices p ON p.tld = e.tld AND p.currency = ${currency}
      ORDER BY e.featured DESC, e.position`,
  };
  const { texts, results } = await readCatalogueTexts(db, language, Object.values(statements));
  const rows = namedRows(statements, results);
  const pricesOf = Map.groupBy(rows.prices, (row) => row.planId);
  const discountsOf = Map.groupBy(rows.discounts, (row) => row.plan_id);

  const catalogue: Catalogue = {
    readAt,
    currency,
    // The engine has a price list in every currency.
    currencies: [...CURRENCIES],
    language,
    ...texts,
    plans: texts.plans
      .filter((plan) => pricesOf.has(plan.id))
      .map((plan) => ({
        ...plan,
        prices: toPrices(pricesOf.get(plan.id) ?? []),
        firstYearDiscount: toDiscount(discountsOf.get(plan.id) ?? []),
      })),
    // Some extensions in a price list can only be renewed.
    extensions: rows.extensions.filter(({ tld }) => takesNewNames(tld)),
  };
  return ok(catalogue);
}

/** Checks whether scheduled work is late. Throws if the database does not respond. */
export async function checkHealth({ db, runs }: Store & { runs: { isAnyLate(): Promise<boolean> } }) {
  await db.prepare("SELECT 1 FROM product_lines LIMIT 1").first();
  return ok({ isWorkLate: await runs.isAnyLate() });
}

function toPrices(prices: PriceRow[]): CataloguePrice[] {
  return prices
    .map(({ planId: _, ...price }) => price)
    .sort((a, b) => BILLING_CYCLES.indexOf(a.billingCycle) - BILLING_CYCLES.indexOf(b.billingCycle));
}

function toDiscount(discounts: DiscountRow[]): CatalogueDiscount | null {
  const [first] = discounts;
  if (!first) return null;
  const cycles = new Set(discounts.map((row) => row.billing_cycle));
  return {
    percent: first.percent,
    billingCycles: BILLING_CYCLES.filter((cycle) => cycles.has(cycle)),
    endsOn: first.ends_on,
  };
}
