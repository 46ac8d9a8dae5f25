import type { WhmcsOrderLine } from "../order-tables.ts";
import { entriesOf, isTruthy, numberOf, type Parameters, textOf } from "../parameters.ts";
import { type OrderedDomain, type OrderRequest, placeOrder } from "../provisioning/order-placement.ts";
import type { WhmcsClient, WhmcsState } from "../state.ts";
import { instantText } from "../wire-values.ts";
import type { Actions, Installation } from "./action.ts";

const NOT_RENEWED = ["Pending", "Cancelled", "Pending Registration", "Pending Transfer", "Transferred Away", "Fraud"];

export const orderActions: Actions = {
  /** Places an order without checking whether the same order already exists, or whether a domain is free. */
  AddOrder(installation, parameters) {
    const { state, adminId } = installation;
    const { clientid, paymentmethod, promocode, noinvoiceemail } = parameters;
    const client = state.clients.find(({ id }) => id === numberOf(clientid));
    if (!client) return { error: "Client ID Not Found" };
    if (client.status === "Closed") return { error: "Unable to add order when client status is Closed" };
    const paymentMethod = textOf(paymentmethod) ?? "";
    const wrongMethod = invalidPaymentMethod(state, paymentMethod);
    if (wrongMethod) return wrongMethod;
    const renewals = renewalsIn(installation, client, parameters);
    if ("error" in renewals) return renewals;
    const nameservers = [1, 2, 3, 4, 5].flatMap((index) => textOf(parameters[`nameserver${index}`]) || []);
    const promoCode = textOf(promocode) ?? "";
    const request = { client, paymentMethod, nameservers, promoCode, ...itemsIn(parameters), ...renewals };
    const order = placeOrder(installation, request, { adminId });
    if (!order) return { error: "No items added to cart so order cannot proceed" };
    const { id, invoiceId, lines } = order;
    if (invoiceId !== null && !isTruthy(noinvoiceemail)) state.mails.push({ relatedId: invoiceId });
    const services = lines.flatMap((line) => (line.kind === "product" ? [line.serviceId] : [])).join(",");
    const domains = lines.flatMap((line) => (line.kind === "domain" ? [line.domainId] : [])).join(",");
    const made = { serviceids: services, addonids: "", domainids: domains };
    return { members: { orderid: id, ...made, invoiceid: invoiceId ?? 0 } };
  },

  /** Cancels a pending order with all its items, including services that are already set up. */
  CancelOrder({ state }, { orderid }) {
    const order = state.orders.find(({ id, status }) => id === numberOf(orderid) && status === "Pending");
    if (!order) return { error: "Order ID not found or Status not Pending" };
    order.status = "Cancelled";
    for (const line of order.lines) {
      if (line.kind === "product") end(state.services, line.serviceId);
      else if (line.kind === "upgrade") {
        end(state.upgrades, line.upgradeId);
        end(state.services, state.upgrades.find(({ id }) => id === line.upgradeId)?.serviceId);
      } else end(state.domains, line.domainId);
    }
    const invoice = state.invoices.find(({ id }) => id === order.invoiceId);
    if (invoice?.status === "Unpaid") invoice.status = "Cancelled";
    return { members: {} };
  },

  /**
   * Reads an order of an account with the items that it created, renews or changes, as the addon reads them from
   * WHMCS's tables.
   */
  GetOrder({ state }, { clientid, id: orderId }) {
    const order = ordersOf(state, clientid).find(({ id }) => id === numberOf(orderId)) ?? null;
    return { members: { order } };
  },

  GetOrders({ state }, { clientid }) {
    return { rows: ordersOf(state, clientid) };
  },
};

export function invalidPaymentMethod({ gateways }: WhmcsState, paymentMethod: string): { error: string } | null {
  const modules = gateways.map(({ module }) => module);
  if (modules.includes(paymentMethod)) return null;
  return { error: `Invalid Payment Method. Valid options include ${modules.join(",")}` };
}

function renewalsIn(
  { state }: Installation,
  client: WhmcsClient,
  { domainrenewals }: Parameters,
): Required<Pick<OrderRequest, "renewals">> | { error: string } {
  const renewals: OrderRequest["renewals"] = [];
  for (const [name, years] of entriesOf(domainrenewals)) {
    // The last row is the current one. A domain that was ordered again still has its earlier row.
    const domain = state.domains.findLast((row) => row.name === name && row.clientId === client.id);
    if (!domain) return { error: "Domain not owned by Client ID provided" };
    if (NOT_RENEWED.includes(domain.status))
      return { error: `Domain status is set to '${domain.status}' and cannot be renewed` };
    renewals.push({ domain, years: numberOf(years) || 1 });
  }
  return { renewals };
}

/** Returns the product or domain at each index. */
function itemsIn({ pid, domaintype, domainfields, ...lists }: Parameters): Pick<OrderRequest, "products" | "domains"> {
  const at = (name: string, index: string) => entriesOf(lists[name]).find(([key]) => key === index)?.[1] ?? "";
  const products = entriesOf(pid).map(([index, productId]) => ({
    ...{ productId: numberOf(productId) ?? 0, cycle: at("billingcycle", index) },
    domain: at("domain", index).toLowerCase(),
  }));
  const domains = entriesOf(domaintype).flatMap(([index, type]): OrderedDomain[] => {
    const name = at("domain", index).toLowerCase();
    if (name === "" || !["register", "transfer"].includes(type)) return [];
    const ordered = { name, years: numberOf(at("regperiod", index)) || 1, authCode: at("eppcode", index) };
    // The addon serializes these fields.
    const fields = domainfields === undefined ? {} : { fields: Object.fromEntries(entriesOf(domainfields)) };
    return [{ ...ordered, ...fields, type: type === "transfer" ? "Transfer" : "Register" }];
  });
  return { products, domains };
}

function end(rows: { id: number; status: string }[], ended: number | undefined): void {
  const row = rows.find(({ id }) => id === ended);
  if (row) row.status = "Cancelled";
}

function ordersOf(state: WhmcsState, client: unknown) {
  const own = state.orders.filter(({ clientId }) => clientId === numberOf(client));
  return own.map(({ id, placedAt, status, invoiceId: invoice, lines }) => ({
    ...{ id, date: instantText(placedAt), status, invoice },
    ...contentsOf(state, lines),
  }));
}

function contentsOf({ domains }: WhmcsState, lines: WhmcsOrderLine[]) {
  const made = { services: [] as object[], domains: [] as object[], renewals: [] as object[], changes: [] as object[] };
  for (const line of lines) {
    if (line.kind === "product") made.services.push({ id: line.serviceId });
    else if (line.kind === "upgrade") made.changes.push({});
    else {
      const { domainId: id, years } = line;
      const name = domains.find((row) => row.id === id)?.name ?? "";
      if (line.kind === "renewal") made.renewals.push({ id, name, years });
      else made.domains.push({ id, name, type: line.type, years });
    }
  }
  return made;
}
