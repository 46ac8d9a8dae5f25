import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { OrderedItem, OrderRow } from "../answers/orders.ts";
import type { ActionRow } from "./action-rows.ts";

/** What an order is about, as far as its action or its only line tells. */
export type OrderedThing =
  /** `domainId`: null where its line does not tell. */
  | { kind: "registration" | "transfer"; domain: string; domainId: number | null }
  /** `expiredOn`: when the name expired as it was ordered; null where that was not kept. */
  | { kind: "renewal"; domainId: number; years: number; expiredOn: string | null }
  /** `isOwn`: it was placed here, as a plan. */
  | { kind: "plan"; serviceId: number; isOwn: boolean }
  | { kind: "plan_change"; serviceId: number; productId: number; billingCycle: BillingCycle };

/**
 * What an order is about. Placed elsewhere it is told by its only line: one of several things has no name in the contract, and nothing
 * says which service an upgrade is of.
 * @param action that placed it; null where none did
 * @returns null for what cannot be told, `unread` where its lines do not read
 */
export function orderedThing(order: OrderRow, action: ActionRow | null): OrderedThing | null | "unread" {
  if (action?.request?.kind !== "order") return thingOfLines(order);
  const { line, expiredOn = null } = action.request;
  const only = order.lines?.length === 1 ? order.lines[0] : undefined;
  switch (line.kind) {
    case "register":
    case "transfer": {
      const domainId = only?.domain === line.domain ? only.relid : null;
      return { kind: line.kind === "register" ? "registration" : "transfer", domain: line.domain, domainId };
    }
    case "renew":
      return { kind: "renewal", domainId: line.domainId, years: line.years, expiredOn };
    case "plan": {
      const serviceId = action.made?.serviceId ?? only?.relid ?? null;
      return serviceId === null ? "unread" : { kind: "plan", serviceId, isOwn: true };
    }
    case "change": {
      const { serviceId, productId, billingCycle } = line;
      return { kind: "plan_change", serviceId, productId, billingCycle };
    }
  }
}

function thingOfLines({ lines, renewals }: OrderRow): OrderedThing | null | "unread" {
  if (lines === null || renewals === null) return "unread";
  const [item] = lines;
  const [renewed] = renewals;
  if (renewed) return renewals.size === 1 && lines.length === 0 ? renewalOf(...renewed) : null;
  return item && lines.length === 1 ? thingOfLine(item) : null;
}

function thingOfLine({ type, product, domain, relid, billingcycle }: OrderedItem): OrderedThing | null {
  const kind = type.toLowerCase();
  if (relid === null) return null;
  if (kind === "product" || kind === "hosting") return { kind: "plan", serviceId: relid, isOwn: false };
  if (!kind.startsWith("domain")) return null;
  const what = product?.toLowerCase() ?? "";
  if (what.includes("renew")) return renewalOf(relid, Number.parseInt(billingcycle ?? "", 10) || 1);
  if (domain === null) return null;
  if (what.includes("transfer")) return { kind: "transfer", domain, domainId: relid };
  return what.includes("register") ? { kind: "registration", domain, domainId: relid } : null;
}

function renewalOf(domainId: number, years: number): OrderedThing {
  return { kind: "renewal", domainId, years, expiredOn: null };
}
