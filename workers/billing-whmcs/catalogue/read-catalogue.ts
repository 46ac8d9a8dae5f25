import type { Call } from "../../../shared/billing-contract/call.ts";
import type { BillingHealth, Catalogue, CatalogueQuery } from "../../../shared/billing-contract/catalogue.ts";
import { readCatalogueTexts } from "../../../shared/billing-contract/catalogue-in-language.ts";
import type { Availability } from "../../../shared/billing-contract/domain-orders.ts";
import type { BillingResult, BillingUnavailable, CurrencyNotSold } from "../../../shared/billing-contract/result.ts";
import { takesNewNames } from "../../../shared/domain-names/registration-terms.ts";
import { NoAnswer } from "../bridge/outcome.ts";
import type { PlainContext } from "../whmcs-context.ts";
import { isServed, readSnapshot, snapshotsKept } from "./price-snapshot.ts";

/** Returns the plans and extensions with their stored prices. Does not call WHMCS. */
export async function readCatalogue(
  { db, now }: PlainContext,
  _call: Call,
  { currency, language }: CatalogueQuery,
): Promise<BillingResult<Catalogue, BillingUnavailable | CurrencyNotSold>> {
  const [snapshot, kept] = [await readSnapshot(db, currency), await snapshotsKept(db)];
  const currencies = kept.filter((one) => isServed(one, now())).map(({ currency }) => currency);
  // All currencies are stored together. If other currencies have recent prices, the provider does not sell in the
  // missing one.
  if (!snapshot && currencies.length > 0) return { ok: false, problem: { code: "currency_not_sold", currencies } };
  if (!snapshot || !isServed(snapshot, now())) return { ok: false, problem: new NoAnswer("unread").problem };
  const mapped = db.prepare("SELECT plan_id, product_id AS product, promotion FROM plan_products");
  const { texts, results } = await readCatalogueTexts(db, language, [mapped]);
  const [map] = results as [D1Result<{ plan_id: string; product: number; promotion: string | null }>];
  const { products, extensions } = snapshot.prices;
  const catalogue: Catalogue = {
    ...{ readAt: snapshot.readAt, currency, currencies, language },
    ...texts,
    plans: texts.plans.flatMap((plan) => {
      const { product = 0, promotion = null } = map.results.find((row) => row.plan_id === plan.id) ?? {};
      const { prices = [], discount = null, retired } = products[product] ?? {};
      if (prices.length === 0 || retired) return [];
      const discounted = { firstYearDiscount: discount, ...(promotion !== null && discount ? { promotion } : {}) };
      return [{ ...plan, product: String(product), prices, ...discounted }];
    }),
    extensions: extensions.flatMap(({ tld, register: { 1: register }, transfer, renew: { 1: renew } }) =>
      register !== undefined && transfer !== null && renew !== undefined && takesNewNames(tld)
        ? [{ tld, register, transfer, renew }]
        : [],
    ),
  };
  return { ok: true, value: catalogue };
}

/** Returns `null`, because WHMCS's API cannot query a registrar without an order. */
export async function askRegistrar(): Promise<Availability | null> {
  return null;
}

/**
 * Checks that the addon answers, and returns whether scheduled work is late.
 * @throws {NoAnswer} if the addon does not answer
 */
export async function checkHealth({ api, runs }: PlainContext): Promise<BillingHealth> {
  if (!(await api.isAnswering())) throw new NoAnswer("unreachable");
  return { isWorkLate: await runs.isAnyLate() };
}
