import type { BillingCycle } from "../../shared/billing-contract/billing-cycle.ts";
import type { Text } from "../../shared/platform/language.ts";
import type { Currency, MinorUnits } from "../../shared/platform/money.ts";

export type Value = string | number | null;

/** Values by their columns. What it leaves out has the column's default. */
export type Row = Record<string, Value>;

/** A table's name and its rows. Those of one table all have values for the same columns, by name or as many as the table has. */
export type Table = [name: string, rows: Row[] | Value[][]];

export interface SeedProductLine {
  /** Stable id in URLs, lower case with hyphens, such as `web-hosting`. */
  id: string;
  name: Text;
  description: Text;
}

export interface SeedSpecification {
  /** Stable id, snake_case; the same row in every plan that has it, so plans can be compared. */
  id: string;
  group: Text;
  name: Text;
}

export interface SeedPlan {
  /** Stable id in URLs, lower case with hyphens, such as `web-start`. */
  id: string;
  /** Id of its product line. */
  line: string;
  name: Text;
  description: Text;
  /** The billing cycle a customer is offered first. */
  usualCycle: BillingCycle;
  /** Price of one whole cycle, in minor units, per currency. Each currency sells the same cycles. */
  prices: Record<Currency, Partial<Record<BillingCycle, MinorUnits>>>;
  /** Charged once with the first payment; none when absent. */
  setupFee?: Record<Currency, MinorUnits>;
  firstYearDiscount?: {
    /** Whole percent, 1 to 99. */
    percent: number;
    billingCycles: BillingCycle[];
    /** Last day of the offer, YYYY-MM-DD; open-ended when absent. */
    endsOn?: string;
  };
  features: Text[];
  /** By specification id; a plain string reads the same in every language. */
  specifications: Record<string, string | Text>;
}

export interface SeedExtension {
  /** With its leading dot, such as `.co.uk`. */
  tld: string;
  /** Shown first and on the home page. */
  featured?: boolean;
  /** One-year prices in minor units. */
  prices: Record<Currency, { register: MinorUnits; transfer: MinorUnits; renew: MinorUnits }>;
}
