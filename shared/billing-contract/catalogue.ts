import type { Language } from "../platform/language.ts";
import type { Currency, MinorUnits } from "../platform/money.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { Call } from "./call.ts";
import type { Availability } from "./domain-orders.ts";
import type { BillingResult, BillingUnavailable, CurrencyNotSold } from "./result.ts";

/** The public methods for the price list, availability and health. They reveal nothing about customers. */
export interface CatalogueReads {
  /** Returns everything that is for sale, in one currency and one language. */
  readCatalogue(
    call: Call,
    query: CatalogueQuery,
  ): Promise<BillingResult<Catalogue, BillingUnavailable | CurrencyNotSold>>;
  /**
   * Returns a domain's availability at the registrar that handles orders, or `null` if there is no registrar. Callers
   * use this method for domains without a public RDAP or WHOIS service.
   * @param domain the domain name in A-label form, lower case
   */
  askRegistrar(call: Call, domain: string): Promise<BillingResult<Availability | null>>;
  /** Checks that the billing system can respond. `/status` shows the result. */
  checkHealth(call: Call): Promise<BillingResult<BillingHealth>>;
}

export interface BillingHealth {
  /** Whether any scheduled work is late, for example because no run has succeeded for three intervals. */
  isWorkLate: boolean;
}

export interface CatalogueQuery {
  currency: Currency;
  language: Language;
}

export interface Catalogue {
  /** Time at which the data was read (RFC 3339 in UTC). A stored copy was read before the call. */
  readAt: string;
  currency: Currency;
  /** The currencies that have a price list. */
  currencies: Currency[];
  language: Language;
  links: LinkTemplates;
  /** The product lines in display order. */
  productLines: CatalogueProductLine[];
  /** The plans in display order, grouped by product line. */
  plans: CataloguePlan[];
  /** The rows of the specification tables, in display order. */
  specifications: CatalogueSpecification[];
  /** The extensions in display order, featured ones first. */
  extensions: CatalogueExtension[];
}

export interface CatalogueProductLine {
  id: string;
  name: string;
  description: string;
}

export interface CataloguePlan {
  id: string;
  /**
   * The plan's id in the billing system's carts, if it differs from `id`. It replaces `{product}` in link templates.
   */
  product?: string;
  /** The id of the plan's product line. */
  line: string;
  name: string;
  description: string;
  /** The billing cycle that the shop shows first. */
  usualCycle: BillingCycle;
  /**
   * At least one price, the shortest cycle first. A plan without a price in a currency is not sold in that currency.
   */
  prices: CataloguePrice[];
  firstYearDiscount: CatalogueDiscount | null;
  /** The discount's code in carts. It replaces `{promotion}` in link templates. Absent if the carts need no code. */
  promotion?: string;
  features: string[];
  /** The plan's values, each with the id of its row in the specification tables. */
  specifications: { id: string; value: string }[];
}

export interface CataloguePrice {
  billingCycle: BillingCycle;
  /** The price of one whole cycle. */
  amount: MinorUnits;
  /** The amount that is charged once, with the first payment. */
  setupFee: MinorUnits;
}

export interface CatalogueDiscount {
  /** A whole percentage from 1 to 99. */
  percent: number;
  /** The cycles that the discount applies to. */
  billingCycles: BillingCycle[];
  /** The last day of the discount (YYYY-MM-DD); `null` if the discount does not end. */
  endsOn: string | null;
}

/** A row of the specification tables, which several plans can share. */
export interface CatalogueSpecification {
  id: string;
  group: string;
  name: string;
}

/**
 * The prices of an extension. Registration and renewal prices are per year. A transfer has one price, whatever its
 * term.
 */
export interface CatalogueExtension {
  /** The extension with its leading dot, such as `.co.uk`. */
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
 * URL templates with placeholders. `{site}` and `{client_area}` are absolute URLs without a final slash. Some kinds
 * also have `{line}`, `{plan}`, `{product}`, `{promotion}`, `{domain}`, `{currency}` or `{language}`. With templates,
 * every origin of the service can share one cached catalogue. A query parameter is omitted if its placeholder has no
 * value.
 */
export type LinkTemplates = Record<LinkKind, string>;
