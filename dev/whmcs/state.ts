import type { MinorUnits } from "../../shared/platform/money.ts";
import type { Cycle } from "./cycles.ts";
import type {
  WhmcsClientGroup,
  WhmcsGateway,
  WhmcsInvoiceItem,
  WhmcsMail,
  WhmcsOrder,
  WhmcsPayMethod,
  WhmcsTaxRule,
  WhmcsUpgrade,
} from "./order-tables.ts";

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

/** A user of an account. */
export interface WhmcsMembership {
  userId: number;
  clientId: number;
  isOwner: boolean;
  permissions: string[];
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
  /** One of `clientGroups`; in none where absent. */
  groupId?: number;
}

export interface WhmcsCurrency {
  id: number;
  code: string;
  prefix: string;
  suffix: string;
  /** 1: `1234.56`, 2: `1,234.56`, 3: `1.234,56`, 4: `1,234`. */
  format: 1 | 2 | 3 | 4;
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
  /** The day of the month that terms begin on: the first payment is for the days until then. Not shown by the API. */
  proRataDay?: number;
  /** Not shown in the store, though it can be ordered by its id; not shown by the API. */
  isHidden?: boolean;
  /** Kept for those who have it; not shown by the API. */
  isRetired?: boolean;
  /** Ids of the products that a service may be changed to; those of its group where absent. */
  upgradesTo?: number[];
}

export interface WhmcsPromotion {
  id: number;
  code: string;
  percent: number;
  isRecurring: boolean;
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
  registeredOn: string;
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
  /** One of `registrarModules`; the first where absent, none where empty. */
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
  /** `S12` or `D7`; empty where it is about nothing. */
  about: string;
}

export interface WhmcsCancellation {
  id: number;
  serviceId: number;
  type: "End of Billing Period" | "Immediate";
  requestedAt: string;
  reason: string;
}

/** One thing of an order, as orders are told apart by it. */
export interface OrderedItem {
  kind: "product" | "domain" | "renewal" | "upgrade";
  /** Its product, type and years, or service and product. */
  what: string;
  /** Empty where there is none. */
  cycle: string;
  name: string;
}

/** A row of the addon's own table of actions: what became of a reference. */
export interface AddonActionRow {
  client: number;
  reference: string;
  state: "under_way" | "done" | "taken_back" | "withdrawn";
  /** Whom its order is noted for. */
  administrator: number;
  /** The client's highest order before it. */
  watermark: number;
  ordered: OrderedItem[];
  /** What its invoice must be like. */
  terms: { subtotal: string | null; takeBack: boolean; gateway: string };
  memo: string;
  order: number | null;
  invoice: number | null;
  subtotal: string | null;
  differs: ("price" | "gateway" | "paid" | "moved")[];
  services: number[];
  domains: number[];
}

/** Everything that an installation stores. */
export interface WhmcsState {
  users: WhmcsUser[];
  memberships: WhmcsMembership[];
  clients: WhmcsClient[];
  currencies: WhmcsCurrency[];
  products: WhmcsProduct[];
  /** Of product groups that are called otherwise than their product line, by id. */
  groupNames?: Record<number, string>;
  /** Of the addon; none before its first action. */
  addonActions?: AddonActionRow[];
  /** Whether the last order of the addon was noted for its administrator; none before its first. */
  addonOrdersNoted?: boolean;
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
  /** Of the first one orders are, where nothing else is said. */
  gateways: WhmcsGateway[];
  payMethods: WhmcsPayMethod[];
  clientGroups: WhmcsClientGroup[];
  taxRules: WhmcsTaxRule[];
  mails: WhmcsMail[];
  /** The highest ids that were ever given, by table. */
  lastIds: Partial<Record<NumberedTable, number>>;
}

export type NumberedTable =
  | "services"
  | "domains"
  | "invoices"
  | "cancellations"
  | "orders"
  | "upgrades"
  | "payMethods";

/** An id that no row of the table has or had. */
export function nextId(state: WhmcsState, table: NumberedTable): number {
  const highest = state[table].reduce((most, { id }) => Math.max(most, id), state.lastIds[table] ?? 0);
  state.lastIds[table] = highest + 1;
  return highest + 1;
}

/** What a client pays in; undefined of no client. */
export function currencyOf({ clients, currencies }: WhmcsState, clientId: number): WhmcsCurrency | undefined {
  const client = clients.find(({ id }) => id === clientId);
  return currencies.find(({ code }) => code === client?.currency);
}
