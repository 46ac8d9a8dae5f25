import { BILLING_CYCLES, type BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import {
  type Catalogue,
  type CatalogueExtension,
  type CataloguePlan,
  type CataloguePrice,
  type CatalogueProductLine,
  type CatalogueQuery,
  type CatalogueSpecification,
  type FirstYearDiscount,
  LINK_KINDS,
  type LinkKind,
} from "../../../../shared/billing-contract/catalogue.ts";
import { takesNewNames } from "../../../../shared/domain-names/terms.ts";

interface PlanRow {
  id: string;
  line: string;
  name: string;
  description: string;
  usual_cycle: BillingCycle;
}
interface PriceRow {
  plan_id: string;
  billing_cycle: BillingCycle;
  amount: number;
  setup_fee: number;
}
interface DiscountRow {
  plan_id: string;
  billing_cycle: BillingCycle;
  percent: number;
  ends_on: string | null;
}
interface FeatureRow {
  plan_id: string;
  feature: string;
}
interface PlanSpecificationRow {
  plan_id: string;
  id: string;
  value: string;
}
interface LinkRow {
  kind: string;
  template: string;
}

/** The catalogue part of the embedded billing engine. */
export class EmbeddedCatalogue {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Reads one price list in one language, in one transaction. */
  async read({ currency, language }: CatalogueQuery): Promise<Catalogue> {
    const [lines, plans, prices, discounts, features, specifications, planSpecifications, extensions, links] =
      await this.#db.batch([
        this.#db.prepare(LINES).bind(language),
        this.#db.prepare(PLANS).bind(language),
        this.#db.prepare(PRICES).bind(currency),
        this.#db.prepare(DISCOUNTS),
        this.#db.prepare(FEATURES).bind(language),
        this.#db.prepare(SPECIFICATIONS).bind(language),
        this.#db.prepare(PLAN_SPECIFICATIONS).bind(language),
        this.#db.prepare(EXTENSIONS).bind(currency),
        this.#db.prepare(LINKS).bind(language),
      ]);

    const pricesOf = Map.groupBy(rows<PriceRow>(prices), (row) => row.plan_id);
    const discountsOf = Map.groupBy(rows<DiscountRow>(discounts), (row) => row.plan_id);
    const featuresOf = Map.groupBy(rows<FeatureRow>(features), (row) => row.plan_id);
    const specificationsOf = Map.groupBy(rows<PlanSpecificationRow>(planSpecifications), (row) => row.plan_id);

    return {
      currency,
      language,
      links: linkTemplates(rows<LinkRow>(links)),
      productLines: rows<CatalogueProductLine>(lines),
      plans: rows<PlanRow>(plans)
        .filter((plan) => pricesOf.has(plan.id))
        .map(
          (plan): CataloguePlan => ({
            id: plan.id,
            line: plan.line,
            name: plan.name,
            description: plan.description,
            usualCycle: plan.usual_cycle,
            prices: toPrices(pricesOf.get(plan.id) ?? []),
            firstYearDiscount: toDiscount(discountsOf.get(plan.id) ?? []),
            features: (featuresOf.get(plan.id) ?? []).map((row) => row.feature),
            specifications: (specificationsOf.get(plan.id) ?? []).map(({ id, value }) => ({ id, value })),
          }),
        ),
      specifications: rows<CatalogueSpecification>(specifications),
      // A price list may hold one for renewals alone.
      extensions: rows<CatalogueExtension>(extensions).filter(({ tld }) => takesNewNames(tld)),
    };
  }
}

const LINES = `
  SELECT l.id, t.name, t.description
  FROM product_lines l JOIN product_line_texts t ON t.line_id = l.id AND t.language = ?
  ORDER BY l.position`;

const PLANS = `
  SELECT p.id, p.line_id AS line, t.name, t.description, p.usual_cycle
  FROM plans p JOIN plan_texts t ON t.plan_id = p.id AND t.language = ?
  ORDER BY p.position`;

const PRICES = "SELECT plan_id, billing_cycle, amount, setup_fee FROM plan_prices WHERE currency = ?";

const DISCOUNTS = `
  SELECT d.plan_id, c.billing_cycle, d.percent, d.ends_on
  FROM plan_discounts d JOIN plan_discount_cycles c ON c.plan_id = d.plan_id`;

const FEATURES = "SELECT plan_id, feature FROM plan_features WHERE language = ? ORDER BY plan_id, position";

const SPECIFICATIONS = `
  SELECT s.id, t.group_name AS "group", t.name
  FROM specifications s JOIN specification_texts t ON t.specification_id = s.id AND t.language = ?
  ORDER BY s.position`;

const PLAN_SPECIFICATIONS = "SELECT plan_id, specification_id AS id, value FROM plan_specifications WHERE language = ?";

const EXTENSIONS = `
  SELECT e.tld, p.register, p.transfer, p.renew
  FROM extensions e JOIN extension_prices p ON p.tld = e.tld AND p.currency = ?
  ORDER BY e.featured DESC, e.position`;

const LINKS = "SELECT kind, template FROM link_templates WHERE language = ?";

/** The rows of one statement of a batch; the statement beside it says their shape. */
function rows<Row>(result: D1Result | undefined): Row[] {
  return (result?.results ?? []) as Row[];
}

function toPrices(prices: PriceRow[]): CataloguePrice[] {
  return prices
    .map((row) => ({ billingCycle: row.billing_cycle, amount: row.amount, setupFee: row.setup_fee }))
    .sort((a, b) => BILLING_CYCLES.indexOf(a.billingCycle) - BILLING_CYCLES.indexOf(b.billingCycle));
}

function toDiscount(discounts: DiscountRow[]): FirstYearDiscount | null {
  const [first] = discounts;
  if (!first) return null;
  const cycles = new Set(discounts.map((row) => row.billing_cycle));
  return {
    percent: first.percent,
    billingCycles: BILLING_CYCLES.filter((cycle) => cycles.has(cycle)),
    endsOn: first.ends_on,
  };
}

/** @throws when a template is missing: half a catalogue is not served. */
function linkTemplates(links: LinkRow[]): Catalogue["links"] {
  const byKind = new Map(links.map((row) => [row.kind, row.template]));
  const templates = LINK_KINDS.map((kind): [LinkKind, string] => {
    const template = byKind.get(kind);
    if (template === undefined) throw new Error(`no link template ${kind}`);
    return [kind, template];
  });
  return Object.fromEntries(templates) as Catalogue["links"];
}
