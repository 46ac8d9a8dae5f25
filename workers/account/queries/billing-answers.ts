import { invalidInput } from "../../../shared/api/definition/problems.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { Actor, ActorQuery, Call } from "../../../shared/billing-contract/call.ts";
import { limitLists } from "../../../shared/billing-contract/consent-facts.ts";
import type {
  ConsentQuery,
  CustomerReads,
  LimitLists,
  WantedLists,
} from "../../../shared/billing-contract/customer.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { refusalProblem } from "../actions/refusal-problem.ts";

/** The part of the billing contract that reads one service. */
export type ServiceBilling = Pick<CustomerReads, "readService">;

/**
 * Returns the value of the billing system's reply to an operation.
 * @param deadlineMs the time limit for the reply, in milliseconds
 * @throws {OperationError} if the billing system refuses the query or does not respond
 */
export async function answered<Value>(
  { query, clientArea }: { query: ActorQuery; clientArea: ClientArea },
  answer: Promise<QuoteResult<Value>>,
  deadlineMs = BILLING_DEADLINE_MS,
): Promise<Value> {
  const result: QuoteResult<Value> = await askBilling(() => answer, deadlineMs, query.requestId);
  if (result.ok) return result.value;
  const { problem } = result;
  if (problem.code !== "invalid_body") throw refusalProblem(problem, clientArea);
  throw invalidInput(
    "invalid_parameter",
    problem.refused.map(({ pointer, message }) => ({ name: pointer.slice(1), message })),
  );
}

export const BILLING_DEADLINE_MS = 8_000;
/**
 * The deadline for a query that reaches a registrar, in milliseconds. Actions have the same deadline, which the
 * journal's timing sets.
 */
export const REGISTRAR_DEADLINE_MS = 20_000;

export function managedAccounts(
  { billing, requestId }: Call & { billing: Pick<CustomerReads, "listManagedAccounts"> },
  { loginId }: Pick<Actor, "loginId">,
) {
  return askBilling(() => billing.listManagedAccounts({ requestId, loginId }), BILLING_DEADLINE_MS, requestId);
}

/** Reads the permissions of a login on one account. The value is `null` if the login does not manage the account. */
export function holdingOn(
  { billing, requestId }: Call & { billing: Pick<CustomerReads, "readHolding"> },
  { loginId }: Pick<Actor, "loginId">,
  accountId: number,
) {
  return askBilling(() => billing.readHolding({ requestId, loginId, accountId }), BILLING_DEADLINE_MS, requestId);
}

/**
 * Reads the accounts that a login manages. For one of these accounts, also reads the login's permissions and the items
 * that it may see.
 */
export function readConsentFacts(
  { billing, requestId }: Call & { billing: Pick<CustomerReads, "readConsentFacts"> },
  { loginId }: Pick<Actor, "loginId">,
  query: ConsentQuery,
) {
  return askBilling(() => billing.readConsentFacts({ requestId, loginId }, query), BILLING_DEADLINE_MS, requestId);
}

/** Reads the items of an account that the login may see and that a connection can be limited to. */
export function readLimitLists(
  { billing, requestId }: Call & { billing: Pick<CustomerReads, "listDomains" | "listServices"> },
  { loginId, accountId }: Pick<Actor, "loginId" | "accountId">,
  wanted: WantedLists,
): Promise<LimitLists> {
  const reads: typeof billing = {
    listDomains: (query, list) => askBilling(() => billing.listDomains(query, list), BILLING_DEADLINE_MS, requestId),
    listServices: (query, list) => askBilling(() => billing.listServices(query, list), BILLING_DEADLINE_MS, requestId),
  };
  return limitLists(reads, { requestId, loginId, accountId }, wanted);
}
