import { afterAll, describe } from "vitest";
import { accountCases } from "../billing-contract/accounts.ts";
import { renewalCases } from "../billing-contract/acting/changes.ts";
import { registrarSettingCases } from "../billing-contract/acting/domain-settings.ts";
import { followedOrderCases } from "../billing-contract/acting/followed-orders.ts";
import { catalogueCases } from "../billing-contract/catalogue.ts";
import { domainCases } from "../billing-contract/domains.ts";
import { invoiceCases } from "../billing-contract/invoices.ts";
import type { BillingUnderTest } from "../billing-contract/scene.ts";
import { serviceCases } from "../billing-contract/services.ts";
import { ticketCases } from "../billing-contract/tickets.ts";
import { whmcsUnderTest } from "./support/contract-scene.ts";

/** The contract's cases that depend on the spelling of values. All other cases see only parsed values. */
const CASES: Record<string, ((system: BillingUnderTest) => void)[]> = {
  readAccount: [accountCases],
  readCatalogue: [catalogueCases],
  listServices: [serviceCases],
  listDomains: [domainCases],
  listInvoices: [invoiceCases],
  listTickets: [ticketCases],
  renewDomain: [renewalCases],
  readOrder: [followedOrderCases],
  readRegistrarSettings: [registrarSettingCases],
};

describe("an installation with hostile spellings", async () => {
  const whmcs = await whmcsUnderTest("hostile");
  afterAll(whmcs.stop);

  for (const [method, cases] of Object.entries(CASES)) {
    describe(method, () => {
      for (const add of cases) add(whmcs);
    });
  }
});
