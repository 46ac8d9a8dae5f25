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

/** Returns the context of one call, with WHMCS's own settings. */
async function forQuery(context: PlainContext): Promise<WhmcsContext> {
  return { ...context, api: context.api.forRequest(context.requestId), installation: await installationOf(context) };
}

/**
 * Wraps methods that throw, so that they return results as the contract requires.
 * @param open creates the context of one call
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

/** Wraps a read that refuses no login. */
const read = answering(forQuery, NoAnswer);
/** Wraps a read of one account's data, which refuses a login without access. */
const accountRead = answering(forQuery, NoAnswer, NotAdmitted);
/** Wraps a method that does not need WHMCS's own settings. */
const ownRead = answering(async (plain) => plain, NoAnswer);
/** Wraps a method that can refuse a call, such as a quote or a write. */
const decided = answering(forQuery, NoAnswer, NotAdmitted, Refused);

/** Describes this billing system. It reads only this Worker's database, so a slow WHMCS does not delay any page. */
async function describe(context: PlainContext): Promise<BillingDescription> {
  const { demonstration, links } = context.settings;
  const acts = (await actingNow(context)) !== null;
  const { host } = new URL(await clientAreaOf(context));
  return { demonstration, signIn: { kind: "redirect", host }, acts, eventsMissing: EVENTS_MISSING, links };
}

/** Rejects passwords, because customers sign in on WHMCS's own page. */
async function noPassword(): Promise<never> {
  throw new NoAnswer("refused");
}

/** Reads everything that the consent page shows. Reads about the account share one call to the addon. */
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

/** The methods for the public catalogue. They return no customer data. */
const CATALOGUE_READS = {
  readCatalogue,
  askRegistrar: ownRead(askRegistrar),
  checkHealth: ownRead(checkHealth),
} satisfies ContractMethods<PlainContext, CatalogueReads>;

/** All reads. The `satisfies` clause fails if one is missing. */
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

/** Returns the billing contract's methods, implemented with WHMCS. */
export function whmcsBilling(context: Omit<PlainContext, "requestId">): BillingSystem {
  return guardedBilling<PlainContext, BillingSystem>(context, { reads: READS, writes: WRITES }, context.isHeld);
}
