import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import { type ContractMethods, guardedMethods } from "../../shared/billing-contract/guarded-methods.ts";
import { heldMethods } from "../../shared/billing-contract/held-methods.ts";
import { authorize, listManagedAccounts, readAccount, readHolding, readRecipients } from "./accounts/accounts.ts";
import { actingMethods } from "./acting/acting-methods.ts";
import { batchedReads, boundedReads } from "./bounded-reads.ts";
import { askRegistrar, checkHealth, readCatalogue } from "./catalogue/read-catalogue.ts";
import { describe } from "./describe.ts";
import { listDomains } from "./domains/list-domains.ts";
import { listInvoices } from "./invoices/list-invoices.ts";
import { readOrder } from "./orders/read-order.ts";
import { unavailable } from "./results.ts";
import { listServices, readService } from "./services/list-services.ts";
import { beginSignIn, endSignIn } from "./sign-in/sign-in.ts";
import { listTickets } from "./tickets/list-tickets.ts";
import type { WhmcsContext } from "./whmcs-context.ts";

/** What the public catalogue may call: nothing about customers. */
const CATALOGUE_METHODS = {
  ...{ readCatalogue, askRegistrar, checkHealth },
} satisfies ContractMethods<WhmcsContext, CatalogueReads>;

/** The billing contract, which other Workers call. A missing method does not compile. */
const CONTRACT_METHODS = {
  ...CATALOGUE_METHODS,
  ...{ describe, beginSignIn, endSignIn },
  /** No password reaches this Worker: customers sign in at the billing system's own page. */
  signIn: async () => unavailable(),
  signInSecondStep: async () => unavailable(),
  ...boundedReads({ listManagedAccounts, readHolding, authorize, readRecipients, readAccount }),
  ...boundedReads({ readService, listServices, listDomains, listInvoices, listTickets }),
  ...batchedReads(actingMethods),
  ...boundedReads({ readOrder }),
} satisfies ContractMethods<WhmcsContext, BillingSystem>;

export const CATALOGUE_METHOD_NAMES = Object.keys(CATALOGUE_METHODS) as (keyof CatalogueReads)[];
export const CONTRACT_METHOD_NAMES = Object.keys(CONTRACT_METHODS) as (keyof BillingSystem)[];

/** WHMCS as a billing system. */
export function whmcsBilling(context: WhmcsContext): BillingSystem {
  const methods = heldMethods<WhmcsContext, typeof CONTRACT_METHODS>(CONTRACT_METHODS, context.isHeld);
  return guardedMethods(context, methods);
}
