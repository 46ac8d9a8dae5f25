import { OperationError, temporaryProblem } from "../../../shared/api/definition/problems.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { Actor, ActorQuery, Call, Permission, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type {
  AccountResult,
  CustomerReads,
  DomainList,
  InvoiceList,
  ServiceList,
  TicketList,
} from "../../../shared/billing-contract/customer.ts";
import type { ActorRefused, BillingUnavailable } from "../../../shared/billing-contract/result.ts";

/** Upper bound of what a billing system says. */
const MAX_RETRY_AFTER_S = 300;

/**
 * The billing system's queries for one call: as the connection's login and account, with the permissions of
 * the operation, within the connection's limit. A refusal is thrown as its problem.
 */
export type AccountQueries = ReturnType<typeof accountQueries>;

/** What is read of an account. */
export type AccountReads = Pick<
  CustomerReads,
  "authorize" | "readAccount" | "readService" | "listServices" | "listDomains" | "listInvoices" | "listTickets"
>;
/** What is asked about one service. */
export type ServiceBilling = Pick<CustomerReads, "readService">;

export function accountQueries(billing: AccountReads, query: ActorQuery, within: ResourceLimit) {
  /** @throws {OperationError} `billing_unavailable`, `access_lost` or `permission_denied` */
  async function answered<Value>(ask: () => Promise<AccountResult<Value>>): Promise<Value> {
    const result: AccountResult<Value> = await askBilling(ask, BILLING_DEADLINE_MS, query.requestId);
    if (result.ok) return result.value;
    throw actorProblem(result.problem);
  }
  // Methods: an arrow function is named by the bundler for each call, used or not.
  return {
    /** The account's reference, for what needs nothing else of the billing system. */
    authorize() {
      return answered(() => billing.authorize(query));
    },
    readAccount() {
      return answered(() => billing.readAccount(query));
    },
    listServices(list: Omit<ServiceList, "within">) {
      return answered(() => billing.listServices(query, { ...list, within }));
    },
    readService(id: number) {
      return answered(() => billing.readService(query, id));
    },
    listDomains(list: Omit<DomainList, "within">) {
      return answered(() => billing.listDomains(query, { ...list, within }));
    },
    listInvoices(list: InvoiceList) {
      return answered(() => billing.listInvoices(query, list));
    },
    listTickets(list: TicketList) {
      return answered(() => billing.listTickets(query, list));
    },
  };
}

export function actorProblem(problem: BillingUnavailable | ActorRefused): OperationError {
  switch (problem.code) {
    case "billing_unavailable":
      return billingUnavailable(problem.retryAfter);
    case "access_lost":
      return new OperationError("access_lost", {
        en: "The login no longer manages this account. The connection has been closed.",
        fr: "Cet identifiant ne gère plus ce compte. La connexion a été fermée.",
      });
    case "permission_denied":
      return permissionDenied(problem.permission);
  }
}

/** @param permission as the billing system calls it; undefined where it does not say which is missing */
function permissionDenied(permission: Permission | undefined): OperationError {
  return new OperationError(
    "permission_denied",
    permission
      ? {
          en: `This needs the client-area permission ${permission}, which the login lacks. The account's owner can grant it.`,
          fr: `Il faut ici la permission ${permission} de l’espace client, que cet identifiant n’a pas. Le titulaire peut l’accorder.`,
        }
      : {
          en: "The login lacks the client-area permission that this needs. The account's owner can grant it.",
          fr: "Cet identifiant n’a pas la permission nécessaire dans l’espace client. Le titulaire peut l’accorder.",
        },
  );
}

/** The billing system did not answer. @param retryAfter seconds */
function billingUnavailable(retryAfter: number): OperationError {
  return temporaryProblem("billing_unavailable", Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil(retryAfter))), {
    en: "The billing system did not answer. Nothing was changed, and the connection is kept.",
    fr: "Le système de facturation n’a pas répondu. Rien n’a été modifié et la connexion est conservée.",
  });
}
export const BILLING_DEADLINE_MS = 8_000;
/** Of a question that the billing system passes on to a registrar; an action waits as long, by the journal's timing. */
export const REGISTRAR_DEADLINE_MS = 20_000;

export function managedAccounts(
  { billing, requestId }: Call & { billing: Pick<CustomerReads, "listManagedAccounts"> },
  { loginId }: Pick<Actor, "loginId">,
) {
  return askBilling(() => billing.listManagedAccounts({ requestId, loginId }), BILLING_DEADLINE_MS, requestId);
}

/** What a login may do on one account; null where it does not manage it. */
export function holdingOn(
  { billing, requestId }: Call & { billing: Pick<CustomerReads, "readHolding"> },
  { loginId }: Pick<Actor, "loginId">,
  accountId: number,
) {
  return askBilling(() => billing.readHolding({ requestId, loginId, accountId }), BILLING_DEADLINE_MS, requestId);
}
