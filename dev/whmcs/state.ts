import type { BillingEventType } from "../../shared/billing-contract/events.ts";
import type { MinorUnits } from "../../shared/platform/money.ts";
import type { Cycle } from "./cycles.ts";
import type { AddonActionRow, WhmcsInvoiceItem, WhmcsOrder, WhmcsPayMethod, WhmcsUpgrade } from "./order-tables.ts";

/**
 * A user. In all tables, days are YYYY-MM-DD, times are RFC 3339 in UTC, and amounts are in minor units. WHMCS's own
 * formats are applied on output.
 */
export interface WhmcsUser {
  id: number;
  email: string;
  password: string;
  /** The secret in base32; `null` if there is no second factor. */
  totpSecret: string | null;
  /** The language in WHMCS's spelling, such as `french`. If absent, the account's language applies. */
  language?: string;
}

export interface WhmcsClient {
  id: number;
  firstName: string;
  lastName: string;
  company: string;
  email: string;
  country: string;
  state: string;
  currency: string;
  credit: MinorUnits;
  status: "Active" | "Inactive" | "Closed";
  /** If empty, the installation's language applies. */
  language: string;
  /** The id of one of `CLIENT_GROUPS`; absent if the client is in no group. */
  groupId?: number;
}

/** A product. A cycle without a price is not sold, which WHMCS writes as `-1.00`. */
export interface WhmcsProduct {
  id: number;
  groupId: number;
  name: string;
  description: string;
  payType: "recurring" | "onetime" | "free";
  prices: Record<string, Partial<Record<Cycle, MinorUnits>>>;
  setupFees: Record<string, MinorUnits>;
  /** Whether the first payment covers the days until the billing day. The API does not return this. */
  isProRata?: boolean;
  /** Whether the product is kept only for existing customers. The API does not return this. */
  isRetired?: boolean;
  /** The ids of the products to which a service can change. If absent, these are all products of its group. */
  upgradesTo?: number[];
}

export interface WhmcsPromotion {
  id: number;
  code: string;
  percent: number;
  /** Number of payments that the promotion reduces; 0 means only the first payment. */
  recursFor: number;
  cycles: string[];
  productIds: number[];
  /** The last day of the promotion as YYYY-MM-DD; `null` if the promotion has no end. */
  expiresOn: string | null;
}

/** An extension with its one-year prices by currency. */
export interface WhmcsExtension {
  tld: string;
  categories: string[];
  prices: Record<string, { register: MinorUnits; transfer: MinorUnits; renew: MinorUnits }>;
  /** The fee by currency; `null` if there is none. */
  redemptionFee: Record<string, MinorUnits> | null;
  graceFee: Record<string, MinorUnits> | null;
}

export interface WhmcsService {
  id: number;
  clientId: number;
  productId: number;
  name: string;
  domain: string;
  status: string;
  billingCycle: string;
  nextDueOn: string | null;
  /** The recurring amount. */
  amount: MinorUnits;
  /** The order that created the service; absent if there is none. */
  orderId?: number;
  /** The server; absent if the service is on no server. */
  server?: { id: number; username: string };
}

export interface WhmcsDomain {
  id: number;
  clientId: number;
  name: string;
  status: string;
  registeredOn: string | null;
  expiresOn: string | null;
  nextDueOn: string | null;
  /** The recurring amount for the domain's number of years. */
  amount: MinorUnits;
  years: number;
  doesNotRenew: boolean;
  /** The order that created the domain; absent if there is none. */
  orderId?: number;
  isTransfer?: boolean;
  /** The name of a registrar module. If absent, the first module is used; if empty, none. */
  registrar?: string;
  /** The nameservers for the order at the registrar. If absent, the provider's own are used. */
  nameservers?: string[];
  /** The auth code for a transfer in. */
  authCode?: string;
  /** Additional fields that the registry requires, under the installation's names. */
  fields?: Record<string, string>;
}

export interface WhmcsInvoice {
  id: number;
  clientId: number;
  /** If empty, the id is the number. */
  number: string;
  status: string;
  issuedOn: string;
  dueOn: string;
  paidAt: string | null;
  subtotal: MinorUnits;
  taxes: { rateThousandths: number; amount: MinorUnits }[];
  credit: MinorUnits;
  paid: MinorUnits;
  /** The lines. If absent, there is one line for the whole amount. */
  items?: WhmcsInvoiceItem[];
  /** The gateway's module. If absent, the first gateway is used. */
  paymentMethod?: string;
}

export interface WhmcsTicket {
  id: number;
  number: string;
  clientId: number;
  departmentId: number;
  subject: string;
  status: string;
  openedAt: string;
  lastReplyAt: string | null;
  /** `S12` for a service, `D7` for a domain; empty if the ticket is about neither. */
  about: string;
}

export interface WhmcsCancellation {
  id: number;
  serviceId: number;
  type: "End of Billing Period" | "Immediate";
  requestedAt: string;
}

export interface AddonEvent {
  /** The time of the event in microseconds, or the next free number. */
  id: number;
  clientId: number;
  type: BillingEventType;
  subject: string;
}

/** All data of an installation. */
export interface WhmcsState {
  users: WhmcsUser[];
  memberships: { userId: number; clientId: number; isOwner: boolean; permissions: string[] }[];
  clients: WhmcsClient[];
  currencies: { id: number; code: string }[];
  products: WhmcsProduct[];
  promotions: WhmcsPromotion[];
  extensions: WhmcsExtension[];
  services: WhmcsService[];
  domains: WhmcsDomain[];
  invoices: WhmcsInvoice[];
  departments: { id: number; name: string }[];
  tickets: WhmcsTicket[];
  cancellations: WhmcsCancellation[];
  orders: WhmcsOrder[];
  upgrades: WhmcsUpgrade[];
  /** The first gateway is the default for orders. A gateway with `captures` charges stored cards automatically. */
  gateways: { module: string; name: string; captures: boolean }[];
  payMethods: WhmcsPayMethod[];
  /** The invoices about which an e-mail was sent. */
  mails: { relatedId: number }[];
  addonActions: AddonActionRow[];
  /** The events that the addon's hooks recorded, oldest first. */
  addonEvents: AddonEvent[];
  /** Whether the addon's last order names its administrator; absent before the first order. */
  addonOrdersNoted?: boolean;
}

/** Returns an unused id for a table. */
export function nextId(rows: readonly { id: number }[]): number {
  return Math.max(0, ...rows.map(({ id }) => id)) + 1;
}
