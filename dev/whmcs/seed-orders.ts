import type { WhmcsOrder } from "./order-tables.ts";
import type { WhmcsDomain, WhmcsService, WhmcsState } from "./state.ts";

/** The order that each service and domain came with, placed by the account's owner long ago; the rows get its number. */
export function seededOrders({
  services,
  domains,
  memberships,
}: Pick<WhmcsState, "services" | "domains" | "memberships">): WhmcsOrder[] {
  const orders: WhmcsOrder[] = [];
  const enter = (row: WhmcsService | WhmcsDomain, line: WhmcsOrder["lines"][number]) => {
    const id = orders.length + 1;
    const { clientId, amount, status } = row;
    const owner = memberships.find((membership) => membership.clientId === clientId && membership.isOwner);
    row.orderId = id;
    orders.push({
      ...{ id, number: String(2_000_000_000 + id), clientId, adminRequestorId: 0, placedAt: "2024-01-15T15:00:00Z" },
      ...{
        requestorId: owner?.userId ?? 0,
        status: status === "Pending" ? "Pending" : "Active",
        paymentMethod: "mailin",
        promoCode: "",
        nameservers: [],
      },
      ...{ amount, invoiceId: null, lines: [line] },
    });
  };
  for (const service of services) enter(service, { kind: "product", serviceId: service.id, amount: service.amount });
  for (const domain of domains) {
    const { id: domainId, years, amount } = domain;
    enter(domain, { kind: "domain", domainId, type: "Register", years, amount });
  }
  return orders;
}
