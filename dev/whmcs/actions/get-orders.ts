import type { WhmcsOrder, WhmcsOrderLine } from "../order-tables.ts";
import { Listed, numeric, prose } from "../spelling.ts";
import { timeText } from "../wire-values.ts";
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
  const { quirks, timeZone } = installation;
  const renewals = order.lines.flatMap((line) => (line.kind === "renewal" ? [[line.domainId, line.years]] : []));
  const byId = quirks.tellsRenewals === "by_type" ? Object.fromEntries(renewals) : [];
  const asText = quirks.tellsRenewals === "text" ? renewals.map((renewal) => renewal.join("=")).join(",") : "";
  const lines = order.lines.flatMap((line) => lineMembers(installation, line));
  return {
    ...{ id: numeric(order.id), ordernum: order.number, userid: numeric(order.clientId) },
    date: timeText(order.placedAt, timeZone),
    ...{ transfersecret: SECRETS.transferSecret, notes: SECRETS.adminNotes },
    ...{ renewals: asText, renewalsByType: { domains: byId, services: [], addons: [] } },
    ...{ invoiceid: numeric(order.invoiceId ?? 0), status: order.status },
    lineitems: new Listed("lineitem", lines),
  };
}

function lineMembers({ state, quirks }: Installation, line: WhmcsOrderLine): Record<string, unknown>[] {
  switch (line.kind) {
    case "product": {
      const service = state.services.find(({ id }) => id === line.serviceId);
      const product = prose(`Hosting - ${service?.name ?? ""}`);
      const billed = { domain: service?.domain ?? "", billingcycle: service?.billingCycle ?? "" };
      return [{ type: "product", relid: numeric(line.serviceId), product, ...billed }];
    }
    case "domain":
    case "renewal": {
      if (line.kind === "renewal" && quirks.tellsRenewals !== "line_alone") return [];
      const domain = state.domains.find(({ id }) => id === line.domainId)?.name ?? "";
      const product = line.kind === "domain" ? line.type : "Renewal";
      return [{ type: "domain", relid: numeric(line.domainId), product, domain, billingcycle: numeric(line.years) }];
    }
    case "upgrade": {
      const upgrade = state.upgrades.find(({ id }) => id === line.upgradeId);
      const product = prose(state.products.find(({ id }) => id === upgrade?.productId)?.name ?? "");
      const domain = state.services.find(({ id }) => id === upgrade?.serviceId)?.domain ?? "";
      return [{ type: "upgrade", relid: numeric(line.upgradeId), product, domain, billingcycle: upgrade?.cycle ?? "" }];
    }
  }
}
