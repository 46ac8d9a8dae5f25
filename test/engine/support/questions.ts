import type { ActorQuery, Permission, ResourceLimit } from "../../../shared/billing-contract/actor.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { BillingProblem, BillingResult } from "../../../shared/billing-contract/result.ts";

/** The demonstration's logins, by what they are there for. */
export const LOGINS = { owner: 11, contact: 12, totp: 13, nocard: 14, big: 15 };

export const EVERYTHING: ResourceLimit = { kind: "account" };

/** A question that needs these permissions; by itself it needs none. */
export function asks(loginId: number, accountId: number, ...permissions: Permission[]): ActorQuery {
  return { loginId, accountId, permissions };
}

/** Every method that is asked about one account, with the least it takes. */
export const QUESTIONS: Record<string, (billing: BillingSystem, query: ActorQuery) => Promise<unknown>> = {
  authorize: (billing, query) => billing.authorize(query),
  readAccount: (billing, query) => billing.readAccount(query),
  listServices: (billing, query) => billing.listServices(query, { status: "all", limit: 5, within: EVERYTHING }),
  listDomains: (billing, query) => billing.listDomains(query, { status: "all", limit: 5, within: EVERYTHING }),
  listInvoices: (billing, query) => billing.listInvoices(query, { status: "all", limit: 5 }),
  listTickets: (billing, query) => billing.listTickets(query, { status: "all", limit: 5 }),
};

/** Questions about what account 1001 has that belong to acting on it. */
export const ACTING_QUESTIONS: typeof QUESTIONS = {
  quoteDomainOrder: (billing, query) =>
    billing.quoteDomainOrder(query, { domain: "free-a.com", type: "register", years: 1, availability: "available" }),
  quotePlanOrder: (billing, query) =>
    billing.quotePlanOrder(query, { planId: "web-plus", billingCycle: null, domain: null, promotion: null }),
  quotePlanChange: (billing, query) =>
    billing.quotePlanChange(query, { serviceId: 2101, planId: "web-pro", billingCycle: null }),
  stateCancellation: (billing, query) => billing.stateCancellation(query, { serviceId: 2101, when: "end_of_period" }),
  setDomainAutoRenew: (billing, query) =>
    billing.setDomainAutoRenew(query, { domain: "studio-ana.ca", autoRenew: true }),
  readRegistrarSettings: (billing, query) => billing.readRegistrarSettings(query, "studio-ana.ca"),
};

/** The value of a result that must have one. */
export async function valueIn<Value, Problem extends BillingProblem>(
  result: Promise<BillingResult<Value, Problem>>,
): Promise<Value> {
  const settled = await result;
  if (!settled.ok) throw new Error(`no value: ${settled.problem.code}`);
  return settled.value;
}

/** The code of its problem; `ok` where it has a value. */
export async function codeOf(result: Promise<BillingResult<unknown, BillingProblem>>): Promise<string> {
  const settled = await result;
  return settled.ok ? "ok" : settled.problem.code;
}

/** The pointers to what an `invalid_body` refuses; none of another result. */
export async function pointersIn(result: Promise<BillingResult<unknown, BillingProblem>>): Promise<string[]> {
  const settled = await result;
  return !settled.ok && settled.problem.code === "invalid_body"
    ? settled.problem.refused.map(({ pointer }) => pointer)
    : [];
}
