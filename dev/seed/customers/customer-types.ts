import type { Permission } from "../../../shared/billing-contract/call.ts";
import type {
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  CustomerTicket,
  ServiceCancellation,
} from "../../../shared/billing-contract/customer.ts";
import type { Language } from "../../../shared/platform/language.ts";
import type { Currency, MinorUnits } from "../../../shared/platform/money.ts";
import type { ServerPlace } from "../../../shared/zones-contract/zone-system.ts";
import type { InvoiceLine } from "../../../workers/billing/engine/invoices/taxes.ts";
import type { Contact } from "../../../workers/billing/engine/store/account-store.ts";

export interface SeedLogin {
  id: number;
  email: string;
  language: Language;
  /** The password of {@link passwordHash}. */
  password: string;
  /** Hexadecimal, like the hash. */
  passwordSalt: string;
  passwordHash: string;
  /** Base32. */
  totpSecret?: string;
  accounts: { id: number; permissions: "owner" | Permission[] }[];
}

export interface SeedAccount {
  id: number;
  /** The name of the company. */
  name: string;
  email: string;
  country: string;
  province: string | null;
  currency: Currency;
  credit: MinorUnits;
  hasCard: boolean;
  businessNumber: string;
  contact: Contact;
  services: SeedService[];
  domains: SeedDomain[];
  invoices: SeedInvoice[];
  tickets: SeedTicket[];
}

/** At the catalogue's price, unless it has its own. Dates are YYYY-MM-DD. */
export interface SeedService {
  id: number;
  sold: { plan: string } | { name: string; price: MinorUnits };
  domain?: string;
  status: CustomerService["status"];
  billingCycle: CustomerService["billingCycle"];
  nextDueOn?: string;
  cancellation?: ServiceCancellation;
  /** Absent: it is on no server. */
  server?: ServerPlace;
}

/** Renews at the catalogue's price. */
export interface SeedDomain {
  id: number;
  /** A-label form. */
  name: string;
  status: CustomerDomain["status"];
  registeredOn?: string;
  expiresOn?: string;
  nextDueOn?: string;
  autoRenew?: boolean;
}

/** With the taxes of the account's place. */
export interface SeedInvoice {
  id: number;
  status: CustomerInvoice["status"] | "draft";
  issuedOn: string;
  dueOn: string;
  /** Paid or refunded: the day it was paid in full. */
  paidOn?: string;
  refundedOn?: string;
  /** The invoiced item. */
  line: InvoiceLine;
  creditApplied?: MinorUnits;
  /** The order of the invoice. */
  order?: { kind: "plan" | "renew_service"; service: number } | { kind: "renew_domain"; domain: number };
  /** The part that is paid of an invoice that is not paid in full. */
  partialPayment?: { amount: MinorUnits; paidOn: string };
}

export interface SeedTicket {
  id: number;
  subject: string;
  department?: string;
  serviceId?: number;
  status: CustomerTicket["status"];
  /** RFC 3339, UTC. */
  openedAt: string;
  lastReplyAt?: string;
}
