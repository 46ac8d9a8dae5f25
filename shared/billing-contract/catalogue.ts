import type { Language } from "../platform/language.ts";
import type { Currency, MinorUnits } from "../platform/money.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { Call } from "./call.ts";
import type { Availability } from "./domain-orders.ts";
import type { BillingResult, BillingUnavailable, CurrencyNotSold } from "./result.ts";

/** The public methods: price list, availability and health. Nothing in them is about customers. */
export interface CatalogueReads {
  /** Everything that is sold, in one price list and one language. */
  readCatalogue(
    call: Call,
    query: CatalogueQuery,
  ): Promise<BillingResult<Catalogue, BillingUnavailable | CurrencyNotSold>>;
  /**
   * A name's availability at the registrar that names are ordered from; null where there is none. For names without a public
   * RDAP or WHOIS service.
   * @param domain A-label form, lower case
   */
  askRegistrar(call: Call, domain: string): Promise<BillingResult<Availability | null>>;
  /** Succeeds where the billing system can answer; `/status` reports it. */
  checkHealth(call: Call): Promise<BillingResult<BillingHealth>>;
}

export interface BillingHealth {
  /** Some of its scheduled work has not succeeded for three of its intervals. */
  isWorkLate: boolean;
}

export interface CatalogueQuery {
  currency: Currency;
  language: Language;
}

export interface Catalogue {
  /** When the billing system had this data, RFC 3339 in UTC: a snapshot is older than the answer. */
  readAt: string;
  currency: Currency;
  /** Those with a price list. */
  currencies: Currency[];
  language: Language;
  links: LinkTemplates;
  /** In the order they are shown. */
  productLines: CatalogueProductLine[];
  /** In the order they are shown, line by line. */
  plans: CataloguePlan[];
  /** The rows of the specification tables, in the order they are shown. */
  specifications: CatalogueSpecification[];
  /** In the order they are shown, featured ones first. */
  extensions: CatalogueExtension[];
}

export interface CatalogueProductLine {
  id: string;
  name: string;
  description: string;
}

export interface CataloguePlan {
  id: string;
  /** What the billing system's carts call it, where that is not its id: `{product}` in link templates. */
  product?: string;
  /** Id of its product line. */
  line: string;
  name: string;
  description: string;
  /** The billing cycle a customer is offered first. */
  usualCycle: BillingCycle;
  /** Cycles sold, shortest first; at least one: a plan without a price in a price list is not sold in it. */
  prices: CataloguePrice[];
  firstYearDiscount: CatalogueDiscount | null;
  /** The code that carts give the discount by: `{promotion}` in link templates; absent where they need none. */
  promotion?: string;
  features: string[];
  /** The plan's value for the rows it has, by id of the row. */
  specifications: { id: string; value: string }[];
}

export interface CataloguePrice {
  billingCycle: BillingCycle;
  /** One whole cycle. */
  amount: MinorUnits;
  /** Charged once, with the first payment. */
  setupFee: MinorUnits;
}

export interface CatalogueDiscount {
  /** Whole percent, 1 to 99. */
  percent: number;
  /** The cycles it applies to. */
  billingCycles: BillingCycle[];
  /** Last day it is given, YYYY-MM-DD, or null when it is open-ended. */
  endsOn: string | null;
}

/** A row of the specification tables, the same in every plan that has it. */
export interface CatalogueSpecification {
  id: string;
  group: string;
  name: string;
}

/** Prices of an extension: for one year, and of a transfer for whatever it adds. */
export interface CatalogueExtension {
  /** With its leading dot, such as `.co.uk`. */
  tld: string;
  register: MinorUnits;
  transfer: MinorUnits;
  renew: MinorUnits;
}

/** The pages that link templates exist for. */
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
 * Address templates with the placeholders `{site}` and `{client_area}` (absolute, without a final slash) and, where the
 * kind has them, `{line}`, `{plan}`, `{product}`, `{promotion}`, `{domain}`, `{currency}`, `{language}`. Templates rather than addresses, so that
 * what is cached is the same for every origin the service answers on. A parameter of a query whose placeholder has no value is left out.
 */
export type LinkTemplates = Record<LinkKind, string>;
