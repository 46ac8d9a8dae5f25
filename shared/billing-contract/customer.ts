import type { Language } from "../platform/language.ts";
import type { Currency, MinorUnits } from "../platform/money.ts";
import type { Actor, ActorQuery, Permission, ResourceLimit } from "./actor.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "./result.ts";

/** The customer's part of the billing system. Each question is answered with the data or with why not, in one call. */
export interface CustomerBilling {
  /** What kind of billing system this is. */
  describe(requestId?: string): Promise<BillingResult<BillingDescription>>;
  /**
   * Client-area credentials. Takes the same time for a login that does not exist. Keeps nothing of the password. The billing
   * system limits failed attempts, by login and by network, since it alone sees every door to its logins.
   * @param credentials with the caller's `address` as `addressOf` gives it
   */
  signIn(credentials: Credentials): Promise<BillingResult<SignIn>>;
  /**
   * The second step of a sign-in: the code of the login's authenticator. A code is accepted once. Limited like
   * {@link signIn}; a code for a challenge that is over or was never given (`""`) is counted by its network.
   */
  signInSecondStep(step: SecondStepCode): Promise<BillingResult<SecondStep>>;
  /** The accounts a login manages, by id. Empty for a login that is gone. */
  listManagedAccounts(loginId: number, requestId?: string): Promise<BillingResult<ManagedAccount[]>>;
  /** Whether the asker still holds the permissions: `access_lost`, `permission_denied`, or the account's reference. */
  authorize(query: ActorQuery): Promise<AccountResult<AccountReference>>;
  /** Whom to write to about an account; answered also when the asker no longer manages it. */
  readRecipients(actor: Actor): Promise<BillingResult<MailRecipients>>;

  readAccount(query: ActorQuery): Promise<AccountResult<CustomerAccount>>;
  listServices(query: ActorQuery, list: ServiceList): Promise<AccountResult<Page<CustomerService, ServiceListKey>>>;
  listDomains(query: ActorQuery, list: DomainList): Promise<AccountResult<Page<CustomerDomain, DomainListKey>>>;
  listInvoices(query: ActorQuery, list: InvoiceList): Promise<AccountResult<Page<CustomerInvoice, InvoiceListKey>>>;
  listTickets(query: ActorQuery, list: TicketList): Promise<AccountResult<Page<CustomerTicket, TicketListKey>>>;
}

export interface Credentials {
  email: string;
  password: string;
  address: string;
  requestId?: string | undefined;
}

export interface SecondStepCode {
  challenge: string;
  code: string;
  address: string;
  requestId?: string | undefined;
}

export interface BillingDescription {
  /** Its customers and prices are made up, and nothing is charged: the pages say so. */
  demonstration: boolean;
}

/** What a question about an account gives. */
export type AccountResult<Value> = BillingResult<Value, BillingUnavailable | ActorRefused>;

/** `refused` says nothing of why: an unknown login and a wrong password look the same. */
export type SignIn =
  | { outcome: "signed_in"; login: Login }
  | { outcome: "second_step"; challenge: string }
  | { outcome: "refused" }
  | TooManyAttempts;

/** Not tried: there were too many failed attempts. `retryAfter` in seconds. */
export interface TooManyAttempts {
  outcome: "too_many";
  retryAfter: number;
}

/**
 * `refused`: not this code; another one may be tried. `expired`: the challenge is over (after its time, its use or its
 * last attempt) or was never given; the sign-in begins anew.
 */
export type SecondStep =
  | { outcome: "signed_in"; login: Login }
  | { outcome: "refused" }
  | { outcome: "expired" }
  | TooManyAttempts;

export interface Login {
  id: number;
  email: string;
  language: Language;
}

export interface ManagedAccount extends AccountReference {
  /** The login owns the account, and holds every permission. */
  owner: boolean;
  permissions: Permission[];
}

export interface AccountReference {
  id: number;
  name: string;
  currency: Currency;
}

/** The owner of the account, and the login that asks; null for one that is gone. The two may be the same. */
export interface MailRecipients {
  owner: MailRecipient | null;
  login: MailRecipient | null;
}

export interface MailRecipient {
  email: string;
  language: Language;
}

/** One page of a list, in its order. */
export interface Page<Item, Key> {
  account: AccountReference;
  items: Item[];
  /** Where the next page begins, or null on the last one. */
  next: Key | null;
}

/** What every list is asked with. */
export interface List<Key> {
  /** At most so many items, 1 to 100. */
  limit: number;
  /** The `next` of the page before; absent for the first one. */
  after?: Key;
}

export interface CustomerAccount extends AccountReference {
  company: string | null;
  email: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  creditBalance: MinorUnits;
}

/** By id. */
export interface ServiceListKey {
  id: number;
}
export interface ServiceList extends List<ServiceListKey> {
  status: "active" | "all";
  /** Only services of this name or under it; A-label form, lower case. */
  domain?: string;
  within: ResourceLimit;
}

export const SERVICE_STATUSES = [
  "pending",
  "active",
  "suspended",
  "terminated",
  "cancelled",
  "fraud",
  "completed",
] as const;

export interface CustomerService {
  id: number;
  plan: string;
  planId: string | null;
  line: string | null;
  domain: string | null;
  status: (typeof SERVICE_STATUSES)[number];
  billingCycle: BillingCycle;
  /** YYYY-MM-DD, like every date here. */
  nextDueDate: string | null;
  recurringPrice: MinorUnits;
  cancellation: ServiceCancellation | null;
}

export interface ServiceCancellation {
  when: "end_of_period" | "immediately";
  effectiveOn: string;
  /** RFC 3339, UTC. */
  requestedAt: string;
}

/** By name, in A-label form. */
export interface DomainListKey {
  name: string;
  id: number;
}
export interface DomainList extends List<DomainListKey> {
  status: "active" | "all";
  domain?: string;
  within: ResourceLimit;
}

export const DOMAIN_STATUSES = [
  "pending",
  "pending_registration",
  "pending_transfer",
  "active",
  "grace",
  "redemption",
  "expired",
  "transferred_away",
  "cancelled",
  "fraud",
] as const;

export interface CustomerDomain {
  id: number;
  /** A-label form, lower case. */
  name: string;
  status: (typeof DOMAIN_STATUSES)[number];
  registeredOn: string | null;
  expiresOn: string | null;
  nextDueDate: string | null;
  /** Of a renewal for {@link renewalYears} now, before taxes; in redemption with what the registry asks for bringing it back. */
  renewalPrice: MinorUnits | null;
  renewalYears: number;
  autoRenew: boolean;
}

/** By issue date, then id, newest first. */
export interface InvoiceListKey {
  issuedOn: string;
  id: number;
}
export interface InvoiceList extends List<InvoiceListKey> {
  status: "unpaid" | "paid" | "all";
}

export const INVOICE_STATUSES = ["unpaid", "payment_pending", "paid", "cancelled", "refunded", "collections"] as const;

/** Never a draft. */
export interface CustomerInvoice {
  id: number;
  number: string;
  issuedOn: string;
  dueOn: string;
  paidOn: string | null;
  currency: Currency;
  subtotal: MinorUnits;
  taxes: InvoiceTax[];
  creditApplied: MinorUnits;
  total: MinorUnits;
  balanceDue: MinorUnits;
  status: (typeof INVOICE_STATUSES)[number];
  /** Due before today in the provider's time zone, and unpaid or in collections. */
  overdue: boolean;
}

export interface InvoiceTax {
  name: string;
  /** Percent, such as `9.975`. */
  rate: number;
  amount: MinorUnits;
}

/** By last activity, newest first, then id. */
export interface TicketListKey {
  lastActivityAt: string;
  id: number;
}
export interface TicketList extends List<TicketListKey> {
  status: "open" | "all";
}

/** Never its messages. */
export interface CustomerTicket {
  id: number;
  number: string;
  subject: string;
  department: string | null;
  service: { id: number; name: string } | null;
  /** One of `open`, `answered`, `customer_reply`, `in_progress`, `on_hold`, `closed`, or a department's own in snake_case. */
  status: string;
  openedAt: string;
  lastReplyAt: string | null;
}
