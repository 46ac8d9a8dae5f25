import type { MinorUnits } from "../../shared/platform/money.ts";
import type { Cycle } from "./cycles.ts";

/** The tables of orders, and of their payment; in the form of `state.ts`. `Domain` is a renewal, `Item` a fee. */
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
  /** Before taxes; a discount is negative. */
  amount: MinorUnits;
  /** Of a renewal. */
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
  /** The user who ordered; 0 for an administrator. */
  requestorId: number;
  /** The administrator who ordered; 0 for a user. */
  adminRequestorId: number;
  placedAt: string;
  /** `Pending`, `Active`, `Cancelled`, `Fraud`, or one that the provider has added. */
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
  /** The amount due; negative for credit. */
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
  /** Its product, type and years, or service and product. */
  what: string;
  /** Empty if there is none. */
  cycle: string;
  name: string;
}

/** A row of the addon's own table of actions: the status of a reference. */
export interface AddonActionRow {
  client: number;
  reference: string;
  state: "under_way" | "done" | "taken_back" | "withdrawn";
  /** The administrator of its order. */
  administrator: number;
  /** The client's highest order before it. */
  watermark: number;
  ordered: OrderedItem[];
  /** The requirements for its invoice. */
  terms: { subtotal: string | null; takeBack: boolean; gateway: string };
  memo: string;
  order: number | null;
  invoice: number | null;
  subtotal: string | null;
  differs: ("price" | "gateway" | "paid" | "moved")[];
  services: number[];
  domains: number[];
}
