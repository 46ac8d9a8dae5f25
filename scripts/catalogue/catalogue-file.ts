import { isNode, LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import { BILLING_CYCLES } from "../../shared/billing-contract/billing-cycle.ts";
import { LINK_KINDS } from "../../shared/billing-contract/catalogue.ts";
import type { Text } from "../../shared/platform/language.ts";
import { CURRENCIES } from "../../shared/platform/money.ts";

const WORDS = z.union([z.string().min(1), z.number().transform(String)]);
const TEXT = z
  .union([WORDS, z.strictObject({ en: WORDS, fr: WORDS })])
  .transform((text): Text => (typeof text === "string" ? { en: text, fr: text } : text))
  .describe("One text for both languages, or one for each: {en, fr}.");
const PRICE = z
  .number()
  .min(0)
  .multipleOf(0.01)
  .transform((amount) => Math.round(amount * 100))
  .describe("Before taxes, with at most two decimals.");
const ID = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must have only lower-case letters, digits and single hyphens");
const DAY = z.iso.date();
const CURRENCY = z.enum(CURRENCIES);
const CYCLE = z.enum(BILLING_CYCLES as [(typeof BILLING_CYCLES)[number], ...typeof BILLING_CYCLES]);
const EXTENSION = z.string().regex(/^(\.[a-z0-9]+(-[a-z0-9]+)*)+$/, "is not an extension such as .co.uk");

const LINE = z.strictObject({
  id: ID.describe("Part of URLs, such as web-hosting. It cannot change later."),
  name: TEXT,
  description: TEXT,
});

const SPECIFICATIONS = z.strictObject({
  group: TEXT,
  rows: z.record(z.string().regex(/^[a-z0-9]+(_[a-z0-9]+)*$/), TEXT).describe("Names of the rows, by their ids."),
});

const DISCOUNT = z
  .strictObject({
    percent: z.int().min(1).max(99),
    billing_cycles: z.array(CYCLE).min(1),
    ends_on: DAY.describe("The last day of the offer.").optional(),
  })
  .transform(({ percent, billing_cycles, ends_on }) => ({
    percent,
    billingCycles: billing_cycles,
    endsOn: ends_on ?? null,
  }));

const PLAN = z
  .strictObject({
    id: ID.describe("Part of addresses, such as web-start; permanent."),
    line: ID.describe("The id of its line."),
    name: TEXT,
    description: TEXT,
    usual_cycle: CYCLE.describe("The billing cycle that a customer is offered first."),
    prices: z
      .partialRecord(CURRENCY, z.partialRecord(CYCLE, PRICE))
      .describe("Prices per billing cycle. Every currency must have the same cycles."),
    setup_fee: z.partialRecord(CURRENCY, PRICE).optional().describe("Charged once, with the first payment."),
    first_year_discount: DISCOUNT.optional(),
    features: z.array(TEXT),
    specifications: z.record(z.string(), TEXT).describe("Values by the ids of rows."),
  })
  .transform(({ usual_cycle, setup_fee, first_year_discount, ...plan }) => ({
    ...plan,
    usualCycle: usual_cycle,
    setupFee: setup_fee ?? {},
    firstYearDiscount: first_year_discount ?? null,
  }));

const YEAR = z.strictObject({ register: PRICE, transfer: PRICE, renew: PRICE });
const SOLD_EXTENSION = z.strictObject({
  featured: z.boolean().default(false).describe("Shown first, and on the home page."),
  prices: z.partialRecord(CURRENCY, YEAR),
});

const TERMS = z
  .strictObject({
    title: TEXT,
    url: z.url({ protocol: /^https$/ }),
    in_force_on: DAY.describe("Part of the version that customers accept."),
    extensions: z
      .array(EXTENSION)
      .min(1)
      .optional()
      .describe("The extensions of a registry's terms; absent: your own terms."),
  })
  .transform(({ in_force_on, ...terms }) => ({ ...terms, inForceOn: in_force_on }));

const CATALOGUE = z.strictObject({
  lines: z.array(LINE).min(1).describe("Product lines, in the order of the shop."),
  specifications: z
    .array(SPECIFICATIONS)
    .transform((groups) =>
      groups.flatMap(({ group, rows }) => Object.entries(rows).map(([id, name]) => ({ id, group, name }))),
    )
    .describe("The rows of the plan comparison, in the order of the table."),
  plans: z.array(PLAN).describe("By product line, the smallest first."),
  extensions: z
    .record(EXTENSION, SOLD_EXTENSION)
    .transform((sold) => Object.entries(sold).map(([tld, of]) => ({ tld, ...of })))
    .describe("One-year prices, in the order of the shop."),
  terms: z.array(TERMS).describe("What customers accept."),
  links: z
    .partialRecord(z.enum(LINK_KINDS), TEXT)
    .optional()
    .describe("URLs of your pages and carts. Without them, Frontdesk's pages are used."),
});

export type Catalogue = z.output<typeof CATALOGUE>;
export type CataloguePlan = Catalogue["plans"][number];

/** Returns the JSON schema of a catalogue file, for editors. */
export function catalogueSchema(): object {
  return z.toJSONSchema(CATALOGUE, { io: "input", reused: "ref" });
}

/** The mistakes in a catalogue file, one per line. */
class CatalogueMistakes extends Error {}

interface Mistake {
  path: PropertyKey[];
  message: string;
}

/**
 * Parses and checks a catalogue file.
 * @param file the file's name, for messages
 * @throws CatalogueMistakes that lists the mistakes with their lines, or only the first error in the YAML syntax
 */
export function readCatalogue(text: string, file: string): Catalogue {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken) throw new CatalogueMistakes(`${at(broken.pos[0])}: ${broken.message.split("\n", 1)[0]}`);
  const read = CATALOGUE.safeParse(document.toJS());
  const mistakes: Mistake[] = read.success ? contradictionsIn(read.data) : read.error.issues;
  if (read.success && mistakes.length === 0) return read.data;
  const placed = mistakes.map(({ path, message }) => {
    const node = path.map((_, index) => document.getIn(path.slice(0, path.length - index), true)).find(isNode);
    return `${node?.range ? at(node.range[0]) : file}: ${path.join(".")}: ${message}`;
  });
  throw new CatalogueMistakes(placed.join("\n"));
}

/** Returns the contradictions between the parts of a catalogue. */
function contradictionsIn({ lines, specifications, plans, extensions, terms }: Catalogue): Mistake[] {
  const lineIds = lines.map(({ id }) => id);
  const rowIds = specifications.map(({ id }) => id);
  return [
    ...twice(lineIds).map((index) => ({ path: ["lines", index, "id"], message: "is also the id of another line" })),
    ...twice(rowIds).map((index) => ({ path: ["specifications"], message: `${rowIds[index]} occurs twice` })),
    ...twice(plans.map(({ id }) => id)).map((index) => ({
      path: ["plans", index, "id"],
      message: "is also the id of another plan",
    })),
    ...plans.flatMap((plan, index) =>
      planContradictions(plan, lineIds, rowIds).map(({ path, message }) => ({
        path: ["plans", index, ...path],
        message,
      })),
    ),
    ...(terms.some(({ extensions: of }) => of === undefined)
      ? []
      : [{ path: ["terms"], message: "your own terms are missing (terms without extensions)" }]),
    ...terms.flatMap((of, index) =>
      (of.extensions ?? [])
        .filter((tld) => !extensions.some((sold) => sold.tld === tld))
        .map((tld) => ({ path: ["terms", index, "extensions"], message: `${tld} is not sold` })),
    ),
  ];
}

function planContradictions(
  { line, prices, usualCycle, setupFee, firstYearDiscount, specifications }: CataloguePlan,
  lineIds: string[],
  rowIds: string[],
): Mistake[] {
  const [currency, first = {}] = Object.entries(prices)[0] ?? [];
  if (currency === undefined) return [{ path: ["prices"], message: "has no currency" }];
  const cycles = Object.keys(first);
  const mistakes: Mistake[] = [];
  if (!lineIds.includes(line)) mistakes.push({ path: ["line"], message: `there is no line ${line}` });
  for (const [other, list] of Object.entries(prices)) {
    if (cycles.toSorted().join() === Object.keys(list).toSorted().join()) continue;
    mistakes.push({ path: ["prices", other], message: `has other billing cycles than ${currency}` });
  }
  if (!cycles.includes(usualCycle)) mistakes.push({ path: ["usual_cycle"], message: `${usualCycle} has no price` });
  for (const other of Object.keys(setupFee).filter((name) => !Object.hasOwn(prices, name))) {
    mistakes.push({ path: ["setup_fee", other], message: "the plan has no prices in it" });
  }
  for (const cycle of firstYearDiscount?.billingCycles ?? []) {
    if (!cycles.includes(cycle))
      mistakes.push({ path: ["first_year_discount", "billing_cycles"], message: `${cycle} has no price` });
  }
  for (const id of Object.keys(specifications).filter((row) => !rowIds.includes(row))) {
    mistakes.push({ path: ["specifications", id], message: "there is no such row" });
  }
  return mistakes;
}

/** Returns the indexes of values that repeat an earlier value. */
function twice(values: string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
