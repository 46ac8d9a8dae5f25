import { describe, expect, test } from "vitest";
import type { ActingBilling } from "../../shared/billing-contract/actions.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { actingAccess, readAccess } from "./access.ts";
import {
  accountCases,
  demonstrationCases,
  holdingCases,
  managedAccountCases,
  recipientCases,
  referenceCases,
} from "./accounts.ts";
import { onceItActs } from "./acting/acting-system.ts";
import { cancellationCases, planChangeCases, renewalCases } from "./acting/changes.ts";
import { checkCases } from "./acting/checks.ts";
import {
  autoRenewalCases,
  lockCases,
  nameserverCases,
  ownNameCases,
  prepareTransfer,
  registrarSettingCases,
  setAutoRenew,
  setLock,
  setNameservers,
  transferCases,
} from "./acting/domain-settings.ts";
import { followedOrderCases } from "./acting/followed-orders.ts";
import { findCases, onceCases } from "./acting/once.ts";
import { domainOrderCases, domainQuoteCases, planOrderCases, planQuoteCases } from "./acting/orders.ts";
import { settleCases, settledActionCases } from "./acting/settled.ts";
import { agingCases, catalogueCases, healthCases, registrarCases } from "./catalogue.ts";
import { domainCases } from "./domains.ts";
import { invoiceCases } from "./invoices.ts";
import { pagingCases } from "./paging.ts";
import { actingMethods, QUESTIONS, type Subject } from "./questions.ts";
import type { BillingUnderTest } from "./scene.ts";
import { limitCases, readServiceCases, serviceCases, zoneNoticeCases } from "./services.ts";
import { beginSignInCases, describeCases, endSignInCases, secondStepCases, signInCases } from "./sign-in.ts";
import { ticketCases } from "./tickets.ts";

/** Tests of one method, on a billing system with a scene. */
type Cases = (system: BillingUnderTest) => void;

const access =
  (method: keyof typeof QUESTIONS): Cases =>
  (system) =>
    readAccess(system, QUESTIONS[method]);

/** The cases of each method that reads or signs in. A method without any does not compile. */
const READING: Record<Exclude<keyof BillingSystem, keyof ActingBilling>, Cases[]> = {
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
  authorize: [access("authorize"), referenceCases],
  readRecipients: [recipientCases],
  readAccount: [access("readAccount"), accountCases],
  readService: [access("readService"), readServiceCases],
  listServices: [
    ...[access("listServices"), serviceCases],
    (system) => limitCases(system, "listServices"),
    (system) => pagingCases(system, "services"),
  ],
  listDomains: [
    ...[access("listDomains"), domainCases],
    (system) => limitCases(system, "listDomains"),
    (system) => pagingCases(system, "domains"),
  ],
  listInvoices: [access("listInvoices"), invoiceCases, (system) => pagingCases(system, "invoices")],
  listTickets: [access("listTickets"), ticketCases, (system) => pagingCases(system, "tickets")],
};

const acting =
  (method: keyof ReturnType<typeof actingMethods>): Cases =>
  (system) =>
    actingAccess(system, (subject: Subject) => actingMethods(subject)[method]);

/** The cases of each method that acts or belongs to acting. A method without any does not compile. */
const ACTING: Record<keyof ActingBilling, Cases[]> = {
  quoteDomainOrder: [acting("quoteDomainOrder"), onceItActs(domainQuoteCases)],
  orderDomain: [acting("orderDomain"), onceItActs(domainOrderCases), onceItActs(onceCases("orderDomain"))],
  quotePlanOrder: [acting("quotePlanOrder"), onceItActs(planQuoteCases)],
  orderPlan: [acting("orderPlan"), onceItActs(planOrderCases), onceItActs(onceCases("orderPlan"))],
  readOrder: [acting("readOrder"), onceItActs(followedOrderCases)],
  renewDomain: [acting("renewDomain"), onceItActs(renewalCases), onceItActs(onceCases("renewDomain"))],
  quotePlanChange: [acting("quotePlanChange")],
  changePlan: [acting("changePlan"), onceItActs(planChangeCases), onceItActs(onceCases("changePlan"))],
  stateCancellation: [acting("stateCancellation")],
  cancelService: [acting("cancelService"), onceItActs(cancellationCases), onceItActs(onceCases("cancelService"))],
  setDomainAutoRenew: [acting("setDomainAutoRenew"), ofOwnName(setAutoRenew), onceItActs(autoRenewalCases)],
  setDomainNameservers: [acting("setDomainNameservers"), ofOwnName(setNameservers), onceItActs(nameserverCases)],
  setDomainLock: [acting("setDomainLock"), ofOwnName(setLock), onceItActs(lockCases)],
  readRegistrarSettings: [acting("readRegistrarSettings"), onceItActs(registrarSettingCases)],
  prepareTransferOut: [
    ...[acting("prepareTransferOut"), ofOwnName(prepareTransfer), onceItActs(transferCases)],
    onceItActs(onceCases("transferDomainOut")),
  ],
  notifyZoneChange: [acting("notifyZoneChange"), onceItActs(zoneNoticeCases)],
  checkAction: [acting("checkAction"), onceItActs(checkCases)],
  findAction: [findCases],
  settleAction: [settleCases, onceItActs(settledActionCases)],
};

function ofOwnName(ask: Parameters<typeof ownNameCases>[1]): Cases {
  return onceItActs((system) => ownNameCases(system, ask));
}

/** The cases of each method of the interface. */
export const CASES = { ...READING, ...ACTING };

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
}
