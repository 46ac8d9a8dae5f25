import type { ApprovalStatement, ApprovalView } from "../../durable-objects/account/approvals/approval-port.ts";
import type { CommandName } from "../../durable-objects/account/command-map.ts";
import type { CustomerService } from "../../shared/billing-contract/customer.ts";
import type { Terms } from "../../shared/billing-contract/result.ts";
import { previewOf } from "../../shared/ordering/write-preview.ts";

const ACCOUNT = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" };
const cad = (amount: number) => ({ amount, currency: "CAD" });
const { account: _, changes: __, ...NO_PREVIEW } = previewOf(ACCOUNT, {});

const OWN_TERMS = {
  title: { en: "Terms of service", fr: "Conditions de service" },
  url: "https://maple.example/terms",
};
const TERMS: Terms = {
  ...{ ...OWN_TERMS, version: "2026-09-01+ca.2025-03-01" },
  items: [
    OWN_TERMS,
    {
      title: { en: "CIRA registrant agreement", fr: "Contrat de titulaire de l’ACEI" },
      url: "https://cira.example/terms",
    },
  ],
};

const WEB_START: CustomerService = {
  ...{ id: 2101, plan: "Web Start", planId: "web-start", line: "web", domain: "studio-ana.ca", status: "active" },
  ...{ billingCycle: "annually", nextDueDate: "2027-03-14", recurringPrice: 8_900, cancellation: null },
};

const STATEMENTS = {
  orderDomain: {
    ...{ operation: "orderDomain", limit: 3_000 },
    input: {
      ...{ domain: "xn--bcher-kva.ca", type: "register", years: 2 },
      fields: { cira_legal_type: "CCT", trademark: "https://evil.example <b>1</b>", agreement: "true" },
    },
    preview: {
      ...{ ...NO_PREVIEW, price: cad(3_598) },
      domainOrder: {
        ...{ account: ACCOUNT, available: true, obstacle: null, price: cad(3_598), transferTerm: null },
        ...{ renewalPrice: cad(1_899), renewalYears: 1, terms: TERMS, needsAuthCode: false },
        ...{ autoRenew: true, chargesCard: true },
        ...{ registrant: { country: "CA", eligible: true, rule: null }, missing: [] },
        fields: [
          {
            ...{ name: "cira_legal_type", label: { en: "Legal type", fr: "Statut juridique" }, type: "choice" },
            ...{ required: true, description: null, default: null },
            options: [{ value: "CCT", label: { en: "Canadian citizen", fr: "Citoyen canadien" } }],
          },
          {
            ...{ name: "trademark", label: { en: "Trademark", fr: "Marque" }, type: "text", options: null },
            ...{ required: false, description: null, default: null },
          },
          {
            ...{ name: "agreement", label: { en: "Agreed", fr: "Accord donné" }, type: "tickbox", options: null },
            ...{ required: true, description: null, default: null },
          },
          {
            ...{ name: "not_given", label: { en: "Not given", fr: "Non indiqué" }, type: "text", options: null },
            ...{ required: false, description: null, default: null },
          },
        ],
      },
    },
  },
  orderPlan: {
    ...{ operation: "orderPlan", limit: 0 },
    input: { plan: "web-pro", billing_cycle: "annually", domain: "shop.studio-ana.ca", promotion: "AUTUMN" },
    preview: {
      ...{ ...NO_PREVIEW, price: cad(9_450), planName: { en: "Web Pro", fr: "Web Pro" } },
      planOrder: {
        ...{ account: ACCOUNT, planId: "web-pro", billingCycle: "annually", domain: "shop.studio-ana.ca" },
        ...{ firstPayment: { ...cad(9_450), covers: "annually" }, setupFee: 500, siteNote: null, missing: [] },
        renewal: { ...cad(17_900), billingCycle: "annually" },
        discount: {
          ...{ percent: 50, amount: 8_950 },
          reason: { en: "First-year discount of 50 %", fr: "Remise de 50 % la première année" },
        },
        terms: { ...TERMS, version: "2026-09-01", items: [OWN_TERMS] },
      },
    },
  },
  renewDomain: {
    ...{ operation: "renewDomain", limit: 1_000 },
    input: { domain: "studio-ana.ca", years: 1 },
    preview: {
      ...NO_PREVIEW,
      ...{ price: cad(1_799), renewal: { expiresOn: "2027-06-20", renewedUntil: "2028-06-20" } },
    },
  },
  changePlan: {
    ...{ operation: "changePlan", limit: null },
    input: { id: 2101, plan: "web-mini" },
    preview: {
      ...{ ...NO_PREVIEW, price: cad(0), isDowngrade: true, planName: { en: "Web Mini", fr: "Web Mini" } },
      planChange: {
        ...{ account: ACCOUNT, service: WEB_START, planId: "web-mini", billingCycle: "annually", dueNow: cad(0) },
        ...{ credit: cad(2_210), renewal: { ...cad(5_900), billingCycle: "annually" } },
        ...{ effectiveOn: "2026-11-22", obstacle: null },
      },
    },
  },
  cancelService: {
    ...{ operation: "cancelService", limit: null },
    input: { id: 2101, when: "immediately", reason: "<b>Unused</b>\nsince June" },
    preview: {
      ...NO_PREVIEW,
      statement: {
        ...{ account: ACCOUNT, service: WEB_START, when: "immediately", effectiveOn: "2026-11-22" },
        consequences: [
          { en: "Its files and mailboxes are deleted.", fr: "Ses fichiers et ses boîtes de courriel sont supprimés." },
          { en: "Nothing is refunded.", fr: "Rien n’est remboursé." },
        ],
      },
    },
  },
  transferDomainOut: {
    ...{ operation: "transferDomainOut", limit: null, preview: NO_PREVIEW },
    input: { domain: "studio-ana.ca" },
  },
  setDomainNameservers: {
    ...{ operation: "setDomainNameservers", limit: null },
    input: { domain: "studio-ana.ca", nameservers: ["ns1.other.example", "ns2.other.example"] },
    preview: { ...NO_PREVIEW, settings: { nameservers: ["ns1.maple.example", "ns2.maple.example"], locked: true } },
  },
  setDomainLock: {
    ...{ operation: "setDomainLock", limit: null },
    input: { domain: "studio-ana.ca", locked: false },
    preview: { ...NO_PREVIEW, settings: { nameservers: [], locked: true } },
  },
  setDomainAutoRenew: {
    ...{ operation: "setDomainAutoRenew", limit: 0, input: { domain: "studio-ana.ca", auto_renew: true } },
    preview: { ...NO_PREVIEW, renewalCharge: { ...cad(1_899), years: 1 } },
  },
  changeDnsZone: {
    ...{ operation: "changeDnsZone", limit: null, preview: NO_PREVIEW },
    input: {
      ...{ id: 2101, zone: "studio-ana.ca" },
      remove: [{ name: "www.studio-ana.ca", type: "A", ttl: 3600, data: ["192.0.2.80"] }],
      add: [{ name: "studio-ana.ca", type: "TXT", ttl: 300, data: ['prove="<it>"', "twice"] }],
    },
  },
} satisfies { [Name in CommandName]?: ApprovalStatement };

/** The commands that may need a customer's approval. `rules/derived.test.ts` compares them with the definitions. */
export type ApprovableCommand = keyof typeof STATEMENTS;

/** An approval statement for each command. Together they have every field that a statement can have. */
export const SAMPLE_STATEMENTS: Record<ApprovableCommand, ApprovalStatement> = STATEMENTS;

const TARGETS: Record<ApprovableCommand, string> = {
  ...{ orderDomain: "domain:xn--bcher-kva.ca", orderPlan: "plan:web-pro", renewDomain: "domain:studio-ana.ca" },
  ...{ changePlan: "service:2101", cancelService: "service:2101", transferDomainOut: "domain:studio-ana.ca" },
  ...{ setDomainNameservers: "domain:studio-ana.ca", setDomainLock: "domain:studio-ana.ca" },
  setDomainAutoRenew: "domain:studio-ana.ca",
  changeDnsZone: "zone:2101/studio-ana.ca",
};

/** Returns a pending approval request for account 1001, which expires on 21 November 2026 at 14:00 UTC. */
export function sampleApproval(
  connectionId: string,
  operation: ApprovableCommand,
  changes: Partial<ApprovalView> = {},
): ApprovalView {
  return {
    ...{ id: "6qT1yYcVq0Zk3mWbXo8Rj2", connectionId, loginId: 1 },
    ...{ operation, target: TARGETS[operation], state: "ASKED", decidedAt: null, outcome: null },
    statement: SAMPLE_STATEMENTS[operation],
    endsAt: "2026-11-21T14:00:00Z",
    ...changes,
  };
}
