import { BILLING_CYCLES, type BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { Call } from "../../../../shared/billing-contract/call.ts";
import {
  type Catalogue,
  type CatalogueDiscount,
  type CatalogueExtension,
  type CataloguePlan,
  type CataloguePrice,
  type CatalogueProductLine,
  type CatalogueQuery,
  type CatalogueSpecification,
  LINK_KINDS,
  type LinkKind,
} from "../../../../shared/billing-contract/catalogue.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import { takesNewNames } from "../../../../shared/domain-names/registration-terms.ts";
import { CURRENCIES } from "../../../../shared/platform/money.ts";
import type { Store } from "../store/account-store.ts";
import { batchOf, sql } from "../store/sql.ts";

type PlanRow = Pick<CataloguePlan, "id" | "line" | "name" | "description" | "usualCycle">;
type PriceRow = CataloguePrice & { planId: string };
interface DiscountRow {
  plan_id: string;
  billing_cycle: BillingCycle;
  percent: number;
  ends_on: string | null;
}
interface LinkRow {
  kind: string;
  template: string;
}

/** The price list of a currency in a language, read in one transaction. */
export async function readCatalogue({ db }: Store, _call: Call, { currency, language }: CatalogueQuery) {
  const readAt = new Date().toISOString();
  const rows = await batchOf(db, {
    lines: sql(db)<CatalogueProductLine>`
      SELECT l.id, t.name, t.description
      FROM product_lines l JOIN product_line_texts t ON t.line_id = l.id AND t.language = ${language}
      ORDER BY l.position`,
    plans: sql(db)<PlanRow>`
      SELECT p.id, p.line_id AS line, t.name, t.description, p.usual_cycle AS usualCycle
      FROM plans p JOIN plan_texts t ON t.plan_id = p.id AND t.language = ${language}
      ORDER BY p.position`,
    prices: sql(db)<PriceRow>`
      SELECT plan_id AS planId, billing_cycle AS billingCycle, amount, setup_fee AS setupFee
      FROM plan_prices WHERE currency = ${currency}`,
    discounts: sql(db)<DiscountRow>`
      SELECT d.plan_id, c.billing_cycle, d.percent, d.ends_on
      FROM plan_discounts d JOIN plan_discount_cycles c ON c.plan_id = d.plan_id`,
    features: sql(db)<{ plan_id: string; feature: string }>`
      SELECT plan_id, feature FROM plan_features WHERE language = ${language} ORDER BY plan_id, position`,
    specifications: sql(db)<CatalogueSpecification>`
      SELECT s.id, t.group_name AS "group", t.name
      FROM specifications s JOIN specification_texts t ON t.specification_id = s.id AND t.language = ${language}
      ORDER BY s.position`,
    planSpecifications: sql(db)<{ plan_id: string; id: string; value: string }>`
      SELECT plan_id, specification_id AS id, value FROM plan_specifications WHERE language = ${language}`,
    extensions: sql(db)<CatalogueExtension>`
      SELECT e.tld, p.register, p.transfer, p.renew
      FROM extensions e JOIN extension_prices p ON p.tld = e.tld AND p.currency = ${currency}
      ORDER BY e.featured DESC, e.position`,
    links: sql(db)<LinkRow>`SELECT kind, template FROM link_templates WHERE language = ${language}`,
  });
  const pricesOf = Map.groupBy(rows.prices, (row) => row.planId);
  const discountsOf = Map.groupBy(rows.discounts, (row) => row.plan_id);
  const featuresOf = Map.groupBy(rows.features, (row) => row.plan_id);
  const specificationsOf = Map.groupBy(rows.planSpecifications, (row) => row.plan_id);

  const catalogue: Catalogue = {
    readAt,
    currency,
    // The engine has a price list in each of them.
    currencies: [...CURRENCIES],
    language,
    links: linkTemplates(rows.links),
    productLines: rows.lines,
    plans: rows.plans
      .filter((plan) => pricesOf.has(plan.id))
      .map((plan) => ({
        ...plan,
        prices: toPrices(pricesOf.get(plan.id) ?? []),
        firstYearDiscount: toDiscount(discountsOf.get(plan.id) ?? []),
        features: (featuresOf.get(plan.id) ?? []).map((row) => row.feature),
        specifications: (specificationsOf.get(plan.id) ?? []).map(({ id, value }) => ({ id, value })),
      })),
    specifications: rows.specifications,
    // A price list may sell renewals of an extension only.
    extensions: rows.extensions.filter(({ tld }) => takesNewNames(tld)),
  };
  return ok(catalogue);
}

/** Fails where the database does not answer. */
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

/** @throws if a template is missing: an incomplete catalogue is not served */
function linkTemplates(links: LinkRow[]): Catalogue["links"] {
  const byKind = new Map(links.map((row) => [row.kind, row.template]));
  const templates = LINK_KINDS.map((kind): [LinkKind, string] => {
    const template = byKind.get(kind);
    if (template === undefined) throw new Error(`no link template ${kind}`);
    return [kind, template];
  });
  return Object.fromEntries(templates) as Catalogue["links"];
}
