import type { Call } from "../../../shared/billing-contract/call.ts";
import {
  type BillingHealth,
  type Catalogue,
  type CataloguePlan,
  type CatalogueProductLine,
  type CatalogueQuery,
  type CatalogueSpecification,
  LINK_KINDS,
  type LinkKind,
} from "../../../shared/billing-contract/catalogue.ts";
import type { Availability } from "../../../shared/billing-contract/domain-orders.ts";
import type { BillingResult, BillingUnavailable, CurrencyNotSold } from "../../../shared/billing-contract/result.ts";
import { takesNewNames } from "../../../shared/domain-names/registration-terms.ts";
import { NoAnswer } from "../bridge/outcome.ts";
import type { PlainContext } from "../whmcs-context.ts";
import { isServed, readSnapshot, snapshotsKept } from "./price-snapshot.ts";

type PlanRow = Pick<CataloguePlan, "id" | "line" | "name" | "description" | "usualCycle"> & {
  product_id: number;
  promotion: string | null;
};

/** The plan map with the prices of the last snapshot; nothing is asked of the billing system. */
export async function readCatalogue(
  { db, now }: PlainContext,
  _call: Call,
  { currency, language }: CatalogueQuery,
): Promise<BillingResult<Catalogue, BillingUnavailable | CurrencyNotSold>> {
  const [snapshot, kept] = [await readSnapshot(db, currency), await snapshotsKept(db)];
  const currencies = kept.filter((one) => isServed(one, now())).map(({ currency }) => currency);
  // Snapshots are kept together: what is missing beside a young one is not sold.
  if (!snapshot && currencies.length > 0) return { ok: false, problem: { code: "currency_not_sold", currencies } };
  if (!snapshot || !isServed(snapshot, now())) return { ok: false, problem: new NoAnswer("unread").problem };
  const inLanguage = (sql: string) => db.prepare(sql).bind(language);
  const [lines, plans, features, specifications, values, links] = (await db.batch([
    inLanguage(`SELECT l.id, t.name, t.description FROM product_lines l
      JOIN product_line_texts t ON t.line_id = l.id AND t.language = ? ORDER BY l.position`),
    inLanguage(`SELECT p.id, p.line_id AS line, t.name, t.description, p.usual_cycle AS usualCycle, m.product_id, m.promotion
      FROM plans p JOIN plan_texts t ON t.plan_id = p.id AND t.language = ?
        JOIN plan_products m ON m.plan_id = p.id ORDER BY p.position`),
    inLanguage("SELECT plan_id, feature FROM plan_features WHERE language = ? ORDER BY plan_id, position"),
    inLanguage(`SELECT s.id, t.group_name AS "group", t.name FROM specifications s
      JOIN specification_texts t ON t.specification_id = s.id AND t.language = ? ORDER BY s.position`),
    inLanguage("SELECT plan_id, specification_id AS id, value FROM plan_specifications WHERE language = ?"),
    inLanguage("SELECT kind, template FROM link_templates WHERE language = ?"),
  ])) as [
    D1Result<CatalogueProductLine>,
    D1Result<PlanRow>,
    D1Result<{ plan_id: string; feature: string }>,
    D1Result<CatalogueSpecification>,
    D1Result<{ plan_id: string; id: string; value: string }>,
    D1Result<{ kind: string; template: string }>,
  ];
  const featuresOf = Map.groupBy(features.results, (row) => row.plan_id);
  const valuesOf = Map.groupBy(values.results, (row) => row.plan_id);
  const { products, extensions } = snapshot.prices;
  const catalogue: Catalogue = {
    readAt: snapshot.readAt,
    currency,
    currencies,
    language,
    links: linkTemplates(links.results),
    productLines: lines.results,
    plans: plans.results.flatMap(({ product_id: product, promotion, ...plan }) => {
      const { prices = [], discount = null, retired } = products[product] ?? {};
      if (prices.length === 0 || retired) return [];
      return [
        {
          ...plan,
          product: String(product),
          prices,
          firstYearDiscount: discount,
          ...(promotion !== null && discount ? { promotion } : {}),
          features: (featuresOf.get(plan.id) ?? []).map(({ feature }) => feature),
          specifications: (valuesOf.get(plan.id) ?? []).map(({ id, value }) => ({ id, value })),
        },
      ];
    }),
    specifications: specifications.results,
    extensions: extensions.flatMap(({ tld, register: { 1: register }, transfer, renew: { 1: renew } }) =>
      register !== undefined && transfer !== null && renew !== undefined && takesNewNames(tld)
        ? [{ tld, register, transfer, renew }]
        : [],
    ),
  };
  return { ok: true, value: catalogue };
}

/** There is no registrar to ask through the API without an order. */
export async function askRegistrar(): Promise<Availability | null> {
  return null;
}

/** Succeeds while the host's circuit is closed and a call has been answered of late; otherwise asks for the version. */
export async function checkHealth({ api, runs }: PlainContext): Promise<BillingHealth> {
  if (!(await api.isAnswering())) throw new NoAnswer("unreachable");
  return { isWorkLate: await runs.isAnyLate() };
}

/** @throws if a template is missing: an incomplete catalogue is not served */
function linkTemplates(rows: { kind: string; template: string }[]): Catalogue["links"] {
  const byKind = new Map(rows.map(({ kind, template }) => [kind, template]));
  const templates = LINK_KINDS.map((kind): [LinkKind, string] => {
    const template = byKind.get(kind);
    if (template === undefined) throw new Error(`no link template ${kind}`);
    return [kind, template];
  });
  return Object.fromEntries(templates) as Catalogue["links"];
}
