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
  /** The password for {@link passwordHash}. */
  password: string;
  /** The salt in hexadecimal, like the hash. */
  passwordSalt: string;
  passwordHash: string;
  /** The secret in base32. */
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

/** A service at the catalogue's price, unless it has its own price. Dates are YYYY-MM-DD. */
export interface SeedService {
  id: number;
  sold: { plan: string } | { name: string; price: MinorUnits };
  domain?: string;
  status: CustomerService["status"];
  billingCycle: CustomerService["billingCycle"];
  nextDueOn?: string;
  cancellation?: ServiceCancellation;
  /** The server; absent if the service is not on a connected server. */
  server?: ServerPlace;
}

/** A domain, which is renewed at the catalogue's price. */
export interface SeedDomain {
  id: number;
  /** The domain in A-label form. */
  name: string;
  status: CustomerDomain["status"];
  registeredOn?: string;
  expiresOn?: string;
  nextDueOn?: string;
  autoRenew?: boolean;
}

/** An invoice, to which the taxes of the account's location are added. */
export interface SeedInvoice {
  id: number;
  status: CustomerInvoice["status"] | "draft";
  issuedOn: string;
  dueOn: string;
  /** The date of the full payment of a paid or refunded invoice. */
  paidOn?: string;
  refundedOn?: string;
  line: InvoiceLine;
  creditApplied?: MinorUnits;
  /** The order that the invoice belongs to. */
  order?: { kind: "plan" | "renew_service"; service: number } | { kind: "renew_domain"; domain: number };
  /** The partial payment of an invoice that is not fully paid. */
  partialPayment?: { amount: MinorUnits; paidOn: string };
}

export interface SeedTicket {
  id: number;
  subject: string;
  department?: string;
  serviceId?: number;
  status: CustomerTicket["status"];
  /** Time at which the ticket was opened, as an RFC 3339 timestamp in UTC. */
  openedAt: string;
  lastReplyAt?: string;
}
