/** The used parts of the catalogue's answers; `tools/list` has the full schemas. */
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

/** Amounts are in the answer's currency, without taxes. */
export interface AssistantPrice {
  billing_cycle: string;
  /** Null if nothing recurs. */
  months: number | null;
  amount: number;
  monthly_equivalent: number | null;
  setup_fee: number;
  /** Null if there is no first-year discount. */
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
