import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { ActorQuery, Call, Permission, ResourceLimit, WriteCall } from "../../shared/billing-contract/call.ts";
import type { BillingProblem, BillingResult } from "../../shared/billing-contract/result.ts";
import type { QuoteReads, Writes } from "../../shared/billing-contract/writes.ts";

/** The demonstration's logins, by role. */
export const LOGINS = { owner: 11, contact: 12, totp: 13, nocard: 14, big: 15 };

export const EVERYTHING: ResourceLimit = { kind: "account" };

/** The context of a call without a login. */
export const CALL: Call = { requestId: "contract" };

/** Returns a query that requires the given permissions, which are none by default. */
export function asks(loginId: number, accountId: number, ...permissions: Permission[]): ActorQuery {
  return { ...CALL, loginId, accountId, permissions };
}

let references = 0;

/** Returns the call of a write with its own reference. */
export function writes<Commit extends boolean>(query: ActorQuery, commit: Commit): WriteCall<Commit> {
  return { connection: "contract", ...query, reference: `once-${++references}`, commit };
}

/** A call to a billing system with minimal input. */
export type Question = (billing: BillingSystem, query: ActorQuery) => Promise<BillingResult<unknown, BillingProblem>>;

/** The names of the methods that read data of one account. Their first parameter is a query. */
export type AccountRead = {
  [Name in Exclude<keyof BillingSystem, keyof (QuoteReads & Writes)>]: ActorQuery extends Parameters<
    BillingSystem[Name]
  >[0]
    ? Parameters<BillingSystem[Name]>[0] extends ActorQuery
      ? Name
      : never
    : never;
}[Exclude<keyof BillingSystem, keyof (QuoteReads & Writes)>];

/** A call for each method that reads data of one account. A missing method does not compile. */
export const QUESTIONS: Record<AccountRead, Question> = {
  authorize: (billing, query) => billing.authorize(query),
  readAccount: (billing, query) => billing.readAccount(query),
  readService: (billing, query) => billing.readService(query, 2101),
  listServices: (billing, query) => billing.listServices(query, { status: "all", limit: 5, within: EVERYTHING }),
  listDomains: (billing, query) => billing.listDomains(query, { status: "all", limit: 5, within: EVERYTHING }),
  listInvoices: (billing, query) => billing.listInvoices(query, { status: "all", limit: 5 }),
  listTickets: (billing, query) => billing.listTickets(query, { status: "all", limit: 5 }),
  listEvents: (billing, query) => billing.listEvents(query, { after: 0, limit: 5, within: EVERYTHING }),
};

/** The items of an account that the calls concern. */
export interface Subject {
  /** The id of a service with the plan `web-plus`. */
  serviceId: number;
  /** A domain name under .ca. */
  domain: string;
}

/** Returns the quotes and reads that precede an action. */
function actingQuestions({ serviceId, domain }: Subject) {
  return {
    quoteDomainOrder: (billing, query) =>
      billing.quoteDomainOrder(query, {
        ...{ domain: "free-a.com", type: "register", years: 1, availability: "available", retryAfter: null },
      }),
    quotePlanOrder: (billing, query) =>
      billing.quotePlanOrder(query, { planId: "web-plus", billingCycle: null, domain: null, promotion: null }),
    quotePlanChange: (billing, query) =>
      billing.quotePlanChange(query, { serviceId, planId: "web-pro", billingCycle: null }),
    // The id of an order in the demonstration. Other billing systems may number orders differently.
    readOrder: (billing, query) => billing.readOrder(query, 6110),
    listOrders: (billing, query) => billing.listOrders(query, { status: "all", limit: 5 }),
    stateCancellation: (billing, query) => billing.stateCancellation(query, { serviceId, when: "end_of_period" }),
    readRegistrarSettings: (billing, query) => billing.readRegistrarSettings(query, domain),
  } satisfies Record<Exclude<keyof QuoteReads, "findWrite">, Question>;
}

/** The calls that concern the items of account 1001. */
export const ACTING_QUESTIONS: Record<string, Question> = actingQuestions({ serviceId: 2101, domain: "studio-ana.ca" });

export type WriteName = keyof Writes;

/** A valid request for each write. A missing write does not compile. */
export const WRITE_REQUESTS: { [Name in WriteName]: (subject: Subject) => Parameters<Writes[Name]>[1] } = {
  orderDomain: ({ serviceId }) => ({
    ...{ domain: `free-once-${serviceId}-${++references}.com`, type: "register", years: 1, availability: "available" },
    ...{ retryAfter: null, authCode: null, fields: {}, acceptTerms: "2026-09-01", expectedPrice: null },
  }),
  orderPlan: () => ({
    ...{ planId: "web-plus", billingCycle: null, domain: `site-${++references}.com`, promotion: null },
    ...{ acceptTerms: "2026-09-01", expectedPrice: null },
  }),
  renewDomain: ({ domain }) => ({ domain, years: 1, expectedPrice: null }),
  changePlan: ({ serviceId }) => ({ serviceId, planId: "web-pro", billingCycle: null, expectedPrice: null }),
  cancelService: ({ serviceId }) => ({ serviceId, when: "end_of_period", reason: null }),
  setDomainAutoRenew: ({ domain }) => ({ domain, autoRenew: false }),
  setDomainNameservers: ({ domain }) => ({ domain, nameservers: ["ns1.other.example", "ns2.other.example"] }),
  setDomainLock: ({ domain }) => ({ domain, locked: false }),
  transferDomainOut: ({ domain }) => ({ domain }),
  notifyZoneChange: ({ serviceId, domain }) => ({ serviceId, zone: domain, added: [], removed: [] }),
  settleWrite: ({ domain }) => ({
    ...{ operation: "renewDomain", target: `domain:${domain}`, outcome: "done", orderId: 999_001 },
  }),
};

export const WRITE_NAMES = Object.keys(WRITE_REQUESTS) as WriteName[];
/** The writes that check the actor's access. `settleWrite` does not, because it records an operator's decision. */
export const ACCESS_CHECKED_WRITES = WRITE_NAMES.filter((name) => name !== "settleWrite");

/**
 * Sends a write with its request. The cast is needed because TypeScript cannot match the write's name with its member
 * of the union.
 */
export function sendWrite<Name extends WriteName, Commit extends boolean>(
  billing: BillingSystem,
  name: Name,
  call: WriteCall<Commit>,
  request: Parameters<Writes[Name]>[1],
): ReturnType<Writes[Name]> {
  const write = billing[name] as (call: WriteCall, request: unknown) => ReturnType<Writes[Name]>;
  return write(call, request);
}

/** Returns a quote, a read or a write as one function, for the cases that all of them share. */
export function actingMethod(name: keyof ReturnType<typeof actingQuestions> | WriteName, subject: Subject): Question {
  const questions: Partial<Record<string, Question>> = actingQuestions(subject);
  const write = (name: WriteName): Question => {
    return (billing, query) => sendWrite(billing, name, writes(query, true), WRITE_REQUESTS[name](subject));
  };
  return questions[name] ?? write(name as WriteName);
}

/** Returns the value of a successful result. */
export async function valueIn<Value, Problem extends BillingProblem>(
  result: Promise<BillingResult<Value, Problem>>,
): Promise<Value> {
  const settled = await result;
  if (!settled.ok) throw new Error(`no value: ${settled.problem.code}`);
  return settled.value;
}

/** Returns the problem's code, or `ok` for a value. */
export async function codeOf(result: Promise<BillingResult<unknown, BillingProblem>>): Promise<string> {
  const settled = await result;
  return settled.ok ? "ok" : settled.problem.code;
}

/** Returns the pointers of an `invalid_body` problem, or an empty list for every other result. */
export async function pointersIn(result: Promise<BillingResult<unknown, BillingProblem>>): Promise<string[]> {
  const settled = await result;
  return !settled.ok && settled.problem.code === "invalid_body"
    ? settled.problem.refused.map(({ pointer }) => pointer)
    : [];
}
