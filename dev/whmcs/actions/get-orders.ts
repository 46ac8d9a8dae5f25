import type { WhmcsOrder, WhmcsOrderLine } from "../order-tables.ts";
import { Listed, numeric, prose } from "../spelling.ts";
import { currencyOf, type WhmcsClient, type WhmcsCurrency, type WhmcsState } from "../state.ts";
import { decimal, formatted, timeText } from "../wire-values.ts";
import { type Action, type Installation, paged } from "./action.ts";
import { SECRETS } from "./clients.ts";

/** Newest first, of everybody where no account is named; by no administrator. */
export const getOrders: Action = (installation, parameters) => {
  const { state } = installation;
  const [id, clientId] = ["id", "userid"].map((name) => parameters.number(name));
  const found = state.orders.filter(
    (order) => (id === undefined || order.id === id) && (clientId === undefined || order.clientId === clientId),
  );
  const sorted = found.toSorted((one, other) => other.id - one.id);
  const { rows, start, total } = paged(installation, sorted, parameters);
  const orders = rows.map((order) => orderMembers(installation, order));
  return { container: "orders", list: new Listed("order", orders), total, start };
};

function orderMembers(installation: Installation, order: WhmcsOrder): Record<string, unknown> {
  const { state, quirks, timeZone } = installation;
  const client = state.clients.find(({ id }) => id === order.clientId);
  const currency = currencyOf(state, order.clientId);
  const invoice = state.invoices.find(({ id }) => id === order.invoiceId);
  const renewals = order.lines.flatMap((line) => (line.kind === "renewal" ? [[line.domainId, line.years]] : []));
  const byId = quirks.tellsRenewals === "by_type" ? Object.fromEntries(renewals) : [];
  const asText = quirks.tellsRenewals === "text" ? renewals.map((renewal) => renewal.join("=")).join(",") : "";
  const lines = order.lines.flatMap((line) => lineMembers(installation, currency, line));
  return {
    id: numeric(order.id),
    ordernum: order.number,
    userid: numeric(order.clientId),
    contactid: numeric(0),
    requestor_id: numeric(order.requestorId),
    admin_requestor_id: numeric(order.adminRequestorId),
    date: timeText(order.placedAt, timeZone),
    nameservers: order.nameservers.join(","),
    transfersecret: SECRETS.transferSecret,
    renewals: asText,
    renewalsByType: { domains: byId, services: [], addons: [] },
    promocode: order.promoCode,
    ...promotionMembers(state, order),
    orderdata: "a:0:{}",
    amount: decimal(order.amount),
    paymentmethod: order.paymentMethod,
    invoiceid: numeric(order.invoiceId ?? 0),
    status: order.status,
    ipaddress: "192.0.2.10",
    ...{ fraudmodule: "", fraudoutput: "", notes: SECRETS.adminNotes },
    paymentmethodname: state.gateways.find(({ module }) => module === order.paymentMethod)?.name ?? "",
    paymentstatus: invoice?.status ?? "",
    name: prose(nameOf(client)),
    currencyprefix: currency?.prefix ?? "",
    currencysuffix: currency?.suffix ?? "",
    ...{ frauddata: "", validationdata: "" },
    lineitems: new Listed("lineitem", lines),
  };
}

function promotionMembers({ promotions }: WhmcsState, { promoCode }: WhmcsOrder): Record<string, unknown> {
  const promotion = promotions.find(({ code }) => code === promoCode);
  if (!promotion) return { promotype: "", promovalue: "" };
  return { promotype: "Percentage", promovalue: promotion.percent.toFixed(2) };
}

function nameOf(client: WhmcsClient | undefined): string {
  return `${client?.firstName ?? ""} ${client?.lastName ?? ""}`.trim();
}

/** A line as people are shown it: its amount is formatted and before taxes. */
function lineMembers(
  { state, quirks }: Installation,
  currency: WhmcsCurrency | undefined,
  line: WhmcsOrderLine,
): Record<string, unknown>[] {
  const amount = currency ? formatted(line.amount, currency) : decimal(line.amount);
  switch (line.kind) {
    case "product": {
      const service = state.services.find(({ id }) => id === line.serviceId);
      const named = { type: "product", relid: numeric(line.serviceId), producttype: "Hosting Account" };
      const product = prose(`Hosting - ${service?.name ?? ""}`);
      const billed = { billingcycle: service?.billingCycle ?? "", amount, status: service?.status ?? "" };
      return [{ ...named, product, domain: service?.domain ?? "", ...billed }];
    }
    case "domain":
    case "renewal": {
      if (line.kind === "renewal" && quirks.tellsRenewals !== "line_alone") return [];
      const domain = state.domains.find(({ id }) => id === line.domainId);
      const product = line.kind === "domain" ? line.type : "Renewal";
      const named = { type: "domain", relid: numeric(line.domainId), producttype: "Domain", product };
      const billed = { billingcycle: numeric(line.years), amount, status: domain?.status ?? "" };
      const extras = { dnsmanagement: "", emailforwarding: "", idprotection: "" };
      return [{ ...named, domain: domain?.name ?? "", ...billed, ...extras }];
    }
    case "upgrade": {
      if (!quirks.listsUpgradeLine) return [];
      const upgrade = state.upgrades.find(({ id }) => id === line.upgradeId);
      const service = state.services.find(({ id }) => id === upgrade?.serviceId);
      const product = state.products.find(({ id }) => id === upgrade?.productId);
      const named = { type: "upgrade", relid: numeric(line.upgradeId), producttype: "Upgrade" };
      const billed = { billingcycle: upgrade?.cycle ?? "", amount, status: upgrade?.status ?? "" };
      return [{ ...named, product: prose(product?.name ?? ""), domain: service?.domain ?? "", ...billed }];
    }
  }
}
