import type { Language } from "../platform/language.ts";
import {
  type Catalogue,
  type CataloguePlan,
  type CatalogueProductLine,
  type CatalogueSpecification,
  LINK_KINDS,
  type LinkKind,
} from "./catalogue.ts";

/** The texts of a catalogue in one language. Every billing system's database has the same tables for them. */
export interface CatalogueTexts extends Pick<Catalogue, "links" | "productLines" | "specifications"> {
  /** The plans in display order. */
  plans: Omit<CataloguePlan, "prices" | "firstYearDiscount" | "product" | "promotion">[];
}

type PlanRow = Omit<CatalogueTexts["plans"][number], "features" | "specifications">;

/**
 * Reads a catalogue's texts and the results of the caller's statements in one transaction.
 * @returns the texts, and the results of those statements in their order
 * @throws if a link has no template, because an incomplete catalogue must not be served
 */
export async function readCatalogueTexts(
  db: D1Database,
  language: Language,
  others: D1PreparedStatement[],
): Promise<{ texts: CatalogueTexts; results: D1Result[] }> {
  const inLanguage = (sql: string) => db.prepare(sql).bind(language);
  const [lines, plans, features, specifications, values, links, ...results] = (await db.batch([
    inLanguage(`SELECT l.id, t.name, t.description FROM product_lines l
      JOIN product_line_texts t ON t.line_id = l.id AND t.language = ? ORDER BY l.position`),
    inLanguage(`SELECT p.id, p.line_id AS line, t.name, t.description, p.usual_cycle AS usualCycle
      FROM plans p JOIN plan_texts t ON t.plan_id = p.id AND t.language = ? ORDER BY p.position`),
    inLanguage("SELECT plan_id, feature FROM plan_features WHERE language = ? ORDER BY plan_id, position"),
    inLanguage(`SELECT s.id, t.group_name AS "group", t.name FROM specifications s
      JOIN specification_texts t ON t.specification_id = s.id AND t.language = ? ORDER BY s.position`),
    inLanguage("SELECT plan_id, specification_id AS id, value FROM plan_specifications WHERE language = ?"),
    inLanguage("SELECT kind, template FROM link_templates WHERE language = ?"),
    ...others,
  ])) as [
    D1Result<CatalogueProductLine>,
    D1Result<PlanRow>,
    D1Result<{ plan_id: string; feature: string }>,
    D1Result<CatalogueSpecification>,
    D1Result<{ plan_id: string; id: string; value: string }>,
    D1Result<{ kind: string; template: string }>,
    ...D1Result[],
  ];
  const featuresOf = Map.groupBy(features.results, (row) => row.plan_id);
  const valuesOf = Map.groupBy(values.results, (row) => row.plan_id);
  const texts = {
    links: linkTemplates(links.results),
    productLines: lines.results,
    specifications: specifications.results,
    plans: plans.results.map((plan) => ({
      ...plan,
      features: (featuresOf.get(plan.id) ?? []).map(({ feature }) => feature),
      specifications: (valuesOf.get(plan.id) ?? []).map(({ id, value }) => ({ id, value })),
    })),
  };
  return { texts, results };
}

function linkTemplates(rows: { kind: string; template: string }[]): Catalogue["links"] {
  const byKind = new Map(rows.map(({ kind, template }) => [kind, template]));
  const templates = LINK_KINDS.map((kind): [LinkKind, string] => {
    const template = byKind.get(kind);
    if (template === undefined) throw new Error(`no link template ${kind}`);
    return [kind, template];
  });
  return Object.fromEntries(templates) as Catalogue["links"];
}
