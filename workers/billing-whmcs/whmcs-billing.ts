import type { BillingSystem, Reads } from "../../shared/billing-contract/billing-system.ts";
import type { Actor, ActorQuery, LoginCall } from "../../shared/billing-contract/call.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import { consentFacts } from "../../shared/billing-contract/consent-facts.ts";
import type {
  AccountResult,
  ConsentFacts,
  ConsentQuery,
  DomainList,
  ServiceList,
} from "../../shared/billing-contract/customer.ts";
import type { BillingDescription } from "../../shared/billing-contract/description.ts";
import { type ContractMethods, guardedBilling } from "../../shared/billing-contract/guarded-billing.ts";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import type { QuoteResult, Writes } from "../../shared/billing-contract/writes.ts";
import { authorize, listManagedAccounts, readAccount, readHolding, readRecipients } from "./accounts/accounts.ts";
import { beginSignIn, endSignIn } from "./accounts/sign-in.ts";
import { NoAnswer } from "./bridge/outcome.ts";
import { clientAreaOf, installationOf } from "./catalogue/installation.ts";
import { askRegistrar, checkHealth, readCatalogue } from "./catalogue/read-catalogue.ts";
import { listDomains } from "./domains/domains.ts";
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
import { readOrder } from "./orders/read-order.ts";
import { renewDomain } from "./orders/renewals.ts";
import { transferDomainOut } from "./orders/transfers-out.ts";
import { notifyZoneChange } from "./orders/zone-notices.ts";
import { accountResultOf, quoteResultOf, resultOf } from "./results.ts";
import { listServices, readService } from "./services/services.ts";
import { listTickets } from "./tickets/tickets.ts";
import type { PlainContext, WhmcsContext } from "./whmcs-context.ts";

type Method<Context, Args extends unknown[], Value> = (context: Context, ...args: Args) => Promise<Value>;
type Answering<Args extends unknown[], Value> = Method<PlainContext, Args, Value>;

/** A read of what concerns no account, or of all accounts of a login. */
function read<Args extends unknown[], Value>(
  method: Method<WhmcsContext, Args, Value>,
): Answering<Args, BillingResult<Value>> {
  return (context, ...args) => resultOf(forQuery(context).then((own) => method(own, ...args)));
}

/** A read about an account. */
function accountRead<Args extends unknown[], Value>(
  method: Method<WhmcsContext, Args, Value>,
): Answering<Args, AccountResult<Value>> {
  return (context, ...args) => accountResultOf(forQuery(context).then((own) => method(own, ...args)));
}

/** A read of what this Worker keeps, or needs nothing of WHMCS for. */
function ownRead<Args extends unknown[], Value>(
  method: Method<PlainContext, Args, Value>,
): Answering<Args, BillingResult<Value>> {
  return (context, ...args) => resultOf(method(context, ...args));
}

/** A quote or a write. */
function decided<Args extends unknown[], Value>(
  method: Method<WhmcsContext, Args, Value>,
): Answering<Args, QuoteResult<Value>> {
  return (context, ...args) => quoteResultOf(forQuery(context).then((own) => method(own, ...args)));
}

/** The context of one question. */
async function forQuery(context: PlainContext): Promise<WhmcsContext> {
  return { ...context, api: context.api.forRequest(context.requestId), installation: await installationOf(context) };
}

/** What this billing system is; of its own database alone, so that a billing system that is slow delays no page. */
async function describe(context: PlainContext): Promise<BillingDescription> {
  const { demonstration, links } = context.settings;
  const acts = (await actingNow(context)) !== null;
  const { host } = new URL(await clientAreaOf(context));
  return { demonstration, signIn: { kind: "redirect", host }, acts, links };
}

/** No password reaches this Worker: customers sign in at the billing system's own page. */
async function noPassword(): Promise<never> {
  throw new NoAnswer("refused");
}

/** The reads of a consent page are one question: those about the account are sent together. */
async function readConsentFacts(context: WhmcsContext, call: LoginCall, query: ConsentQuery): Promise<ConsentFacts> {
  const reads = {
    listManagedAccounts: (login: LoginCall) => resultOf(listManagedAccounts(context, login)),
    readHolding: (actor: Actor) => resultOf(readHolding(context, actor)),
    listDomains: (own: ActorQuery, list: DomainList) => accountResultOf(listDomains(context, own, list)),
    listServices: (own: ActorQuery, list: ServiceList) => accountResultOf(listServices(context, own, list)),
  };
  const facts = await consentFacts(reads, call, query);
  if (!facts.ok) throw new NoAnswer("refused", facts.problem.retryAfter);
  return facts.value;
}

/** What the public catalogue may call: nothing about customers. */
const CATALOGUE_READS = {
  readCatalogue,
  askRegistrar: ownRead(askRegistrar),
  checkHealth: ownRead(checkHealth),
} satisfies ContractMethods<PlainContext, CatalogueReads>;

/** A missing method does not compile. */
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
  readOrder: decided(readOrder),
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
