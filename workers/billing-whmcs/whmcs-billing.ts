import type { BillingSystem, Reads } from "../../shared/billing-contract/billing-system.ts";
import type { Actor, ActorQuery, LoginCall } from "../../shared/billing-contract/call.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import { consentFacts } from "../../shared/billing-contract/consent-facts.ts";
import type { ConsentFacts, ConsentQuery, DomainList, ServiceList } from "../../shared/billing-contract/customer.ts";
import type { BillingDescription } from "../../shared/billing-contract/description.ts";
import { type ContractMethods, guardedBilling } from "../../shared/billing-contract/guarded-billing.ts";
import type { Writes } from "../../shared/billing-contract/writes.ts";
import { NotAdmitted } from "./accounts/access.ts";
import { authorize, listManagedAccounts, readAccount, readHolding, readRecipients } from "./accounts/accounts.ts";
import { beginSignIn, endSignIn } from "./accounts/sign-in.ts";
import { NoAnswer } from "./bridge/outcome.ts";
import { clientAreaOf, installationOf } from "./catalogue/installation.ts";
import { askRegistrar, checkHealth, readCatalogue } from "./catalogue/read-catalogue.ts";
import { listDomains } from "./domains/domains.ts";
import { EVENTS_MISSING, listEvents } from "./events/list-events.ts";
import { listInvoices } from "./invoices/invoices.ts";
import { actingNow } from "./orders/acting.ts";
import { cancelService, stateCancellation } from "./orders/cancellations.ts";
import { orderDomain, quoteDomainOrder } from "./orders/domain-orders.ts";
import {
  readRegistrarSettings,
  setDomainAutoRenew,
  setDomainLock,
  setDomainNameservers,
} from "./orders/domain-settings.ts";
import { findWrite, settleWrite } from "./orders/find-write.ts";
import { changePlan, quotePlanChange } from "./orders/plan-changes.ts";
import { orderPlan, quotePlanOrder } from "./orders/plan-orders.ts";
import { listOrders, readOrder } from "./orders/read-orders.ts";
import { renewDomain } from "./orders/renewals.ts";
import { transferDomainOut } from "./orders/transfers-out.ts";
import { notifyZoneChange } from "./orders/zone-notices.ts";
import { Refused, resultOf } from "./results.ts";
import { listServices, readService } from "./services/services.ts";
import { listTickets } from "./tickets/tickets.ts";
import type { PlainContext, WhmcsContext } from "./whmcs-context.ts";

/** Returns the context of one query. */
async function forQuery(context: PlainContext): Promise<WhmcsContext> {
  return { ...context, api: context.api.forRequest(context.requestId), installation: await installationOf(context) };
}

/**
 * Turns methods that throw into methods of the contract.
 * @param open creates the context of one query
 * @param thrown the errors that become problems
 */
function answering<Context, Errors extends Parameters<typeof resultOf>[1][]>(
  open: (plain: PlainContext) => Promise<Context>,
  ...thrown: Errors
) {
  return <Args extends unknown[], Value>(method: (context: Context, ...args: Args) => Promise<Value>) =>
    (plain: PlainContext, ...args: Args) =>
      resultOf(
        open(plain).then((context) => method(context, ...args)),
        ...thrown,
      );
}

/** A read without an account, or about all accounts of a login. */
const read = answering(forQuery, NoAnswer);
/** A read about an account. */
const accountRead = answering(forQuery, NoAnswer, NotAdmitted);
/** A read that does not need WHMCS's settings. */
const ownRead = answering(async (plain) => plain, NoAnswer);
/** A quote or a write. */
const decided = answering(forQuery, NoAnswer, NotAdmitted, Refused);

/** Describes this billing system from this Worker's database only, so that a slow WHMCS delays no page. */
async function describe(context: PlainContext): Promise<BillingDescription> {
  const { demonstration, links } = context.settings;
  const acts = (await actingNow(context)) !== null;
  const { host } = new URL(await clientAreaOf(context));
  return { demonstration, signIn: { kind: "redirect", host }, acts, eventsMissing: EVENTS_MISSING, links };
}

/** Refuses passwords. Customers sign in on WHMCS's own page. */
async function noPassword(): Promise<never> {
  throw new NoAnswer("refused");
}

/** Reads the facts of a consent page in one request. Reads about the account share one call. */
async function readConsentFacts(context: WhmcsContext, call: LoginCall, query: ConsentQuery): Promise<ConsentFacts> {
  const reads = {
    listManagedAccounts: (login: LoginCall) => resultOf(listManagedAccounts(context, login), NoAnswer),
    readHolding: (actor: Actor) => resultOf(readHolding(context, actor), NoAnswer),
    listDomains: (own: ActorQuery, list: DomainList) =>
      resultOf(listDomains(context, own, list), NoAnswer, NotAdmitted),
    listServices: (own: ActorQuery, list: ServiceList) =>
      resultOf(listServices(context, own, list), NoAnswer, NotAdmitted),
  };
  const facts = await consentFacts(reads, call, query);
  if (!facts.ok) throw new NoAnswer("refused", facts.problem.retryAfter);
  return facts.value;
}

/** The methods for the public catalogue, which reveal nothing about customers. */
const CATALOGUE_READS = {
  readCatalogue,
  askRegistrar: ownRead(askRegistrar),
  checkHealth: ownRead(checkHealth),
} satisfies ContractMethods<PlainContext, CatalogueReads>;

/** All reads. The type check requires every method. */
const READS = {
  ...CATALOGUE_READS,
  listManagedAccounts: read(listManagedAccounts),
  readHolding: read(readHolding),
  listDomains: accountRead(listDomains),
  listServices: accountRead(listServices),
  describe: ownRead(describe),
  signIn: ownRead(noPassword),
  signInSecondStep: ownRead(noPassword),
  beginSignIn: read(beginSignIn),
  endSignIn: read(endSignIn),
  readConsentFacts: read(readConsentFacts),
  readRecipients: read(readRecipients),
  authorize: accountRead(authorize),
  readAccount: accountRead(readAccount),
  readService: accountRead(readService),
  listInvoices: accountRead(listInvoices),
  listTickets: accountRead(listTickets),
  listEvents: accountRead(listEvents),
  readOrder: decided(readOrder),
  listOrders: decided(listOrders),
  quoteDomainOrder: decided(quoteDomainOrder),
  quotePlanOrder: decided(quotePlanOrder),
  quotePlanChange: decided(quotePlanChange),
  stateCancellation: decided(stateCancellation),
  readRegistrarSettings: decided(readRegistrarSettings),
  findWrite: read(findWrite),
} satisfies ContractMethods<PlainContext, Reads>;

const WRITES = {
  orderDomain: decided(orderDomain),
  orderPlan: decided(orderPlan),
  renewDomain: decided(renewDomain),
  changePlan: decided(changePlan),
  cancelService: decided(cancelService),
  transferDomainOut: decided(transferDomainOut),
  setDomainAutoRenew: decided(setDomainAutoRenew),
  setDomainNameservers: decided(setDomainNameservers),
  setDomainLock: decided(setDomainLock),
  notifyZoneChange: decided(notifyZoneChange),
  settleWrite: ownRead(settleWrite),
} satisfies ContractMethods<PlainContext, Writes>;

export const CATALOGUE_METHOD_NAMES = Object.keys(CATALOGUE_READS) as (keyof CatalogueReads)[];
export const CONTRACT_METHOD_NAMES = Object.keys({ ...READS, ...WRITES }) as (keyof BillingSystem)[];

/** WHMCS as a billing system. */
export function whmcsBilling(context: Omit<PlainContext, "requestId">): BillingSystem {
  return guardedBilling<PlainContext, BillingSystem>(context, { reads: READS, writes: WRITES }, context.isHeld);
}
