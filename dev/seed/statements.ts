import type { LinkKind } from "../../shared/billing-contract/catalogue.ts";
import { LANGUAGES, type Text } from "../../shared/platform/language.ts";
import { CURRENCIES } from "../../shared/platform/money.ts";
import { calendarAround } from "./customers/calendar.ts";
import { customerTables } from "./customers/customer-tables.ts";
import { extensions } from "./extensions.ts";
import { plans } from "./plans.ts";
import { productLines } from "./product-lines.ts";
import type { SeedPlan, Table, Value } from "./seed-types.ts";
import { specifications } from "./specifications.ts";
import { terms } from "./terms.ts";

/** Rows per statement, far below the database's limit on a statement's length. */
const ROWS_PER_STATEMENT = 100;

/**
 * SQL that puts the demonstration data into an embedded billing engine, in place of its catalogue and its customers.
 * @param today the day that dates of customers' data are relative to
 */
export function seedStatements(today = new Date()): string[] {
  const tables = [...catalogueTables(), ...customerTables(calendarAround(today))];
  const deletions = tables.map(([table]) => `DELETE FROM ${table}`).reverse();
  return [...deletions, ...tables.flatMap(insertions)];
}

function catalogueTables(): Table[] {
  return [
    ...catalogueTextTables(),
    ["plan_prices", plans.flatMap(priceRows)],
    ["plan_discounts", plans.flatMap(discountRow)],
    [
      "plan_discount_cycles",
      plans.flatMap((plan) => (plan.firstYearDiscount?.billingCycles ?? []).map((cycle) => [plan.id, cycle])),
    ],
    ["extensions", extensions.map((extension, position) => [extension.tld, position, extension.featured ? 1 : 0])],
    [
      "extension_prices",
      extensions.flatMap(({ tld, prices }) =>
        CURRENCIES.map((currency) => {
          const { register, transfer, renew } = prices[currency];
          return [tld, currency, register, transfer, renew];
        }),
      ),
    ],
    termsTable(),
    ["demonstration_clock", []],
  ];
}

/** The provider's terms and those of registries. */
export function termsTable(): Table {
  return ["terms", terms.map(({ scope, inForceOn, title, url }) => [scope, inForceOn, title.en, title.fr, url])];
}

/** What is sold, in words: product lines, plans, specifications and links. @param links in place of the demonstration's own */
export function catalogueTextTables(links: Partial<typeof linkTemplates> = {}): Table[] {
  return [
    ["product_lines", productLines.map((line, position) => [line.id, position])],
    ["product_line_texts", productLines.flatMap((line) => texts(line.id, line.name, line.description))],
    ["plans", plans.map((plan, position) => [plan.id, plan.line, position, plan.usualCycle])],
    ["plan_texts", plans.flatMap((plan) => texts(plan.id, plan.name, plan.description))],
    ["plan_features", plans.flatMap(featureRows)],
    ["specifications", specifications.map((row, position) => [row.id, position])],
    ["specification_texts", specifications.flatMap((row) => texts(row.id, row.group, row.name))],
    ["plan_specifications", plans.flatMap(specificationRows)],
    [
      "link_templates",
      Object.entries({ ...linkTemplates, ...links }).flatMap(([kind, template]) =>
        LANGUAGES.map((language) => [kind, language, template]),
      ),
    ],
  ];
}

function texts(id: string, first: Text, second: Text): Value[][] {
  return LANGUAGES.map((language) => [id, language, first[language], second[language]]);
}

function priceRows(plan: SeedPlan): Value[][] {
  return CURRENCIES.flatMap((currency) =>
    Object.entries(plan.prices[currency]).map(([cycle, amount]) => [
      plan.id,
      currency,
      cycle,
      amount,
      plan.setupFee?.[currency] ?? 0,
    ]),
  );
}

function discountRow(plan: SeedPlan): Value[][] {
  const discount = plan.firstYearDiscount;
  return discount ? [[plan.id, discount.percent, discount.endsOn ?? null]] : [];
}

function featureRows(plan: SeedPlan): Value[][] {
  return LANGUAGES.flatMap((language) =>
    plan.features.map((feature, position) => [plan.id, language, position, feature[language]]),
  );
}

function specificationRows(plan: SeedPlan): Value[][] {
  return Object.entries(plan.specifications).flatMap(([id, value]) =>
    LANGUAGES.map((language) => [plan.id, id, language, typeof value === "string" ? value : value[language]]),
  );
}

/** The statements that insert a table's rows. */
export function insertions([table, rows]: Table): string[] {
  const [first] = rows;
  const columns = first && !Array.isArray(first) ? Object.keys(first) : null;
  const into = columns ? `${table} (${columns.join(", ")})` : table;
  const statements: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows
      .slice(start, start + ROWS_PER_STATEMENT)
      .map((row) => `(${Object.values(row).map(literal).join(", ")})`);
    statements.push(`INSERT INTO ${into} VALUES\n${values.join(",\n")}`);
  }
  return statements;
}

function literal(value: Value): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/**
 * Where the demonstration's pages and carts are: the site's home page and its page per plan, and the client area. The same template serves every
 * language; a provider whose pages have other paths per language gives each its own.
 */
export const linkTemplates: Record<LinkKind, string> = {
  line_page: "{site}/?currency={currency}&lang={language}#{line}",
  plan_page: "{site}/plans/{plan}?currency={currency}&lang={language}",
  plan_cart: "{client_area}/cart?plan={plan}&currency={currency}&lang={language}",
  register_cart: "{client_area}/cart?domain={domain}&type=register&currency={currency}&lang={language}",
  transfer_cart: "{client_area}/cart?domain={domain}&type=transfer&currency={currency}&lang={language}",
  domains_cart: "{client_area}/cart?type=register&currency={currency}&lang={language}",
};
