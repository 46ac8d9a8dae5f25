import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { Currency, MinorUnits } from "../../../shared/platform/money.ts";
import type { InvoiceLine } from "../../../workers/billing/engine/invoices/taxes.ts";
import { termLine } from "../../../workers/billing/engine/invoices/term-line.ts";
import { renewalLines } from "../../../workers/billing/engine/pricing/domain-prices.ts";
import { extensions, plans, type SeedExtension, type SeedPlan } from "../catalogue.ts";

/**
 * Returns a plan.
 * @throws {Error} if the catalogue does not sell the plan
 */
export function planNamed(id: string): SeedPlan {
  const plan = plans.find((candidate) => candidate.id === id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
}

/**
 * Returns the price of a plan for one billing cycle.
 * @throws {Error} if the catalogue does not sell the plan with that cycle
 */
export function planPrice(id: string, currency: Currency, cycle: BillingCycle): MinorUnits {
  const price = planNamed(id).prices[currency][cycle];
  if (price === undefined) throw new Error(`${id} is not sold ${cycle}`);
  return price;
}

/** Returns the one-year prices of a domain's extension. For `a.co.uk`, these are the prices of `.co.uk`. */
export function domainPrices(name: string, currency: Currency): SeedExtension["prices"][Currency] {
  const extension = extensions
    .filter(({ tld }) => name.endsWith(tld))
    .toSorted((a, b) => b.tld.length - a.tld.length)[0];
  if (!extension) throw new Error(`the extension of ${name} is not sold`);
  return extension.prices[currency];
}

/** A function that returns the line of an invoice that is due on a day (YYYY-MM-DD). */
export type InvoiceSubject = (dueOn: string) => InvoiceLine;

/** Returns the invoice line for a term of a plan, which begins on the due date. */
export function planTerm(id: string, currency: Currency, cycle: BillingCycle, site: string): InvoiceSubject {
  return (dueOn) => termLine(planNamed(id).name, site, dueOn, planPrice(id, currency, cycle));
}

/** Returns the invoice line for the renewal of an active domain at the catalogue's price. */
export function domainRenewal(name: string, currency: Currency, years = 1): InvoiceSubject {
  const { renew } = domainPrices(name, currency);
  const domain = { name, renewalPrice: renew, renewalYears: 1, status: "active" } as const;
  const [line] = renewalLines(domain, years, null, currency) ?? [];
  if (!line) throw new Error(`${name} has no renewal price`);
  return () => line;
}
