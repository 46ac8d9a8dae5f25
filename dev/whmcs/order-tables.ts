import type { MinorUnits } from "../../shared/platform/money.ts";
import type { Cycle } from "./cycles.ts";

/** The tables of orders, what they are paid with and what is sent about them; spelled as those of `state.ts`. */
export interface WhmcsInvoiceItem {
  /** `Domain` is a renewal, `Item` a fee. */
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
  /** Recurring afterwards. */
  recurringAmount: MinorUnits;
  /** What is due; negative for credit. */
  amount: MinorUnits;
  status: "Pending" | "Completed" | "Cancelled";
}

export interface WhmcsGateway {
  /** As `paymentmethod` has it. */
  module: string;
  name: string;
  /** It charges stored cards by itself. */
  captures: boolean;
}

export interface WhmcsPayMethod {
  id: number;
  clientId: number;
  type: "CreditCard" | "RemoteCreditCard" | "BankAccount" | "RemoteBankAccount";
  /** Empty where it is stored locally. */
  gateway: string;
  description: string;
  lastFour: string;
}

export interface WhmcsClientGroup {
  id: number;
  discountPercent: number;
}

/** Taxes of a country, or of a state of it, in thousandths of a percent: at most two levels. */
export interface WhmcsTaxRule {
  country: string;
  /** Empty: everywhere in it. */
  state: string;
  rates: number[];
}

/** A mail that was sent by a template or as a custom message. */
export interface WhmcsMail {
  template: string;
  relatedId: number;
  sentAt: string;
  subject: string;
  text: string;
}
