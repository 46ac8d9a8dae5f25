import type { BillingSystem, Reads } from "../../shared/billing-contract/billing-system.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import { type ContractMethods, guardedBilling } from "../../shared/billing-contract/guarded-billing.ts";
import {
  authorize,
  listManagedAccounts,
  readAccount,
  readConsentFacts,
  readHolding,
  readRecipients,
} from "./accounts/accounts.ts";
import { actingReads, actingWrites } from "./acting/acting-methods.ts";
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
const CATALOGUE_READS = {
  ...{ readCatalogue, askRegistrar, checkHealth },
} satisfies ContractMethods<WhmcsContext, CatalogueReads>;

/** A missing method does not compile. */
const READS = {
  ...CATALOGUE_READS,
  ...{ describe, beginSignIn, endSignIn },
  /** No password reaches this Worker: customers sign in at the billing system's own page. */
  signIn: async () => unavailable(),
  signInSecondStep: async () => unavailable(),
  ...boundedReads({ listManagedAccounts, readHolding, readConsentFacts, authorize, readRecipients, readAccount }),
  ...boundedReads({ readService, listServices, listDomains, listInvoices, listTickets }),
  ...batchedReads(actingReads),
  ...boundedReads({ readOrder }),
} satisfies ContractMethods<WhmcsContext, Reads>;
const WRITES = batchedReads(actingWrites);

export const CATALOGUE_METHOD_NAMES = Object.keys(CATALOGUE_READS) as (keyof CatalogueReads)[];
export const CONTRACT_METHOD_NAMES = Object.keys({ ...READS, ...WRITES }) as (keyof BillingSystem)[];

/** WHMCS as a billing system. */
export function whmcsBilling(context: Omit<WhmcsContext, "requestId">): BillingSystem {
  return guardedBilling<WhmcsContext, BillingSystem>(context, { reads: READS, writes: WRITES }, context.isHeld);
}
