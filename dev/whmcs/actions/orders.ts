import type { WhmcsOrder } from "../order-tables.ts";
import { instantOf } from "../provisioning/calendar.ts";
import { type OrderedDomain, type OrderRequest, placeOrder } from "../provisioning/order-placement.ts";
import type { RequestParameters } from "../request-parameters.ts";
import { numeric } from "../spelling.ts";
import type { WhmcsClient } from "../state.ts";
import type { Action, Installation } from "./action.ts";

/** Where a bare value is an error since 8.6. */
const ARRAYS = [
  "pid",
  "domain",
  "billingcycle",
  "domaintype",
  "regperiod",
  "eppcode",
  "domainfields",
  "domainrenewals",
];
const NOT_RENEWED = ["Pending", "Cancelled", "Pending Registration", "Pending Transfer", "Transferred Away", "Fraud"];

/** Places an order without looking whether there is one like it already, or whether a name is free. */
export const addOrder: Action = (installation, parameters) => {
  const { state, adminId } = installation;
  const client = state.clients.find(({ id }) => id === parameters.number("clientid"));
  if (!client) return { error: "Client ID Not Found" };
  if (client.status === "Closed") return { error: "Unable to add order when client status is Closed" };
  const paymentMethod = parameters.text("paymentmethod") ?? "";
  const wrongMethod = invalidPaymentMethod(installation, paymentMethod);
  if (wrongMethod) return wrongMethod;
  const bare = ARRAYS.find((name) => parameters.text(name) !== undefined);
  if (bare !== undefined) return { error: `Expecting parameter '${bare}' to be an array` };
  const renewals = renewalsIn(installation, client, parameters);
  if ("error" in renewals) return renewals;
  const nameservers = [1, 2, 3, 4, 5].flatMap((index) => parameters.text(`nameserver${index}`) || []);
  const request: OrderRequest = {
    ...{ client, paymentMethod, nameservers, ...itemsIn(parameters), ...renewals },
    promoCode: parameters.text("promocode") ?? "",
  };
  const order = placeOrder(installation, request, { adminId });
  if (!order) return { error: "No items added to cart so order cannot proceed" };
  sendMails(installation, order, parameters);
  const services = order.lines.flatMap((line) => (line.kind === "product" ? [line.serviceId] : [])).join(",");
  const domains = order.lines.flatMap((line) => (line.kind === "domain" ? [line.domainId] : [])).join(",");
  return {
    members: {
      orderid: numeric(order.id),
      serviceids: services,
      addonids: "",
      domainids: domains,
      invoiceid: numeric(order.invoiceId ?? 0),
    },
  };
};

export function invalidPaymentMethod({ state }: Installation, paymentMethod: string): { error: string } | null {
  const modules = state.gateways.map(({ module }) => module);
  if (modules.includes(paymentMethod)) return null;
  return { error: `Invalid Payment Method. Valid options include ${modules.join(",")}` };
}

function renewalsIn(
  { state }: Installation,
  client: WhmcsClient,
  parameters: RequestParameters,
): Required<Pick<OrderRequest, "renewals">> | { error: string } {
  const renewals: OrderRequest["renewals"] = [];
  for (const [name, years] of parameters.array("domainrenewals") ?? []) {
    // The last one: a name that was ordered anew has a row of before.
    const domain = state.domains.findLast((row) => row.name === name && row.clientId === client.id);
    if (!domain) return { error: "Domain not owned by Client ID provided" };
    if (NOT_RENEWED.includes(domain.status)) {
      return { error: `Domain status is set to '${domain.status}' and cannot be renewed` };
    }
    renewals.push({ domain, years: Number.parseInt(years, 10) || 1 });
  }
  return { renewals };
}

/** A product or a domain at each index. */
function itemsIn(parameters: RequestParameters): Pick<Required<OrderRequest>, "products" | "domains"> {
  const at = (name: string, index: string) => parameters.array(name)?.get(index) ?? "";
  const products = [...(parameters.array("pid") ?? [])].map(([index, productId]) => ({
    productId: Number.parseInt(productId, 10),
    cycle: at("billingcycle", index),
    domain: at("domain", index).toLowerCase(),
  }));
  const domains = [...(parameters.array("domaintype") ?? [])].flatMap(([index, type]): OrderedDomain[] => {
    const name = at("domain", index).toLowerCase();
    if (name === "" || !["register", "transfer"].includes(type)) return [];
    // The addon serializes them.
    const fields = parameters.array("domainfields");
    return [
      {
        name,
        type: type === "transfer" ? "Transfer" : "Register",
        years: Number.parseInt(at("regperiod", index), 10) || 1,
        authCode: at("eppcode", index),
        ...(fields && { fields: Object.fromEntries(fields) }),
      },
    ];
  });
  return { products, domains };
}

function sendMails(installation: Installation, order: WhmcsOrder, parameters: RequestParameters): void {
  const { state } = installation;
  const mail = { sentAt: instantOf(installation), subject: "", text: "" };
  if (!parameters.isTruthy("noemail"))
    state.mails.push({ ...mail, template: "Order Confirmation", relatedId: order.id });
  if (order.invoiceId !== null && !parameters.isTruthy("noinvoiceemail")) {
    state.mails.push({ ...mail, template: "Invoice Created", relatedId: order.invoiceId });
  }
}

/** Ends the order with everything on it: a service that is set up is terminated. */
export const cancelOrder: Action = ({ state }, parameters) => {
  const order = state.orders.find(({ id, status }) => id === parameters.number("orderid") && status === "Pending");
  if (!order) return { error: "Order ID not found or Status not Pending" };
  order.status = "Cancelled";
  for (const line of order.lines) {
    switch (line.kind) {
      case "product":
        end(state.services, line.serviceId);
        break;
      case "domain":
      case "renewal":
        end(state.domains, line.domainId);
        break;
      case "upgrade": {
        const upgrade = state.upgrades.find(({ id }) => id === line.upgradeId);
        if (upgrade) upgrade.status = "Cancelled";
        if (upgrade) end(state.services, upgrade.serviceId);
        break;
      }
    }
  }
  const invoice = state.invoices.find(({ id }) => id === order.invoiceId);
  if (invoice?.status === "Unpaid") invoice.status = "Cancelled";
  return { members: {} };
};

function end(rows: { id: number; status: string }[], ended: number): void {
  const row = rows.find(({ id }) => id === ended);
  if (row) row.status = "Cancelled";
}
