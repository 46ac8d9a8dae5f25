import { describe } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import type { CustomerReads } from "../../shared/billing-contract/customer.ts";
import type { QuoteReads, Writes } from "../../shared/billing-contract/writes.ts";
import { accessCases, authorizationCases } from "./access.ts";
import * as accounts from "./accounts.ts";
import * as changes from "./acting/changes.ts";
import { checkCases } from "./acting/checks.ts";
import * as settings from "./acting/domain-settings.ts";
import { followedOrderCases, orderListCases } from "./acting/followed-orders.ts";
import { holdCases } from "./acting/holds.ts";
import { findCases, onceCases } from "./acting/once.ts";
import * as orders from "./acting/orders.ts";
import { settleCases, settledActionCases } from "./acting/settled.ts";
import * as catalogue from "./catalogue.ts";
import { domainCases } from "./domains.ts";
import { eventCases } from "./events.ts";
import { invoiceCases } from "./invoices.ts";
import { pagingCases } from "./paging.ts";
import { actingMethod, QUESTIONS } from "./questions.ts";
import type { BillingUnderTest } from "./scene.ts";
import * as services from "./services.ts";
import * as signIns from "./sign-in.ts";
import { ticketCases } from "./tickets.ts";

/** The tests of one method, for a billing system with a scene. */
type Cases = (system: BillingUnderTest) => void;
/** The cases of each method. A method without a case does not compile. */
type CasesOf<Contract> = Record<keyof Contract, [Cases, ...Cases[]]>;

const access =
  (method: keyof typeof QUESTIONS): Cases =>
  (system) =>
    accessCases(system, () => QUESTIONS[method], true);

const READING: CasesOf<CatalogueReads & CustomerReads> = {
  readCatalogue: [catalogue.catalogueCases, catalogue.agingCases],
  askRegistrar: [catalogue.registrarCases],
  checkHealth: [catalogue.healthCases],
  describe: [signIns.describeCases],
  signIn: [signIns.signInCases],
  signInSecondStep: [signIns.secondStepCases],
  beginSignIn: [signIns.beginSignInCases],
  endSignIn: [signIns.endSignInCases],
  listManagedAccounts: [accounts.managedAccountCases],
  readHolding: [accounts.holdingCases, accounts.demonstrationCases],
  readConsentFacts: [accounts.consentCases],
  authorize: [access("authorize"), authorizationCases, accounts.referenceCases],
  readRecipients: [accounts.recipientCases],
  readAccount: [access("readAccount"), accounts.accountCases],
  readService: [access("readService"), services.readServiceCases],
  listServices: [
    access("listServices"),
    ...[services.serviceCases, services.serviceFilterCases],
    (system) => services.limitCases(system, "listServices"),
    (system) => pagingCases(system, "services"),
  ],
  listDomains: [
    access("listDomains"),
    domainCases,
    (system) => services.limitCases(system, "listDomains"),
    (system) => pagingCases(system, "domains"),
  ],
  listInvoices: [access("listInvoices"), invoiceCases, (system) => pagingCases(system, "invoices")],
  listEvents: [access("listEvents"), eventCases],
  listTickets: [access("listTickets"), ticketCases, (system) => pagingCases(system, "tickets")],
};

const acting =
  (method: Parameters<typeof actingMethod>[0]): Cases =>
  (system) =>
    accessCases(system, (subject) => actingMethod(method, subject), false);

const ACTING: CasesOf<QuoteReads & Writes> = {
  quoteDomainOrder: [acting("quoteDomainOrder"), orders.domainQuoteCases],
  orderDomain: [acting("orderDomain"), orders.domainOrderCases, onceCases("orderDomain")],
  quotePlanOrder: [acting("quotePlanOrder"), orders.planQuoteCases],
  orderPlan: [acting("orderPlan"), orders.planOrderCases, onceCases("orderPlan")],
  readOrder: [acting("readOrder"), followedOrderCases],
  listOrders: [acting("listOrders"), orderListCases],
  renewDomain: [acting("renewDomain"), changes.renewalCases, onceCases("renewDomain")],
  quotePlanChange: [acting("quotePlanChange")],
  changePlan: [acting("changePlan"), changes.planChangeCases, onceCases("changePlan")],
  stateCancellation: [acting("stateCancellation")],
  cancelService: [acting("cancelService"), changes.cancellationCases, onceCases("cancelService")],
  setDomainAutoRenew: [acting("setDomainAutoRenew"), ofOwnName(settings.setAutoRenew), settings.autoRenewalCases],
  setDomainNameservers: [acting("setDomainNameservers"), ofOwnName(settings.setNameservers), settings.nameserverCases],
  setDomainLock: [acting("setDomainLock"), ofOwnName(settings.setLock), settings.lockCases],
  readRegistrarSettings: [acting("readRegistrarSettings"), settings.registrarSettingCases],
  transferDomainOut: [
    acting("transferDomainOut"),
    ofOwnName(settings.transferOut),
    settings.transferCases,
    onceCases("transferDomainOut"),
  ],
  notifyZoneChange: [acting("notifyZoneChange"), services.zoneNoticeCases],
  findWrite: [findCases],
  settleWrite: [settleCases, settledActionCases],
};

function ofOwnName(ask: Parameters<typeof settings.ownNameCases>[1]): Cases {
  return (system) => settings.ownNameCases(system, ask);
}

const CASES: CasesOf<BillingSystem> = { ...READING, ...ACTING };

/** Defines the tests that every billing system must pass. The function must be called during test collection. */
export function billingContract(system: BillingUnderTest): void {
  for (const [method, cases] of Object.entries(CASES)) {
    describe(method, () => {
      for (const add of cases) add(system);
    });
  }

  describe("every write", () => {
    checkCases(system);
    holdCases(system);
  });
}
