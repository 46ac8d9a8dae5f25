import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";

// The published shapes of the catalogue API, as far as the pages show them.

export interface CatalogueIndex {
  endpoints: { path: string; description: string }[];
  product_lines: ProductLine[];
}

export interface ProductLine {
  id: string;
  name: string;
  description: string;
  page_url: string;
}

export interface PlanList {
  plans: Plan[];
}

export interface PlanAnswer {
  plan: PlanInFull;
}

/** A plan with its specification table, in the order it is shown. */
export interface PlanInFull extends Plan {
  specifications: { group: string; name: string; value: string }[];
}

export interface Plan {
  id: string;
  line: string;
  name: string;
  description: string;
  prices: ShownPrice[];
  first_year_discount: Discount | null;
  features: string[];
  page_url: string;
  order_url: string;
}

export interface ShownPrice {
  billing_cycle: BillingCycle;
  /** What each period costs. */
  amount: number;
  /** Null for what is not billed by the month or year. */
  monthly_equivalent: number | null;
  /** Charged once, with the first payment. */
  setup_fee: number;
  /** The whole first year with the first-year discount; null where it does not apply. */
  first_year_amount: number | null;
}

export interface Discount {
  percent: number;
  billing_cycles: BillingCycle[];
  /** YYYY-MM-DD, or null when open-ended. */
  ends_on: string | null;
}

export interface DomainPricing {
  order_url: string;
  /** The extensions shown first come first. */
  domains: ExtensionPrice[];
}

/** Prices for one year; that of a transfer for whatever it adds. */
export interface ExtensionPrice {
  tld: string;
  register: number;
  transfer: number;
  renew: number;
}

/** What is known of a name; prices as in {@link ExtensionPrice}. */
export interface CheckedName {
  unicode_domain: string;
  status: "available" | "taken" | "unavailable" | "unknown";
  register: number;
  transfer: number;
  renew: number;
  /** Null when unknown or unavailable. */
  order_url: string | null;
  /** Whether a sandbox registry answered in place of the real one. */
  simulated: boolean;
  note: string;
}

/** Why a call was refused (RFC 9457). */
export interface ApiRefusal {
  code: string;
  errors?: { message: string }[];
  /** Seconds. */
  retry_after?: number;
}
