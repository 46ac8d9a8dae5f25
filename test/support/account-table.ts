import type { Asks } from "../../shared/account-access/asks.ts";
import type { Access, Effect, LimitEffect } from "../../shared/api/definition/operation.ts";
import type { Permission } from "../../shared/billing-contract/call.ts";

/**
 * The published contract of one operation. The table is written manually, independently of the definitions.
 * `rules/operations.test.ts` compares it with the definitions, and `system/calls` tests it.
 */
export interface TableRow {
  id: string;
  /** The HTTP method and path. */
  route: string;
  /** The name of the tool; `null` if the operation has no tool, or if a provider must enable the tool. */
  tool: string | null;
  /**
   * The required scope and permissions, and the effect of a limit to one service or domain; `null` if the operation is
   * public.
   */
  access: Access | null;
  /**
   * An `order` needs an idempotency key and counts towards the hourly limit of 20 orders. A `change` counts towards the
   * hourly limit for settings.
   */
  effect: Effect;
  /** The kinds of approval that the operation may need. */
  asks: readonly (keyof Asks)[];
}

/** Returns a parser of text such as `orders, domains, item`: the permissions, and then the effect of a limit. */
const access = (scope: Access["scope"]) => (words: string) => {
  const permissions = words.split(", ") as (Permission | LimitEffect)[];
  return { scope, limit: permissions.pop(), permissions } as Access;
};
const [reads, bills, manages] = [access("account:read"), access("billing:write"), access("domains:write")];
const zones = access("zones:write");
const MANAGES = manages("domains, managedomains, item");
const RENEWS_BY_ITSELF = bills("domains, managedomains, item");
const ON_SERVICE = bills("orders, products, item");
const ON_SERVER = "products, productsso, item";
const DOMAIN = "/account/domains/{domain}";
const SERVICE = "/account/services/{id}";

/** A row of the table. Only operations that change something state an effect and kinds of approval. */
type Promised = [
  id: string,
  route: string,
  tool: string | null,
  access: Access | null,
  effect?: Effect,
  asks?: (keyof Asks)[],
];

const PROMISED: Promised[] = [
  ["getAccount", "GET /account", "get_my_account", reads("profile, whole")],
  ["listServices", "GET /account/services", "list_my_services", reads("products, filtered")],
  ["listDomains", "GET /account/domains", "list_my_domains", reads("domains, filtered")],
  ["listInvoices", "GET /account/invoices", "list_my_invoices", reads("invoices, outside")],
  ["listTickets", "GET /account/tickets", "list_my_tickets", reads("tickets, outside")],
  ["listAudit", "GET /account/audit", null, reads("whole")],
  ["listEvents", "GET /account/events", null, reads("filtered")],
  ["getOpenApi", "GET /account/openapi.json", null, null],
  ["quoteDomainOrder", "GET /account/orders/domain", "quote_domain_order", reads("orders, outside")],
  ["orderDomain", "POST /account/orders/domain", "order_domain", bills("orders, outside"), "order", ["orders"]],
  ["quotePlanOrder", "GET /account/orders/plan", "quote_plan_order", reads("orders, outside")],
  ["orderPlan", "POST /account/orders/plan", "order_plan", bills("orders, outside"), "order", ["orders"]],
  ["listOrders", "GET /account/orders", null, reads("orders, outside")],
  ["getOrder", "GET /account/orders/{order_id}", null, reads("orders, outside")],
  ["setDomainAutoRenew", `PUT ${DOMAIN}/auto-renew`, "set_domain_auto_renew", RENEWS_BY_ITSELF, "change", ["orders"]],
  ["renewDomain", `POST ${DOMAIN}/renew`, "renew_domain", bills("orders, domains, item"), "order", ["orders"]],
  ["quotePlanChange", `GET ${SERVICE}/plan-change`, "quote_plan_change", reads("products, item")],
  ["changePlan", `POST ${SERVICE}/plan-change`, "change_plan", ON_SERVICE, "order", ["cancel", "orders"]],
  ["quoteCancellation", `GET ${SERVICE}/cancellation`, null, reads("products, item")],
  ["cancelService", `POST ${SERVICE}/cancellation`, "cancel_service", ON_SERVICE, "order", ["cancel"]],
  ["getPaymentMethodsLink", "GET /account/payment-methods", "get_payment_methods_link", reads("whole")],
  ["getDomainRegistrarSettings", `GET ${DOMAIN}/registrar`, "get_domain_registrar_settings", reads("domains, item")],
  ["setDomainNameservers", `PUT ${DOMAIN}/nameservers`, "set_domain_nameservers", MANAGES, "change", ["domains"]],
  ["setDomainLock", `PUT ${DOMAIN}/lock`, "set_domain_lock", MANAGES, "change", ["domains"]],
  ["transferDomainOut", `POST ${DOMAIN}/transfer-out`, "transfer_domain_out", MANAGES, "order", ["domains"]],
  ["readDnsZone", `GET ${SERVICE}/dns-zones/{zone}`, null, reads(ON_SERVER)],
  ["changeDnsZone", `PATCH ${SERVICE}/dns-zones/{zone}`, null, zones(ON_SERVER), "change", ["domains"]],
];

/** The account operations, in the published order. */
export const ACCOUNT_TABLE: readonly TableRow[] = PROMISED.map(
  ([id, route, tool, needed, effect = "read", asks = []]) => ({ id, route, tool, access: needed, effect, asks }),
);

/** The scopes in the table. */
export const TABLE_SCOPES = [...new Set(ACCOUNT_TABLE.flatMap(({ access: needed }) => needed?.scope ?? []))];
