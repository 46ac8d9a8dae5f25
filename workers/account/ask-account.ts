import { OperationError } from "../../shared/api/problems.ts";
import type { Permission, Question, Reach } from "../../shared/billing-contract/actor.ts";
import { askBilling } from "../../shared/billing-contract/ask-billing.ts";
import type {
  AccountReference,
  AccountResult,
  CustomerAccount,
  CustomerBilling,
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  CustomerTicket,
  DomainKey,
  DomainList,
  InvoiceKey,
  InvoiceList,
  Page,
  ServiceKey,
  ServiceList,
  TicketKey,
  TicketList,
} from "../../shared/billing-contract/customer.ts";
import type { AskerRefused, BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import { BILLING_DEADLINE_MS } from "./billing-deadline.ts";

/** Whatever a billing system says, nobody is sent away for longer. */
const LONGEST_RETRY_AFTER_S = 300;

/**
 * The billing system as one call may ask it: in the name of the connection's login and account, with the permissions of
 * the operation, within the connection's limit. What it refuses is thrown as the problem it is.
 */
export class AccountQuestions {
  readonly #billing: CustomerBilling;
  readonly #question: Question;
  readonly #reach: Reach;

  constructor(billing: CustomerBilling, question: Question, reach: Reach) {
    this.#billing = billing;
    this.#question = question;
    this.#reach = reach;
  }

  /** The account's reference, for what needs nothing else of the billing system. */
  authorize(): Promise<AccountReference> {
    return this.#answered(() => this.#billing.authorize(this.#question));
  }

  readAccount(): Promise<CustomerAccount> {
    return this.#answered(() => this.#billing.readAccount(this.#question));
  }

  listServices(list: Omit<ServiceList, "reach">): Promise<Page<CustomerService, ServiceKey>> {
    return this.#answered(() => this.#billing.listServices(this.#question, { ...list, reach: this.#reach }));
  }

  listDomains(list: Omit<DomainList, "reach">): Promise<Page<CustomerDomain, DomainKey>> {
    return this.#answered(() => this.#billing.listDomains(this.#question, { ...list, reach: this.#reach }));
  }

  listInvoices(list: InvoiceList): Promise<Page<CustomerInvoice, InvoiceKey>> {
    return this.#answered(() => this.#billing.listInvoices(this.#question, list));
  }

  listTickets(list: TicketList): Promise<Page<CustomerTicket, TicketKey>> {
    return this.#answered(() => this.#billing.listTickets(this.#question, list));
  }

  /** @throws {OperationError} `billing_unavailable`, `access_lost` or `permission_denied` */
  async #answered<Value>(ask: () => Promise<AccountResult<Value>>): Promise<Value> {
    const result: BillingResult<Value, BillingUnavailable | AskerRefused> = await askBilling(
      ask,
      BILLING_DEADLINE_MS,
      this.#question.requestId,
    );
    if (result.ok) return result.value;
    throw askerProblem(result.problem);
  }
}

/** Why a question was not answered. */
export function askerProblem(problem: BillingUnavailable | AskerRefused): OperationError {
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
  return new OperationError(
    "billing_unavailable",
    {
      en: "The billing system did not answer. Nothing was changed, and the connection is kept.",
      fr: "Le système de facturation n’a pas répondu. Rien n’a été modifié et la connexion est conservée.",
    },
    { retryAfter: Math.min(LONGEST_RETRY_AFTER_S, Math.max(1, Math.ceil(retryAfter))) },
  );
}
