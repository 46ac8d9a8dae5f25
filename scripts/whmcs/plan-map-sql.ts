import { decodeHTML } from "entities";
import * as z from "zod";
import { CURRENCIES } from "../../shared/platform/money.ts";
import { id, text } from "../../workers/billing-whmcs/answers/decode.ts";
import { getProducts, type ProductPrices } from "../../workers/billing-whmcs/answers/products.ts";
import type { PromotionRow } from "../../workers/billing-whmcs/answers/provider.ts";
import { guard, insert, MARK, oneLine } from "./sql-text.ts";

const CYCLES = ["annually", "monthly", "quarterly", "semiannually", "biennially", "triennially"] as const;
const MAX_FEATURES = 20;

/** The fields of a product that a plan map needs in addition to its prices. */
const description = z.object({ gid: id, name: text(100), description: z.string().catch("") });

/** The product data that only the addon's `catalogue` call returns: visibility, group and translations. */
export const CatalogueWords = z.object({
  products: z.array(
    z.object({
      id,
      hidden: z.boolean(),
      retired: z.boolean(),
      group: z.string().nullable(),
      translations: z.record(z.string(), z.object({ name: z.string().nullable(), description: z.string().nullable() })),
    }),
  ),
});

type ProductWords = z.output<typeof CatalogueWords>["products"][number];

interface FoundPlan {
  planId: string;
  productId: number;
  groupId: number;
  /** The group's name; empty if it is not known. */
  groupName: string;
  name: string;
  /** The lines of the product's description. */
  lines: string[];
  isHidden: boolean;
  /** The French translation; `null` if WHMCS has none. */
  french: { name: string | null; lines: string[] } | null;
  usualCycle: string;
  /** The codes of the promotions that apply, with their percentages. */
  promotions: string[];
  hasStock: boolean;
}

/**
 * Returns a plan map of an installation's products as SQL, which the provider then edits. Texts that WHMCS does not
 * contain are marked, and products that are left out are listed.
 * @param products rows of GetProducts
 * @param promotions rows of GetPromotions
 * @param catalogue the addon's data about the products
 */
export function planMapSql(products: unknown[], promotions: PromotionRow[], catalogue: ProductWords[]): string {
  const leftOut: string[] = [];
  const ids = new Set<string>();
  const plans = products.flatMap((item, index): FoundPlan[] => {
    const read = getProducts.row.safeParse(item);
    const words = description.safeParse(item);
    if (!read.success || !words.success) {
      const members = [read, words].flatMap(({ error }) => error?.issues.map(({ path }) => path.join(".")) ?? []);
      leftOut.push(`row ${index + 1}: ${[...new Set(members)].join(", ")} do not read`);
      return [];
    }
    const { id: productId, paytype, pricing, unreadPrices, stockcontrol, quantity_available: left } = read.data;
    const { name, gid: groupId } = words.data;
    const told = catalogue.find((product) => product.id === productId);
    if (told?.retired) {
      leftOut.push(`product ${productId}, ${name}: it is retired`);
      return [];
    }
    const cycle = usualCycle(paytype, pricing);
    if (cycle === null) {
      const unread = CURRENCIES.flatMap((currency) => unreadPrices[currency] ?? []);
      if (unread.length > 0) leftOut.push(`product ${productId}, ${name}: ${unread.join(", ")} do not read`);
      else
        leftOut.push(
          `product ${productId}, ${name}: it has no price in ${CURRENCIES.join(", ")}, or pays as “${paytype}”`,
        );
      return [];
    }
    const applying = promotions.filter(({ appliesto }) =>
      (appliesto ?? "").split(",").some((one) => Number(one) === productId),
    );
    const french = told?.translations.french;
    return [
      {
        ...{ productId, groupId, groupName: told?.group ?? "", name, usualCycle: cycle },
        isHidden: told?.hidden ?? false,
        french: french ? { name: french.name, lines: linesOf(french.description ?? "") } : null,
        planId: uniqueId(name, productId, ids),
        lines: linesOf(words.data.description),
        promotions: applying.map(({ code, value }) => `${code} (${value / 100} %)`),
        hasStock: !stockcontrol || (left ?? 0) > 0,
      },
    ];
  });
  return [
    ...heading(leftOut),
    ...deletions(),
    ...linesSql(plans),
    ...plans.flatMap(planSql),
    ...LINKS,
    ...GUARD,
    "",
  ].join("\n");
}

/** Returns the billing cycle to offer first; `null` if the product has no usable price. */
function usualCycle(paytype: string, pricing: ProductPrices["pricing"]) {
  const prices = CURRENCIES.flatMap((currency) => pricing[currency] ?? []);
  switch (paytype.toLowerCase().replace(/[ -]/g, "")) {
    case "free":
      return "free";
    case "onetime":
      return prices.some(({ monthly }) => typeof monthly === "number") ? "one_time" : null;
    case "recurring":
      return CYCLES.find((cycle) => prices.some((price) => typeof price[cycle] === "number")) ?? null;
    default:
      return null;
  }
}

/**
 * Returns an id made from the letters and digits of the name. If another plan has that id, the product's number is
 * appended.
 */
function uniqueId(name: string, productId: number, taken: Set<string>): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  const slug =
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || `product-${productId}`;
  const found = taken.has(slug) ? `${slug}-${productId}` : slug;
  taken.add(found);
  return found;
}

/** Returns the lines of a description without its markup. */
function linesOf(html: string): string[] {
  return html
    .split(/<br\s*\/?>|<\/(?:p|li|div|ul)>|\r?\n/i)
    .map((line) =>
      decodeHTML(line.replace(/<[^>]*>/g, ""))
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line !== "");
}

function heading(leftOut: string[]): string[] {
  return [
    "-- The plan map: what the catalogue sells, in your words. Prices are read from WHMCS every three minutes.",
    `-- 1. Write every text that begins with ${MARK} The map is refused while one is left.`,
    "-- 2. Delete the plans that you do not sell, and groups that are left without one. Plans that are hidden in WHMCS are marked so.",
    "-- 3. Ids are part of addresses that people keep: change them now, not later.",
    "-- 4. Load it; it replaces the previous one:",
    "--    npx wrangler d1 execute DB -c workers/billing-whmcs/wrangler.toml --remote --file plans.sql",
    ...(leftOut.length > 0 ? ["--", "-- Left out:", ...leftOut.map((line) => `--   ${oneLine(line)}`)] : []),
    "",
  ];
}

/** The tables of the plan map. Tables that refer to others come first. */
const TABLES = [
  ...["link_templates", "plan_specifications", "specification_texts", "specifications", "plan_features", "plan_texts"],
  ...["plan_products", "plans", "product_line_texts", "product_lines"],
];

function deletions(): string[] {
  return [...TABLES.map((table) => `DELETE FROM ${table};`), ""];
}

function linesSql(plans: FoundPlan[]): string[] {
  const groups = [...new Set(plans.map(({ groupId }) => groupId))];
  return groups.flatMap((group, position) => {
    const line = lineId(group);
    const inGroup = plans.filter(({ groupId }) => groupId === group);
    const names = inGroup.map(({ name }) => name);
    const groupName = inGroup[0]?.groupName || `${MARK} name of product group ${group}`;
    return [
      `-- Product group ${group} of WHMCS: ${oneLine(names.join(", "))}`,
      insert("product_lines", ["id", "position"], [line, position]),
      ...["en", "fr"].map((language) =>
        insert(
          "product_line_texts",
          ["line_id", "language", "name", "description"],
          [line, language, language === "en" ? groupName : marked(groupName), SENTENCE],
        ),
      ),
      "",
    ];
  });
}

function planSql(plan: FoundPlan, position: number): string[] {
  const { planId, productId, groupId, name, french, usualCycle: cycle, promotions, hasStock, isHidden } = plan;
  const english = wordsOf(plan.lines);
  const translated = french && french.lines.length > 0 ? wordsOf(french.lines) : null;
  const inLanguages = [
    { language: "en", name, ...english },
    {
      language: "fr",
      name: french?.name || name,
      sentence: translated?.sentence ?? marked(english.sentence),
      features: translated?.features ?? english.features.map(marked),
    },
  ];
  return [
    `-- ${oneLine(name)}: product ${productId}${hasStock ? "" : "; none is in stock"}${isHidden ? "; hidden in WHMCS" : ""}`,
    insert("plans", ["id", "line_id", "position", "usual_cycle"], [planId, lineId(groupId), position, cycle]),
    `-- promotion: the code whose percentage is shown as the first year's discount${promotions.length > 0 ? `; there is ${oneLine(promotions.join(", "))}` : ""}.`,
    insert("plan_products", ["product_id", "plan_id", "promotion"], [productId, planId, null]),
    ...inLanguages.flatMap(({ language, name: title, sentence, features }) => [
      insert("plan_texts", ["plan_id", "language", "name", "description"], [planId, language, title, sentence]),
      ...features.map((feature, index) =>
        insert("plan_features", ["plan_id", "language", "position", "feature"], [planId, language, index, feature]),
      ),
    ]),
    "",
  ];
}

const SENTENCE = `${MARK} description, in one sentence`;

/** Treats a single line as the plan's description, and several lines as its list of features. */
function wordsOf(lines: string[]): { sentence: string; features: string[] } {
  const [only = SENTENCE, ...more] = lines;
  if (more.length > 0) return { sentence: SENTENCE, features: lines.slice(0, MAX_FEATURES) };
  return { sentence: only.slice(0, 300), features: [] };
}

function marked(text: string): string {
  return text.startsWith(MARK) ? text : `${MARK} ${text}`;
}

function lineId(group: number): string {
  return `group-${group}`;
}

const CARTS = {
  line_page: "{site}/plans?line={line}&currency={currency}&lang={language}",
  plan_page: "{site}/plans/{plan}?currency={currency}&lang={language}",
  plan_cart: "{client_area}/cart.php?a=add&pid={product}&promocode={promotion}",
  register_cart: "{client_area}/cart.php?a=add&domain=register&query={domain}",
  transfer_cart: "{client_area}/cart.php?a=add&domain=transfer&query={domain}",
  domains_cart: "{client_area}/cart.php?a=add&domain=register",
};

const LINKS = [
  "-- Where pages and carts are.",
  ...Object.entries(CARTS).flatMap(([kind, template]) =>
    ["en", "fr"].map((language) =>
      insert("link_templates", ["kind", "language", "template"], [kind, language, template]),
    ),
  ),
  "",
];

const GUARD = guard([
  ["product_line_texts", "name"],
  ["product_line_texts", "description"],
  ["plan_texts", "name"],
  ["plan_texts", "description"],
  ["plan_features", "feature"],
]);
