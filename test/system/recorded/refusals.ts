import type { CallOptions } from "../../support/account-client.ts";

/** A refused call: the operation, the members that replace members of its example, the problem code, and the caller. */
export type Refusal = [operation: string, sent: Record<string, unknown>, code: string, by?: CallOptions];

const NO_CARD: CallOptions = { login: "nocard", account: 1004 };
const both = (domain: string) => ({ domain, confirm_domain: domain });

/** The refused calls of catalogue operations. */
export const CATALOGUE_REFUSALS: Refusal[] = [
  ["listPlans", { line: "mainframes" }, "not_found"],
  ["getPlan", { id: "web-nothing" }, "not_found"],
  ["comparePlans", { plans: ["web-start", "web-nothing"] }, "not_found"],
  ["getDomainPricing", { tld: ["zz"] }, "not_found"],
  ["checkDomain", { domain: "free-example.zz" }, "not_found"],
  ["checkDomain", { domain: "free" }, "invalid_parameter"],
  ["searchDomains", { tld: ["ca", "zz"] }, "not_found"],
  ["searchDomains", { domains: ["free-example.ca"] }, "invalid_parameter"],
];

/** The refused calls of account operations. They change nothing. */
export const ACCOUNT_REFUSALS: Refusal[] = [
  ["quoteDomainOrder", { domain: "free-garden.zz" }, "not_offered"],
  ["quoteDomainOrder", { domain: "free-garden.ai" }, "invalid_parameter"],
  ["orderDomain", { domain: "free-garden.zz" }, "not_offered"],
  ["orderDomain", { domain: "taken-garden.com" }, "not_available"],
  ["orderDomain", { years: 0 }, "invalid_body"],
  ["orderDomain", { accept_terms: "2020-01-01" }, "terms_not_accepted"],
  ["orderDomain", { expected_price: 1 }, "refused"],
  ["orderDomain", { domain: "free-garden.fr", expected_price: undefined }, "registrant_ineligible"],
  ["orderDomain", { expected_price: undefined }, "payment_method_missing", NO_CARD],
  ["listServices", { status: "old" }, "invalid_parameter"],
  ["listDomains", { status: "old" }, "invalid_parameter"],
  ["listInvoices", { status: "old" }, "invalid_parameter"],
  ["listOrders", { status: "old" }, "invalid_parameter"],
  ["listTickets", { status: "old" }, "invalid_parameter"],
  ["listEvents", { after: "old" }, "invalid_parameter"],
  ["listAudit", { limit: 1000 }, "invalid_parameter"],
  ["quotePlanOrder", { plan: "web-nothing" }, "not_offered"],
  ["quotePlanOrder", { billing_cycle: "weekly" }, "invalid_parameter"],
  ["quotePlanOrder", { domain: "maple.example" }, "not_allowed"],
  ["orderPlan", { plan: "web-nothing" }, "not_offered"],
  ["orderPlan", { plan: 1 }, "invalid_body"],
  ["orderPlan", { domain: "maple.example" }, "not_allowed"],
  ["orderPlan", { accept_terms: "2020-01-01" }, "terms_not_accepted"],
  ["orderPlan", { expected_price: 1 }, "refused"],
  ["orderPlan", { domain: "ana.dev" }, "already_requested"],
  ["orderPlan", {}, "payment_method_missing", NO_CARD],
  ["setDomainAutoRenew", { auto_renew: "yes" }, "invalid_body"],
  ["setDomainAutoRenew", { domain: "studio-ana.net" }, "not_allowed"],
  ["renewDomain", { domain: "studio-ana.net" }, "not_renewable"],
  ["renewDomain", { years: 0 }, "invalid_body"],
  ["renewDomain", { years: 2, expected_price: 1 }, "refused"],
  ["renewDomain", { domain: "no-card.ca" }, "payment_method_missing", NO_CARD],
  ["quotePlanChange", { plan: "web-nothing" }, "not_offered"],
  ["quotePlanChange", { billing_cycle: "weekly" }, "invalid_parameter"],
  ["changePlan", { billing_cycle: "weekly" }, "invalid_body"],
  ["changePlan", { plan: "web-nothing" }, "not_offered"],
  ["changePlan", { id: 2105, plan: "vps-4" }, "not_changeable"],
  ["changePlan", { expected_price: 1 }, "refused"],
  ["quoteCancellation", { when: "soon" }, "invalid_parameter"],
  ["quoteCancellation", { id: 2104 }, "not_cancellable"],
  ["quoteCancellation", { id: 2105 }, "already_requested"],
  ["cancelService", { when: "soon" }, "invalid_body"],
  ["cancelService", { id: 2104 }, "not_cancellable"],
  ["cancelService", { id: 2105 }, "already_requested"],
  ["cancelService", {}, "refused"],
  ["setDomainNameservers", { domain: "studio-ana.net" }, "not_allowed"],
  ["setDomainNameservers", { nameservers: ["ns1.elsewhere.net"] }, "invalid_body"],
  ["setDomainLock", { locked: "no" }, "invalid_body"],
  ["setDomainLock", { domain: "studio-ana.quebec", locked: false }, "not_allowed"],
  ["transferDomainOut", both("studio-ana.quebec"), "not_allowed"],
  ["transferDomainOut", { confirm_domain: "ana.dev" }, "invalid_body"],
  ["readDnsZone", { id: 2102, zone: "ana.dev" }, "not_bridged"],
  ["changeDnsZone", { id: 2102 }, "not_bridged"],
  ["changeDnsZone", { add: [] }, "invalid_body"],
  ["changeDnsZone", {}, "zone_changed"],
];

/** The refused calls after the example of an operation succeeded: the same action with another key. */
export const REPEATED: Record<string, Refusal[]> = {
  orderDomain: [["orderDomain", {}, "already_requested"]],
  renewDomain: [["renewDomain", {}, "already_requested"]],
  changePlan: [["changePlan", {}, "already_requested"]],
};
