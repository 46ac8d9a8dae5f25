import type { ActingBilling } from "../../shared/billing-contract/actions.ts";
import type { ActorQuery, Permission, ResourceLimit } from "../../shared/billing-contract/actor.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { BillingProblem, BillingResult } from "../../shared/billing-contract/result.ts";

/** The demonstration's logins, by what they are there for. */
export const LOGINS = { owner: 11, contact: 12, totp: 13, nocard: 14, big: 15 };

export const EVERYTHING: ResourceLimit = { kind: "account" };

/** A question that needs these permissions; by itself it needs none. */
export function asks(loginId: number, accountId: number, ...permissions: Permission[]): ActorQuery {
  return { loginId, accountId, permissions };
}

/** What is asked of a billing system, with the least it takes. */
export type Question = (billing: BillingSystem, query: ActorQuery) => Promise<BillingResult<unknown, BillingProblem>>;

/** The methods that read about one account: those whose first parameter is a query. */
export type AccountRead = {
  [Name in Exclude<keyof BillingSystem, keyof ActingBilling>]: ActorQuery extends Parameters<BillingSystem[Name]>[0]
    ? Parameters<BillingSystem[Name]>[0] extends ActorQuery
      ? Name
      : never
    : never;
}[Exclude<keyof BillingSystem, keyof ActingBilling>];

/** Every method that reads about one account. A missing one does not compile. */
export const QUESTIONS: Record<AccountRead, Question> = {
  authorize: (billing, query) => billing.authorize(query),
  readAccount: (billing, query) => billing.readAccount(query),
  readService: (billing, query) => billing.readService(query, 2101),
  listServices: (billing, query) => billing.listServices(query, { status: "all", limit: 5, within: EVERYTHING }),
  listDomains: (billing, query) => billing.listDomains(query, { status: "all", limit: 5, within: EVERYTHING }),
  listInvoices: (billing, query) => billing.listInvoices(query, { status: "all", limit: 5 }),
  listTickets: (billing, query) => billing.listTickets(query, { status: "all", limit: 5 }),
};

/** What an account has that questions and actions are about. */
export interface Subject {
  /** Of the plan `web-plus`. */
  serviceId: number;
  /** Under .ca. */
  domain: string;
}

/** Quotes and readings that belong to acting. */
function actingQuestions({ serviceId, domain }: Subject) {
  return {
    quoteDomainOrder: (billing, query) =>
      billing.quoteDomainOrder(query, { domain: "free-a.com", type: "register", years: 1, availability: "available" }),
    quotePlanOrder: (billing, query) =>
      billing.quotePlanOrder(query, { planId: "web-plus", billingCycle: null, domain: null, promotion: null }),
    quotePlanChange: (billing, query) =>
      billing.quotePlanChange(query, { serviceId, planId: "web-pro", billingCycle: null }),
    // Of the demonstration, where the billing system numbers its orders so.
    readOrder: (billing, query) => billing.readOrder(query, 6110),
    stateCancellation: (billing, query) => billing.stateCancellation(query, { serviceId, when: "end_of_period" }),
    checkAction: (billing, query) =>
      billing.checkAction(query, { operation: "setDomainAutoRenew", request: { domain, autoRenew: false } }),
    setDomainAutoRenew: (billing, query) => billing.setDomainAutoRenew(query, { domain, autoRenew: true }),
    readRegistrarSettings: (billing, query) => billing.readRegistrarSettings(query, domain),
  } satisfies Partial<Record<keyof ActingBilling, Question>>;
}

/** About what account 1001 has. */
export const ACTING_QUESTIONS: Record<string, Question> = actingQuestions({ serviceId: 2101, domain: "studio-ana.ca" });

let references = 0;

/** What changes something. Each call of an action has a reference of its own. */
function actions({ serviceId, domain }: Subject) {
  const once = (query: ActorQuery) => ({ ...query, reference: `once-${++references}`, connection: "contract" });
  const terms = { acceptTerms: "2026-09-01", expectedPrice: null };
  const nameservers = ["ns1.other.example", "ns2.other.example"];
  return {
    orderDomain: (billing, query) =>
      billing.orderDomain(once(query), {
        ...{ domain: `free-${references}.com`, type: "register", years: 1, availability: "available" },
        ...{ authCode: null, fields: {}, ...terms },
      }),
    orderPlan: (billing, query) =>
      billing.orderPlan(once(query), {
        ...{ planId: "web-plus", billingCycle: null, domain: `site-${references}.com`, promotion: null, ...terms },
      }),
    renewDomain: (billing, query) => billing.renewDomain(once(query), { domain, years: 1, expectedPrice: null }),
    changePlan: (billing, query) =>
      billing.changePlan(once(query), { serviceId, planId: "web-pro", billingCycle: null, expectedPrice: null }),
    cancelService: (billing, query) =>
      billing.cancelService(once(query), { serviceId, when: "end_of_period", reason: null }),
    setDomainNameservers: (billing, query) => billing.setDomainNameservers(query, { domain, nameservers }),
    setDomainLock: (billing, query) => billing.setDomainLock(query, { domain, locked: true }),
    prepareTransferOut: (billing, query) => billing.prepareTransferOut(once(query), domain),
    notifyZoneChange: (billing, query) =>
      billing.notifyZoneChange(query, { serviceId, zone: domain, added: [], removed: [] }),
  } satisfies Partial<Record<keyof ActingBilling, Question>>;
}

/** Every method that acts or belongs to acting and asks who calls; the two about a reference do not. A missing one does not compile. */
export function actingMethods(
  subject: Subject,
): Record<Exclude<keyof ActingBilling, "findAction" | "settleAction">, Question> {
  return { ...actingQuestions(subject), ...actions(subject) };
}

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
