import type { BillingEventType } from "../../shared/billing-contract/events.ts";
import type { MinorUnits } from "../../shared/platform/money.ts";
import type { Cycle } from "./cycles.ts";
import type { AddonActionRow, WhmcsInvoiceItem, WhmcsOrder, WhmcsPayMethod, WhmcsUpgrade } from "./order-tables.ts";

/** Days as YYYY-MM-DD, instants as RFC 3339 in UTC, amounts in minor units. The wire's formats are applied on output. */
export interface WhmcsUser {
  id: number;
  email: string;
  password: string;
  /** Base32; null without a second factor. */
  totpSecret: string | null;
  /** In WHMCS's spelling, such as `french`; absent: the account's. */
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
  /** Empty: the installation's own. */
  language: string;
  /** One of `CLIENT_GROUPS`; absent: in none. */
  groupId?: number;
}

/** A product. An absent price means that it is not sold: `-1.00` on the wire. */
export interface WhmcsProduct {
  id: number;
  groupId: number;
  name: string;
  description: string;
  payType: "recurring" | "onetime" | "free";
  prices: Record<string, Partial<Record<Cycle, MinorUnits>>>;
  setupFees: Record<string, MinorUnits>;
  /** Whether its first payment covers the days until its billing day. Not shown by the API. */
  isProRata?: boolean;
  /** Whether it is kept only for existing customers. Not shown by the API. */
  isRetired?: boolean;
  /** Ids of the products to which a service can change; absent: those of its group. */
  upgradesTo?: number[];
}

export interface WhmcsPromotion {
  id: number;
  code: string;
  percent: number;
  /** How many payments it reduces; 0: only the first one. */
  recursFor: number;
  cycles: string[];
  productIds: number[];
  /** YYYY-MM-DD; null if open-ended. */
  expiresOn: string | null;
}

/** One-year prices of an extension, by currency. */
export interface WhmcsExtension {
  tld: string;
  categories: string[];
  prices: Record<string, { register: MinorUnits; transfer: MinorUnits; renew: MinorUnits }>;
  /** By currency; null if there is none. */
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
  /** Recurring. */
  amount: MinorUnits;
  /** Absent if it has no order. */
  orderId?: number;
  /** Absent: on no server. */
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
  /** Recurring, for `years`. */
  amount: MinorUnits;
  years: number;
  doesNotRenew: boolean;
  /** Absent if it has no order. */
  orderId?: number;
  isTransfer?: boolean;
  /** One of the registrar's modules; absent: the first; empty: none. */
  registrar?: string;
  /** For the order at the registrar; absent: the provider's own. */
  nameservers?: string[];
  /** The code of a transfer in. */
  authCode?: string;
  /** Additional fields of its registry, under the installation's names. */
  fields?: Record<string, string>;
}

export interface WhmcsInvoice {
  id: number;
  clientId: number;
  /** Empty: its id is its number. */
  number: string;
  status: string;
  issuedOn: string;
  dueOn: string;
  paidAt: string | null;
  subtotal: MinorUnits;
  taxes: { rateThousandths: number; amount: MinorUnits }[];
  credit: MinorUnits;
  paid: MinorUnits;
  /** Absent: one line for the whole. */
  items?: WhmcsInvoiceItem[];
  /** Absent: the first gateway. */
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
  /** `S12` or `D7`; empty if it concerns neither. */
  about: string;
}

export interface WhmcsCancellation {
  id: number;
  serviceId: number;
  type: "End of Billing Period" | "Immediate";
  requestedAt: string;
}

export interface AddonEvent {
  /** The microsecond, or the next free one. */
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
  /** The first one is the default of orders. One that captures charges stored cards automatically. */
  gateways: { module: string; name: string; captures: boolean }[];
  payMethods: WhmcsPayMethod[];
  /** The invoices with a mail to their customer. */
  mails: { relatedId: number }[];
  addonActions: AddonActionRow[];
  /** The records of the addon's hooks, oldest first. */
  addonEvents: AddonEvent[];
  /** Whether the addon's last order names its administrator; absent before its first. */
  addonOrdersNoted?: boolean;
}

/** An unused id of a table. */
export function nextId(rows: readonly { id: number }[]): number {
  return Math.max(0, ...rows.map(({ id }) => id)) + 1;
}
