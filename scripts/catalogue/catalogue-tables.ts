import type { LinkKind } from "../../shared/billing-contract/catalogue.ts";
import { LANGUAGES, type Text } from "../../shared/platform/language.ts";
import type { Catalogue, CataloguePlan } from "./catalogue-file.ts";
import type { Row, Table } from "./table-sql.ts";

/**
 * Converts a catalogue to rows of the billing engine's database. Referenced tables come before the tables that refer to
 * them.
 */
export function catalogueTables(catalogue: Catalogue): Table[] {
  const { plans, extensions } = catalogue;
  return [
    ...textTables(catalogue),
    ["plan_prices", plans.flatMap(priceRows)],
    [
      "plan_discounts",
      plans.flatMap(({ id, firstYearDiscount: of }) =>
        of ? [{ plan_id: id, percent: of.percent, ends_on: of.endsOn }] : [],
      ),
    ],
    [
      "plan_discount_cycles",
      plans.flatMap(({ id, firstYearDiscount }) =>
        (firstYearDiscount?.billingCycles ?? []).map((billing_cycle) => ({ plan_id: id, billing_cycle })),
      ),
    ],
    ["extensions", extensions.map(({ tld, featured }, position) => ({ tld, position, featured: featured ? 1 : 0 }))],
    [
      "extension_prices",
      extensions.flatMap(({ tld, prices }) =>
        Object.entries(prices).map(([currency, of]) => ({ tld, currency, ...of })),
      ),
    ],
    termsTable(catalogue),
  ];
}

/** Returns the rows of the `terms` table: the provider's own terms and those of registries. */
export function termsTable({ terms }: Pick<Catalogue, "terms">): Table {
  return [
    "terms",
    terms.flatMap(({ title, url, inForceOn, extensions }) =>
      (extensions ?? [""]).map((scope) => ({
        ...{ scope, in_force_on: inForceOn, title_en: title.en, title_fr: title.fr, url },
      })),
    ),
  ];
}

/**
 * Returns the rows that describe the products in words: product lines, plans, specifications and links.
 * @param links templates that replace those of Frontdesk's own pages and carts
 */
export function textTables(
  { lines, plans, specifications, links: given }: Catalogue,
  links: Partial<Record<LinkKind, string | Text>> = given ?? {},
): Table[] {
  const templates: Record<LinkKind, string | Text> = { ...OWN_LINKS, ...links };
  return [
    ["product_lines", lines.map(({ id }, position) => ({ id, position }))],
    ["product_line_texts", lines.flatMap(({ id, name, description }) => texts({ line_id: id }, { name, description }))],
    [
      "plans",
      plans.map(({ id, line, usualCycle }, position) => ({ id, line_id: line, position, usual_cycle: usualCycle })),
    ],
    ["plan_texts", plans.flatMap(({ id, name, description }) => texts({ plan_id: id }, { name, description }))],
    [
      "plan_features",
      plans.flatMap(({ id, features }) =>
        features.flatMap((feature, position) => texts({ plan_id: id, position }, { feature })),
      ),
    ],
    ["specifications", specifications.map(({ id }, position) => ({ id, position }))],
    [
      "specification_texts",
      specifications.flatMap(({ id, group, name }) => texts({ specification_id: id }, { group_name: group, name })),
    ],
    [
      "plan_specifications",
      plans.flatMap(({ id, specifications: values }) =>
        Object.entries(values).flatMap(([row, value]) => texts({ plan_id: id, specification_id: row }, { value })),
      ),
    ],
    [
      "link_templates",
      Object.entries(templates).flatMap(([kind, of]) =>
        texts({ kind }, { template: typeof of === "string" ? { en: of, fr: of } : of }),
      ),
    ],
  ];
}

/** Returns one row per language. */
function texts(key: Row, words: Record<string, Text>): Row[] {
  return LANGUAGES.map((language) => ({
    ...key,
    language,
    ...Object.fromEntries(Object.entries(words).map(([column, text]) => [column, text[language]])),
  }));
}

function priceRows({ id, prices, setupFee }: CataloguePlan): Row[] {
  return Object.entries(prices).flatMap(([currency, cycles]) =>
    Object.entries(cycles).map(([billing_cycle, amount]) => ({
      ...{ plan_id: id, currency, billing_cycle, amount },
      setup_fee: setupFee[currency as keyof typeof setupFee] ?? 0,
    })),
  );
}

/** Link templates for Frontdesk's own pages: the site's home page, its plan pages, and the carts in the client area. */
const OWN_LINKS: Record<LinkKind, string> = {
  line_page: "{site}/plans?line={line}&currency={currency}&lang={language}",
  plan_page: "{site}/plans/{plan}?currency={currency}&lang={language}",
  plan_cart: "{client_area}/cart?plan={plan}&currency={currency}&lang={language}",
  register_cart: "{client_area}/cart?domain={domain}&type=register&currency={currency}&lang={language}",
  transfer_cart: "{client_area}/cart?domain={domain}&type=transfer&currency={currency}&lang={language}",
  domains_cart: "{client_area}/cart?type=register&currency={currency}&lang={language}",
};
