/** The fields of the catalogue tools' answers that this assistant uses; `tools/list` has the full schemas. */
export interface ProductLines {
  product_lines: { id: string; name: string }[];
}

export interface Plans {
  currency: string;
  lang: "en" | "fr";
  plans: AssistantPlan[];
}

export interface AssistantPlan {
  id: string;
  name: string;
  prices: AssistantPrice[];
  features: string[];
  order_url: string;
}

/** A price of a plan. Amounts are in the currency of the answer, without taxes. */
export interface AssistantPrice {
  billing_cycle: string;
  /** The length of the billing cycle; `null` for a one-time price. */
  months: number | null;
  amount: number;
  monthly_equivalent: number | null;
  setup_fee: number;
  /** The reduced price of the first year; `null` if there is no first-year discount. */
  first_year_amount: number | null;
}

export interface PlanComparison {
  plans: { id: string }[];
  /** `values` has one entry per plan, in the order of `plans`. */
  rows: { group: string; name: string; values: (string | null)[]; differs: boolean }[];
}

export interface AssistantDomainPricing {
  order_url: string;
  domains: { tld: string; register: number; transfer: number; renew: number }[];
}
