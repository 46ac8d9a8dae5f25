import { describe, expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import type { CustomerReads } from "../../shared/billing-contract/customer.ts";
import type { QuoteReads, Writes } from "../../shared/billing-contract/writes.ts";
import { actingAccess, readAccess } from "./access.ts";
import {
  accountCases,
  consentCases,
  demonstrationCases,
  holdingCases,
  managedAccountCases,
  recipientCases,
  referenceCases,
} from "./accounts.ts";
import { cancellationCases, planChangeCases, renewalCases } from "./acting/changes.ts";
import { checkCases } from "./acting/checks.ts";
import {
  autoRenewalCases,
  lockCases,
  nameserverCases,
  ownNameCases,
  registrarSettingCases,
  setAutoRenew,
  setLock,
  setNameservers,
  transferCases,
  transferOut,
} from "./acting/domain-settings.ts";
import { followedOrderCases } from "./acting/followed-orders.ts";
import { holdCases } from "./acting/holds.ts";
import { findCases, onceCases } from "./acting/once.ts";
import { domainOrderCases, domainQuoteCases, planOrderCases, planQuoteCases } from "./acting/orders.ts";
import { settleCases, settledActionCases } from "./acting/settled.ts";
import { agingCases, catalogueCases, healthCases, registrarCases } from "./catalogue.ts";
import { domainCases } from "./domains.ts";
import { invoiceCases } from "./invoices.ts";
import { pagingCases } from "./paging.ts";
import { actingMethod, QUESTIONS } from "./questions.ts";
import type { BillingUnderTest } from "./scene.ts";
import { limitCases, readServiceCases, serviceCases, serviceFilterCases, zoneNoticeCases } from "./services.ts";
import { beginSignInCases, describeCases, endSignInCases, secondStepCases, signInCases } from "./sign-in.ts";
import { ticketCases } from "./tickets.ts";

/** Tests of one method, on a billing system with a scene. */
type Cases = (system: BillingUnderTest) => void;
/** The cases of each method. A method without any does not compile. */
type CasesOf<Contract> = Record<keyof Contract, [Cases, ...Cases[]]>;

const access =
  (method: keyof typeof QUESTIONS): Cases =>
  (system) =>
    readAccess(system, QUESTIONS[method]);

const READING: CasesOf<CatalogueReads & CustomerReads> = {
  readCatalogue: [catalogueCases, agingCases],
  askRegistrar: [registrarCases],
  checkHealth: [healthCases],
  describe: [describeCases],
  signIn: [signInCases],
  signInSecondStep: [secondStepCases],
  beginSignIn: [beginSignInCases],
  endSignIn: [endSignInCases],
  listManagedAccounts: [managedAccountCases],
  readHolding: [holdingCases, demonstrationCases],
  readConsentFacts: [consentCases],
  authorize: [access("authorize"), referenceCases],
  readRecipients: [recipientCases],
  readAccount: [access("readAccount"), accountCases],
  readService: [access("readService"), readServiceCases],
  listServices: [
    access("listServices"),
    ...[serviceCases, serviceFilterCases],
    (system) => limitCases(system, "listServices"),
    (system) => pagingCases(system, "services"),
  ],
  listDomains: [
    access("listDomains"),
    domainCases,
    (system) => limitCases(system, "listDomains"),
    (system) => pagingCases(system, "domains"),
  ],
  listInvoices: [access("listInvoices"), invoiceCases, (system) => pagingCases(system, "invoices")],
  listTickets: [access("listTickets"), ticketCases, (system) => pagingCases(system, "tickets")],
};

const acting =
  (method: Parameters<typeof actingMethod>[0]): Cases =>
  (system) =>
    actingAccess(system, (subject) => actingMethod(method, subject));

const ACTING: CasesOf<QuoteReads & Writes> = {
  quoteDomainOrder: [acting("quoteDomainOrder"), domainQuoteCases],
  orderDomain: [acting("orderDomain"), domainOrderCases, onceCases("orderDomain")],
  quotePlanOrder: [acting("quotePlanOrder"), planQuoteCases],
  orderPlan: [acting("orderPlan"), planOrderCases, onceCases("orderPlan")],
  readOrder: [acting("readOrder"), followedOrderCases],
  renewDomain: [acting("renewDomain"), renewalCases, onceCases("renewDomain")],
  quotePlanChange: [acting("quotePlanChange")],
  changePlan: [acting("changePlan"), planChangeCases, onceCases("changePlan")],
  stateCancellation: [acting("stateCancellation")],
  cancelService: [acting("cancelService"), cancellationCases, onceCases("cancelService")],
  setDomainAutoRenew: [acting("setDomainAutoRenew"), ofOwnName(setAutoRenew), autoRenewalCases],
  setDomainNameservers: [acting("setDomainNameservers"), ofOwnName(setNameservers), nameserverCases],
  setDomainLock: [acting("setDomainLock"), ofOwnName(setLock), lockCases],
  readRegistrarSettings: [acting("readRegistrarSettings"), registrarSettingCases],
  transferDomainOut: [
    acting("transferDomainOut"),
    ofOwnName(transferOut),
    transferCases,
    onceCases("transferDomainOut"),
  ],
  notifyZoneChange: [acting("notifyZoneChange"), zoneNoticeCases],
  findWrite: [findCases],
  settleWrite: [settleCases, settledActionCases],
};

function ofOwnName(ask: Parameters<typeof ownNameCases>[1]): Cases {
  return (system) => ownNameCases(system, ask);
}

const CASES: CasesOf<BillingSystem> = { ...READING, ...ACTING };

/** Everything that a billing system has to do. Call it where tests are collected. */
export function billingContract(system: BillingUnderTest): void {
  test("every method is there", () => {
    const methods = Object.keys(CASES) as (keyof BillingSystem)[];
    expect(methods.filter((method) => typeof system.billing[method] !== "function")).toEqual([]);
  });

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
