import type { Permission, Question, Reach } from "../../../shared/billing-contract/actor.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { BillingProblem, BillingResult } from "../../../shared/billing-contract/result.ts";

/** The demonstration's logins, by what they are there for. */
export const LOGINS = { owner: 11, contact: 12, totp: 13, nocard: 14, big: 15 };

export const EVERYTHING: Reach = { kind: "account" };

/** A question that needs these permissions; by itself it needs none. */
export function asks(loginId: number, accountId: number, ...permissions: Permission[]): Question {
  return { loginId, accountId, permissions };
}

/** Every method that is asked about one account, with the least it takes. */
export const QUESTIONS: Record<string, (billing: BillingSystem, question: Question) => Promise<unknown>> = {
  authorize: (billing, question) => billing.authorize(question),
  readAccount: (billing, question) => billing.readAccount(question),
  listServices: (billing, question) => billing.listServices(question, { status: "all", limit: 5, reach: EVERYTHING }),
  listDomains: (billing, question) => billing.listDomains(question, { status: "all", limit: 5, reach: EVERYTHING }),
  listInvoices: (billing, question) => billing.listInvoices(question, { status: "all", limit: 5 }),
  listTickets: (billing, question) => billing.listTickets(question, { status: "all", limit: 5 }),
};

/** Questions about what account 1001 has that belong to acting on it. */
export const ACTING_QUESTIONS: typeof QUESTIONS = {
  quoteDomainOrder: (billing, question) =>
    billing.quoteDomainOrder(question, { domain: "free-a.com", type: "register", years: 1, availability: "available" }),
  quotePlanOrder: (billing, question) =>
    billing.quotePlanOrder(question, { planId: "web-plus", billingCycle: null, domain: null, promotion: null }),
  quotePlanChange: (billing, question) =>
    billing.quotePlanChange(question, { serviceId: 2101, planId: "web-pro", billingCycle: null }),
  stateCancellation: (billing, question) =>
    billing.stateCancellation(question, { serviceId: 2101, when: "end_of_period" }),
  setDomainAutoRenew: (billing, question) =>
    billing.setDomainAutoRenew(question, { domain: "studio-ana.ca", autoRenew: true }),
  readRegistrarSettings: (billing, question) => billing.readRegistrarSettings(question, "studio-ana.ca"),
};

/** The value of a result that must have one. */
export async function valueIn<Value, Problem extends BillingProblem>(
  result: Promise<BillingResult<Value, Problem>>,
): Promise<Value> {
  const settled = await result;
  if (!settled.ok) throw new Error(`no value: ${settled.problem.code}`);
  return settled.value;
}
