import type { BillingEventType } from "../../shared/billing-contract/events.ts";
import type { MinorUnits } from "../../shared/platform/money.ts";
import type { Cycle } from "./cycles.ts";
import type { AddonActionRow, WhmcsInvoiceItem, WhmcsOrder, WhmcsPayMethod, WhmcsUpgrade } from "./order-tables.ts";

/** Days as YYYY-MM-DD, instants as RFC 3339 in UTC, amounts in minor units: the wire's spellings are made where it is written. */
export interface WhmcsUser {
  id: number;
  email: string;
  password: string;
  /** Base32; null without a second factor. */
  totpSecret: string | null;
  /** As it is called there, such as `french`; absent: the account's. */
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
  /** One of `CLIENT_GROUPS`; in none where absent. */
  groupId?: number;
}

/** What is sold. A price that is absent is not sold: `-1.00` on the wire. */
export interface WhmcsProduct {
  id: number;
  groupId: number;
  name: string;
  description: string;
  payType: "recurring" | "onetime" | "free";
  prices: Record<string, Partial<Record<Cycle, MinorUnits>>>;
  setupFees: Record<string, MinorUnits>;
  /** Its first payment is for the days until its billing day. Not shown by the API. */
  isProRata?: boolean;
  /** Kept for those who have it; not shown by the API. */
  isRetired?: boolean;
  /** Ids of the products that a service may be changed to; those of its group where absent. */
  upgradesTo?: number[];
}

export interface WhmcsPromotion {
  id: number;
  code: string;
  percent: number;
  /** Payments that it is taken off; 0: the first one alone. */
  recursFor: number;
  cycles: string[];
  productIds: number[];
  /** YYYY-MM-DD; null where open-ended. */
  expiresOn: string | null;
}

/** One-year prices of an extension, by currency. */
export interface WhmcsExtension {
  tld: string;
  categories: string[];
  prices: Record<string, { register: MinorUnits; transfer: MinorUnits; renew: MinorUnits }>;
  /** By currency; null where there is none. */
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
  /** Absent where it came without an order. */
  orderId?: number;
  /** Absent: on none. */
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
  /** Absent where it came without an order. */
  orderId?: number;
  isTransfer?: boolean;
  /** One of the registrar's modules; the first where absent, none where empty. */
  registrar?: string;
  /** For the order at the registrar; the provider's own where absent. */
  nameservers?: string[];
  /** Of a transfer to here. */
  authCode?: string;
  /** Additional fields of its registry, by the names that the installation has for them. */
  fields?: Record<string, string>;
}

export interface WhmcsInvoice {
  id: number;
  clientId: number;
  /** Empty: it is called by its id. */
  number: string;
  status: string;
  issuedOn: string;
  dueOn: string;
  paidAt: string | null;
  subtotal: MinorUnits;
  taxes: { rateThousandths: number; amount: MinorUnits }[];
  credit: MinorUnits;
  paid: MinorUnits;
  /** One line for the whole where absent. */
  items?: WhmcsInvoiceItem[];
  /** The first gateway where absent. */
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
  /** The microsecond, or the next one that is free. */
  id: number;
  clientId: number;
  type: BillingEventType;
  subject: string;
}

/** Everything that an installation stores. */
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
  /** The invoices that customers were mailed about. */
  mails: { relatedId: number }[];
  addonActions: AddonActionRow[];
  /** What the addon's hooks have noted, oldest first. */
  addonEvents: AddonEvent[];
  /** Whether the last order of the addon was noted for its administrator; absent before its first. */
  addonOrdersNoted?: boolean;
}

/** An id that no row of a table has. */
export function nextId(rows: readonly { id: number }[]): number {
  return Math.max(0, ...rows.map(({ id }) => id)) + 1;
}
