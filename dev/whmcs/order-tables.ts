import type { MinorUnits } from "../../shared/platform/money.ts";
import type { Cycle } from "./cycles.ts";

/** A line of an invoice, in the formats of `state.ts`. `Domain` is a domain renewal, and `Item` is a fee. */
export interface WhmcsInvoiceItem {
  type:
    | "Hosting"
    | "Domain"
    | "DomainRegister"
    | "DomainTransfer"
    | "Upgrade"
    | "PromoHosting"
    | "GroupDiscount"
    | "Item";
  /** The id of a service, domain or upgrade. */
  relatedId: number;
  description: string;
  /** The amount before taxes. A discount is negative. */
  amount: MinorUnits;
  /** The years of a domain renewal. */
  years?: number;
}

export type WhmcsOrderLine =
  | { kind: "product"; serviceId: number }
  | { kind: "domain"; domainId: number; type: "Register" | "Transfer"; years: number }
  | { kind: "renewal"; domainId: number; years: number }
  | { kind: "upgrade"; upgradeId: number };

export interface WhmcsOrder {
  id: number;
  clientId: number;
  /** The user who ordered; 0 if an administrator ordered. */
  requestorId: number;
  /** The administrator who ordered; 0 if a user ordered. */
  adminRequestorId: number;
  placedAt: string;
  /** `Pending`, `Active`, `Cancelled`, `Fraud`, or a status that the provider has added. */
  status: string;
  invoiceId: number | null;
  lines: WhmcsOrderLine[];
}

/** A service's change to another product or billing cycle. */
export interface WhmcsUpgrade {
  id: number;
  orderId: number;
  serviceId: number;
  productId: number;
  cycle: Cycle;
  /** The recurring amount after the change. */
  recurringAmount: MinorUnits;
  /** The amount due. A negative amount becomes credit. */
  amount: MinorUnits;
  status: "Pending" | "Completed" | "Cancelled";
}

export interface WhmcsPayMethod {
  id: number;
  clientId: number;
  gateway: string;
  description: string;
}

/** One item of an order, with the fields that distinguish orders. */
export interface OrderedItem {
  kind: "product" | "domain" | "renewal" | "upgrade";
  /** The product; the type and years of a domain; the years of a renewal; or the service and product of an upgrade. */
  what: string;
  /** The billing cycle; empty if there is none. */
  cycle: string;
  name: string;
}

/** A row of the addon's own table of actions, which has the state of a reference. */
export interface AddonActionRow {
  client: number;
  reference: string;
  state: "under_way" | "done" | "taken_back" | "withdrawn";
  /** The administrator of the order. */
  administrator: number;
  /** The client's highest order number before the action. */
  watermark: number;
  ordered: OrderedItem[];
  /** The requirements for the invoice. */
  terms: { subtotal: string | null; takeBack: boolean; gateway: string };
  memo: string;
  order: number | null;
  invoice: number | null;
  subtotal: string | null;
  differs: ("price" | "gateway" | "paid" | "moved")[];
  services: number[];
  domains: number[];
}
