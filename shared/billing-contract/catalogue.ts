import type { Language } from "../platform/language.ts";
import type { Currency, MinorUnits } from "../platform/money.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { Call } from "./call.ts";
import type { Availability } from "./domain-orders.ts";
import type { BillingResult, BillingUnavailable, CurrencyNotSold } from "./result.ts";

/** The public methods for price list, availability and health. They reveal nothing about customers. */
export interface CatalogueReads {
  /** Returns everything that is for sale, in one currency and one language. */
  readCatalogue(
    call: Call,
    query: CatalogueQuery,
  ): Promise<BillingResult<Catalogue, BillingUnavailable | CurrencyNotSold>>;
  /**
   * Returns a domain's availability at the registrar that takes orders; null if there is no registrar. Callers use it
   * for domains without a public RDAP or WHOIS service.
   * @param domain A-label form, lower case
   */
  askRegistrar(call: Call, domain: string): Promise<BillingResult<Availability | null>>;
  /** Succeeds if the billing system can answer. `/status` reports the result. */
  checkHealth(call: Call): Promise<BillingResult<BillingHealth>>;
}

export interface BillingHealth {
  /** Whether some scheduled work has not succeeded for three of its intervals. */
  isWorkLate: boolean;
}

export interface CatalogueQuery {
  currency: Currency;
  language: Language;
}

export interface Catalogue {
  /** The time of this data, RFC 3339 in UTC. A stored copy is older than the answer. */
  readAt: string;
  currency: Currency;
  /** The currencies that have a price list. */
  currencies: Currency[];
  language: Language;
  links: LinkTemplates;
  /** In display order. */
  productLines: CatalogueProductLine[];
  /** In display order, grouped by product line. */
  plans: CataloguePlan[];
  /** The rows of the specification tables, in display order. */
  specifications: CatalogueSpecification[];
  /** In display order, featured ones first. */
  extensions: CatalogueExtension[];
}

export interface CatalogueProductLine {
  id: string;
  name: string;
  description: string;
}

export interface CataloguePlan {
  id: string;
  /** The plan's id in the billing system's carts, if it differs: `{product}` in link templates. */
  product?: string;
  /** The id of its product line. */
  line: string;
  name: string;
  description: string;
  /** The billing cycle that the shop shows first. */
  usualCycle: BillingCycle;
  /** At least one price, shortest cycle first. A plan without a price in a currency is not sold in that currency. */
  prices: CataloguePrice[];
  firstYearDiscount: CatalogueDiscount | null;
  /** The discount's code in carts: `{promotion}` in link templates. Absent if the carts need no code. */
  promotion?: string;
  features: string[];
  /** The plan's values, each with the id of its row in the specification tables. */
  specifications: { id: string; value: string }[];
}

export interface CataloguePrice {
  billingCycle: BillingCycle;
  /** The price of one whole cycle. */
  amount: MinorUnits;
  /** Charged once, with the first payment. */
  setupFee: MinorUnits;
}

export interface CatalogueDiscount {
  /** Whole percent, 1 to 99. */
  percent: number;
  /** The cycles it applies to. */
  billingCycles: BillingCycle[];
  /** The last day of the discount, YYYY-MM-DD; null if it has no end. */
  endsOn: string | null;
}

/** A row of the specification tables. Every plan with the row shares it. */
export interface CatalogueSpecification {
  id: string;
  group: string;
  name: string;
}

/** The prices of an extension. Registration and renewal are per year. A transfer has one price, for any term. */
export interface CatalogueExtension {
  /** With its leading dot, such as `.co.uk`. */
  tld: string;
  register: MinorUnits;
  transfer: MinorUnits;
  renew: MinorUnits;
}

/** The pages that have link templates. */
export const LINK_KINDS = [
  "line_page",
  "plan_page",
  "plan_cart",
  "register_cart",
  "transfer_cart",
  "domains_cart",
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/**
 * Address templates with placeholders. `{site}` and `{client_area}` are absolute, without a final slash. Some kinds
 * also have `{line}`, `{plan}`, `{product}`, `{promotion}`, `{domain}`, `{currency}` or `{language}`. Templates let
 * every origin of the service share one cached catalogue. A query parameter is left out if its placeholder has no
 * value.
 */
export type LinkTemplates = Record<LinkKind, string>;
