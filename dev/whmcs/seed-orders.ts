import type { WhmcsInvoiceItem, WhmcsOrder } from "./order-tables.ts";
import type { WhmcsDomain, WhmcsService, WhmcsState } from "./state.ts";

type SeededRows = Pick<WhmcsState, "services" | "domains" | "invoices" | "memberships">;

/**
 * The order that each service and domain came with, placed by the account's owner long ago; the rows get its number. One whose plan still
 * waits for the payment of its invoice has that invoice and its number, as in the demonstration of the embedded engine.
 */
export function seededOrders({ services, domains, invoices, memberships }: SeededRows): WhmcsOrder[] {
  const orders: WhmcsOrder[] = [];
  const enter = (row: WhmcsService | WhmcsDomain, line: WhmcsOrder["lines"][number]) => {
    const ofService = ({ type, relatedId }: WhmcsInvoiceItem) => type === "Hosting" && relatedId === row.id;
    const invoice = line.kind === "product" ? invoices.find(({ items }) => items?.some(ofService)) : undefined;
    const id = invoice?.id ?? orders.length + 1;
    const { clientId, status } = row;
    const owner = memberships.find((membership) => membership.clientId === clientId && membership.isOwner);
    row.orderId = id;
    orders.push({
      ...{ id, clientId, adminRequestorId: 0 },
      placedAt: invoice ? `${invoice.issuedOn}T15:00:00Z` : "2024-01-15T15:00:00Z",
      ...{ requestorId: owner?.userId ?? 0, status: status === "Pending" ? "Pending" : "Active" },
      ...{ invoiceId: invoice?.id ?? null, lines: [line] },
    });
  };
  for (const service of services) enter(service, { kind: "product", serviceId: service.id });
  for (const domain of domains) {
    enter(domain, { kind: "domain", domainId: domain.id, type: "Register", years: domain.years });
  }
  return orders;
}
