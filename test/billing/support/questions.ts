import type { BillingProblem, BillingResult } from "../../../shared/billing.ts";
import type { CustomerBilling, Permission, Question, Reach } from "../../../shared/billing-customer.ts";

/** The demonstration's logins, by what they are there for. */
export const LOGINS = { owner: 11, contact: 12, totp: 13, nocard: 14, big: 15 };

export const EVERYTHING: Reach = { kind: "account" };

/** A question that needs these permissions; by itself it needs none. */
export function asks(loginId: number, accountId: number, ...permissions: Permission[]): Question {
  return { loginId, accountId, permissions };
}

/** Every method that is asked about one account, with the least it takes. */
export const QUESTIONS: Record<string, (billing: CustomerBilling, question: Question) => Promise<unknown>> = {
  authorize: (billing, question) => billing.authorize(question),
  readAccount: (billing, question) => billing.readAccount(question),
  listServices: (billing, question) => billing.listServices(question, { status: "all", limit: 5, reach: EVERYTHING }),
  listDomains: (billing, question) => billing.listDomains(question, { status: "all", limit: 5, reach: EVERYTHING }),
  listInvoices: (billing, question) => billing.listInvoices(question, { status: "all", limit: 5 }),
  listTickets: (billing, question) => billing.listTickets(question, { status: "all", limit: 5 }),
};

/** The value of a result that must have one. */
export async function valueIn<Value, Problem extends BillingProblem>(
  result: Promise<BillingResult<Value, Problem>>,
): Promise<Value> {
  const settled = await result;
  if (!settled.ok) throw new Error(`no value: ${settled.problem.code}`);
  return settled.value;
}
