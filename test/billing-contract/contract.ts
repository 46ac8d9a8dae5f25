import { describe } from "vitest";
import type { ActingBilling } from "../../shared/billing-contract/actions.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { readAccess } from "./access.ts";
import { accountCases, holdingCases, managedAccountCases, recipientCases, referenceCases } from "./accounts.ts";
import { agingCases, catalogueCases, healthCases, registrarCases } from "./catalogue.ts";
import { domainCases } from "./domains.ts";
import { invoiceCases } from "./invoices.ts";
import { pagingCases } from "./paging.ts";
import { QUESTIONS } from "./questions.ts";
import type { BillingUnderTest } from "./scene.ts";
import { limitCases, readServiceCases, serviceCases } from "./services.ts";
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
  readHolding: [holdingCases],
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

/** What a billing system has to do for its reading half. */
export function readingContract(system: BillingUnderTest): void {
  for (const [method, cases] of Object.entries(READING)) {
    describe(method, () => {
      for (const add of cases) add(system);
    });
  }
}
