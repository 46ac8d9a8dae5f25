import * as z from "zod";
import { BILLING_CYCLES } from "../billing-contract/billing-cycle.ts";
import { LANGUAGES } from "../platform/language.ts";
import { CURRENCIES } from "../platform/money.ts";

// The published answers of the catalogue API. The catalogue serves them, and the pages that show them use their types.

/** The fields that state an answer's currency and language. */
export const currencyOutput = z.enum(CURRENCIES).describe("The currency of all amounts (ISO 4217).");
export const langOutput = z.enum(LANGUAGES).describe("The language of names, texts and links.");

const billingCycle = z.enum(BILLING_CYCLES);

export const Price = z
  .object({
    billing_cycle: billingCycle.describe("How often it is paid."),
    months: z.int().nullable().describe("Length of the cycle; null for `free` and `one_time`."),
    amount: z
      .number()
      .describe(
        "Price of one whole cycle, without taxes: the cost of each further period after any first-year discount.",
      ),
    monthly_equivalent: z
      .number()
      .nullable()
      .describe("The amount per month, rounded to the cent; null without months."),
    setup_fee: z.number().describe("Charged once, with the first payment."),
    first_year_amount: z
      .number()
      .nullable()
      .describe(
        "What the whole first year costs on this cycle with the first-year discount; null where it does not apply.",
      ),
  })
  .meta({ id: "Price" });

export const FirstYearDiscount = z
  .object({
    percent: z.int().describe("Discount on the payments of the first year; later periods cost `amount`."),
    billing_cycles: z.array(billingCycle).describe("The cycles it applies to."),
    ends_on: z.iso.date().nullable().describe("Last day of the discount; null when open-ended."),
  })
  .meta({ id: "FirstYearDiscount", description: "Discount on the first year; null if there is none." });

export const Plan = z
  .object({
    id: z.string().describe("Stable id, such as `web-start`."),
    line: z.string().describe("Id of its product line."),
    name: z.string().describe("The plan's name."),
    description: z.string().describe("Description in one sentence."),
    prices: z.array(Price).describe("One entry per billing cycle sold, shortest first."),
    first_year_discount: FirstYearDiscount.nullable(),
    features: z.array(z.string()).describe("The main features."),
    page_url: z.url().describe("The provider's page about the plan: its prices, features and specification table."),
    order_url: z.url().describe("The cart, with this plan in it."),
  })
  .meta({ id: "Plan" });

export const Specification = z
  .object({
    group: z.string().describe("Heading of its rows."),
    name: z.string().describe("What is specified."),
    value: z.string().describe("As text, with its unit."),
  })
  .meta({ id: "Specification" });

export const PlansAnswer = z.object({
  currency: currencyOutput,
  lang: langOutput,
  plans: z.array(Plan).describe("Every plan, or those of one line."),
});

export const PlanAnswer = z.object({
  currency: currencyOutput,
  lang: langOutput,
  plan: Plan.extend({ specifications: z.array(Specification).describe("Every row of its table.") }).meta({
    id: "PlanInFull",
    description: "The plan with all of its specifications.",
  }),
});

const ComparedPlan = z
  .object({
    id: z.string().describe("The plan's id."),
    name: z.string().describe("The plan's name."),
    line: z.string().describe("Id of its product line."),
    price_from: z
      .number()
      .describe("The lowest regular price per month over its billing cycles; say `price_from_cycle` with it."),
    price_from_cycle: billingCycle.describe(
      "The billing cycle that `price_from` is a month of, such as `triennially`: paid for the whole cycle at once. Other cycles can cost more a month; get_plan has them.",
    ),
    order_url: z.url().describe("The cart, with this plan in it."),
  })
  .meta({ id: "ComparedPlan" });

const ComparisonRow = z
  .object({
    group: z.string().describe("Heading of its rows."),
    name: z.string().describe("What is specified."),
    values: z
      .array(z.string().nullable())
      .describe("One per plan, in the order of `plans`; null if a plan has no such row."),
    differs: z.boolean().describe("Whether the plans differ here."),
  })
  .meta({ id: "ComparisonRow" });

export const ComparisonAnswer = z.object({
  currency: currencyOutput,
  lang: langOutput,
  plans: z.array(ComparedPlan).describe("In the requested order."),
  rows: z.array(ComparisonRow).describe("One for each specification."),
});

export const ProductLine = z
  .object({
    id: z.string().describe("Stable id, such as `web-hosting`; the value for the parameter `line`."),
    name: z.string().describe("The line's name."),
    description: z.string().describe("Description in one sentence."),
    page_url: z.url().describe("The provider's page about the line."),
    plans: z.array(z.string()).describe("Ids of its plans."),
  })
  .meta({ id: "ProductLine" });

const CatalogueEndpoint = z
  .object({
    path: z.string().describe("Relative to the API's address."),
    description: z.string().describe("What it answers."),
    parameters: z
      .array(
        z.object({
          name: z.string().describe("Name of the parameter."),
          in: z.enum(["path", "query"]).describe("Where it goes."),
          required: z.boolean().describe("Whether a call without it is refused."),
          type: z.string().describe("`array` is comma-separated text in a query."),
          values: z.array(z.string()).nullable().describe("The accepted values, if they are a short list."),
          default: z.string().nullable().describe("The default value; null if there is none."),
        }),
      )
      .describe("Its parameters in path and query."),
  })
  .meta({ id: "Endpoint" });

export const ProductLinesAnswer = z.object({
  name: z.string().describe("The provider's name."),
  version: z.string().describe("Version of the interface."),
  currency: currencyOutput,
  lang: langOutput,
  currencies: z.array(z.enum(CURRENCIES)).describe("The currencies of the price lists."),
  languages: z.array(z.enum(LANGUAGES)).describe("The languages of texts and links."),
  description: z.string().describe("What the API is, in a sentence."),
  documentation_url: z.url().describe("The developers' pages."),
  openapi_url: z.url().describe("The OpenAPI document."),
  mcp_url: z.url().describe("The same catalogue as an MCP server."),
  endpoints: z.array(CatalogueEndpoint).describe("Every endpoint of the API."),
  product_lines: z.array(ProductLine).describe("What is sold, by line."),
});

export const ExtensionPrices = z
  .object({
    tld: z.string().describe("The extension, with its leading dot."),
    register: z.number().describe("Registering a name for one year."),
    transfer: z.number().describe("Transferring a name in, once; the term that it adds is in the `note` of the quote."),
    renew: z.number().describe("Renewing a name for one year."),
  })
  .meta({ id: "DomainPricing" });

export const DomainPricingAnswer = z.object({
  currency: currencyOutput,
  period_years: z.int().describe("The years that `register` and `renew` are for."),
  order_url: z.url().describe("The cart, to find a name."),
  domains: z.array(ExtensionPrices).describe("One entry per extension, in the order they are sold."),
});

export type Price = z.output<typeof Price>;
export type FirstYearDiscount = z.output<typeof FirstYearDiscount>;
export type Plan = z.output<typeof Plan>;
export type Specification = z.output<typeof Specification>;
export type PlansAnswer = z.output<typeof PlansAnswer>;
export type PlanAnswer = z.output<typeof PlanAnswer>;
export type ComparisonAnswer = z.output<typeof ComparisonAnswer>;
export type ProductLine = z.output<typeof ProductLine>;
export type ProductLinesAnswer = z.output<typeof ProductLinesAnswer>;
export type ExtensionPrices = z.output<typeof ExtensionPrices>;
export type DomainPricingAnswer = z.output<typeof DomainPricingAnswer>;
