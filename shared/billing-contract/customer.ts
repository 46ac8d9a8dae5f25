import type { AccountCurrency, MinorUnits } from "../platform/money.ts";
import type { ServerPlace } from "../zones-contract/zone-system.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { Actor, ActorQuery, Call, LoginCall, Permission, ResourceLimit } from "./call.ts";
import type { BillingDescription } from "./description.ts";
import type { BillingEvent, EventList, EventPage } from "./events.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "./result.ts";
import type {
  BeginSignIn,
  EndedSignIn,
  EndSignIn,
  Login,
  SecondStep,
  SecondStepCode,
  SignIn,
  SignInCredentials,
  SignInRedirect,
} from "./sign-in.ts";

/**
 * The methods for signing in and for reading a customer's data. Each read authorizes the actor and returns the data in
 * one call. A sign-in counts its attempts but changes no account.
 */
export interface CustomerReads {
  /** Returns the kind of billing system and the pages of its client area. Callers cache the description. */
  describe(call: Call): Promise<BillingResult<BillingDescription>>;
  /**
   * Signs a person in with the credentials of the client area. The call takes as long for an unknown login as for a
   * known one, and the billing system does not store the password. The billing system limits failed attempts by login
   * and by network, because only it sees all callers.
   */
  signIn(call: Call, credentials: SignInCredentials): Promise<BillingResult<SignIn>>;
  /**
   * Checks the one-time code (RFC 6238) of a sign-in. Each code is accepted once. Attempts are limited as in
   * {@link signIn}, but an attempt for an expired or unknown challenge (`""`) counts only for its network.
   */
  signInSecondStep(call: Call, step: SecondStepCode): Promise<BillingResult<SecondStep>>;
  /** Starts a sign-in at the billing system's own page. */
  beginSignIn(call: Call, begin: BeginSignIn): Promise<BillingResult<SignInRedirect>>;
  /** Completes a sign-in that {@link beginSignIn} started, when the browser returns from that page. */
  endSignIn(call: Call, end: EndSignIn): Promise<BillingResult<EndedSignIn>>;
  /** Returns the accounts that a login manages, ordered by id. The list is empty if the login no longer exists. */
  listManagedAccounts(call: LoginCall): Promise<BillingResult<ManagedAccount[]>>;
  /** Returns a login's permissions on one account, or `null` if the login does not manage the account. */
  readHolding(actor: Actor): Promise<BillingResult<Holding | null>>;
  readConsentFacts(call: LoginCall, query: ConsentQuery): Promise<BillingResult<ConsentFacts>>;
  /** Checks that the actor has the permissions. */
  authorize(query: ActorQuery): Promise<AccountResult<AccountReference>>;
  /** Returns the recipients of e-mails about an account, even if the actor no longer manages it. */
  readRecipients(actor: Actor): Promise<BillingResult<MailRecipients>>;

  readAccount(query: ActorQuery): Promise<AccountResult<CustomerAccount>>;
  /** Returns one service; `service` is `null` if the account has no service with that id. */
  readService(query: ActorQuery, id: number): Promise<AccountResult<AccountService>>;
  listServices(query: ActorQuery, list: ServiceList): Promise<AccountResult<Page<CustomerService, ServiceListKey>>>;
  listDomains(query: ActorQuery, list: DomainList): Promise<AccountResult<Page<CustomerDomain, DomainListKey>>>;
  listInvoices(query: ActorQuery, list: InvoiceList): Promise<AccountResult<Page<CustomerInvoice, InvoiceListKey>>>;
  listTickets(query: ActorQuery, list: TicketList): Promise<AccountResult<Page<CustomerTicket, TicketListKey>>>;
  /**
   * Returns the events that the login may read, oldest first. Each event is stored together with its change and kept
   * for 30 days.
   */
  listEvents(query: ActorQuery, list: EventList): Promise<AccountResult<AccountEvents>>;
}

export type AccountResult<Value> = BillingResult<Value, BillingUnavailable | ActorRefused>;

/** An account that a login manages, for a list of accounts. */
export interface ManagedAccount extends Pick<AccountReference, "id"> {
  /**
   * The account's name; `null`, like the currency, if it could not be read in time. The account is then shown by its
   * id.
   */
  name: string | null;
  currency: AccountCurrency | null;
  /** Whether the login owns the account. An owner has every permission. */
  owner: boolean;
}

/** An account that a login manages, with the login's permissions on it. An owner has all of them. */
export interface Holding extends AccountReference {
  owner: boolean;
  permissions: Permission[];
}

/** The queries for the lists from which the customer chooses a limit. A query is `null` if its list is not needed. */
export interface WantedLists {
  domains: DomainList | null;
  services: ServiceList | null;
}

/** The account and the lists that a consent page needs. */
export interface ConsentQuery extends WantedLists {
  /** The chosen account; `null` to choose the login's only account, or no account if it manages several. */
  accountId: number | null;
}

/** The data of a consent page. */
export interface ConsentFacts {
  /** The accounts, ordered by id; empty if the login no longer exists. */
  accounts: ManagedAccount[];
  /** The chosen account; `null` if none is chosen, or if the login does not manage it. */
  chosen: ChosenAccount | null;
}

/**
 * The domains and services that a connection can be limited to. A list is `null` if it was not requested or could not
 * be read.
 */
export interface LimitLists {
  domains: ConsentItems<CustomerDomain> | null;
  services: ConsentItems<CustomerService> | null;
}

export interface ChosenAccount extends LimitLists {
  holding: Holding;
}

/** A list from which the customer chooses a limit; empty if the login lacks the permission. */
export interface ConsentItems<Item> {
  items: Item[];
  /** Whether the billing system has more items than the list. */
  more: boolean;
}

export interface AccountService {
  account: AccountReference;
  service: CustomerService | null;
  /** The server that hosts the service, for use by the calling Worker only; `null` if the service has no server. */
  server: ServerPlace | null;
}

export interface AccountReference {
  id: number;
  name: string;
  currency: AccountCurrency;
}

/**
 * The owner of the account and the login of the actor, which may be the same person. Each is `null` if it no longer
 * exists.
 */
export interface MailRecipients {
  owner: MailRecipient | null;
  login: MailRecipient | null;
}

export type MailRecipient = Omit<Login, "id">;

export type AccountEvents = EventPage<BillingEvent> & { account: AccountReference };

/** One page of an ordered list. */
export interface Page<Item, Key> {
  account: AccountReference;
  items: Item[];
  /** The cursor of the next page; `null` on the last page. */
  next: Key | null;
}

export interface List<Key> {
  /** Maximum number of items, from 1 to 500. */
  limit: number;
  /** The `next` of the previous page. Absent for the first page. */
  after?: Key;
}

/** The parameters of a list whose items a connection can be limited to. */
interface LimitedList<Key> extends List<Key> {
  status: "active" | "all";
  /** A domain name in A-label form, lower case. The list has only this domain and the names under it. */
  domain?: string | undefined;
  within: ResourceLimit;
}

export interface CustomerAccount extends AccountReference {
  company: string | null;
  email: string;
  /** An ISO 3166-1 alpha-2 code; `null` if unknown. */
  country: string | null;
  creditBalance: MinorUnits;
}

/** The list key of services, which are ordered by id. */
export type ServiceListKey = Pick<CustomerService, "id">;
export type ServiceList = LimitedList<ServiceListKey>;

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
  nextDueDate: string | null;
  recurringPrice: MinorUnits;
  cancellation: ServiceCancellation | null;
}

export interface ServiceCancellation {
  when: "end_of_period" | "immediately";
  effectiveOn: string;
  /** Time of the request (RFC 3339 in UTC). */
  requestedAt: string;
}

/** The list key of domains, which are ordered by name in A-label form. */
export type DomainListKey = Pick<CustomerDomain, "name" | "id">;
export type DomainList = LimitedList<DomainListKey>;

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

/** The statuses of a domain that the account no longer holds. Any customer may order the domain. */
export const ENDED_DOMAIN_STATUSES = ["expired", "transferred_away", "cancelled", "fraud"] as const;

export interface CustomerDomain {
  id: number;
  /** The domain name in A-label form, lower case. */
  name: string;
  status: (typeof DOMAIN_STATUSES)[number];
  registeredOn: string | null;
  expiresOn: string | null;
  nextDueDate: string | null;
  /**
   * The current price of a renewal for {@link renewalYears}. In redemption, it includes the restoration fee. `null` if
   * no price is known.
   */
  renewalPrice: MinorUnits | null;
  renewalYears: number;
  autoRenew: boolean;
}

export function isEnded({ status }: Pick<CustomerDomain, "status">): boolean {
  return ENDED_DOMAIN_STATUSES.some((ended) => ended === status);
}

/** Checks whether the account's domain is registered at the registrar. */
export function isRegistered({ status }: Pick<CustomerDomain, "status">): boolean {
  return status === "active" || status === "grace" || status === "redemption";
}

/** The list key of invoices, which are ordered by issue date and then by id, newest first. */
export interface InvoiceListKey {
  issuedOn: string;
  id: number;
}
export interface InvoiceList extends List<InvoiceListKey> {
  status: "unpaid" | "paid" | "all";
}

export const INVOICE_STATUSES = ["unpaid", "payment_pending", "paid", "cancelled", "refunded", "collections"] as const;

/** An invoice that the customer can see. Drafts are never included. */
export interface CustomerInvoice {
  id: number;
  number: string;
  issuedOn: string;
  dueOn: string;
  paidOn: string | null;
  currency: AccountCurrency;
  subtotal: MinorUnits;
  taxes: InvoiceTax[];
  creditApplied: MinorUnits;
  total: MinorUnits;
  /** The amount that is left to pay. It is 0 for a cancelled or refunded invoice. */
  balanceDue: MinorUnits;
  status: (typeof INVOICE_STATUSES)[number];
  /** Whether the due date has passed and the invoice is unpaid or in collections. */
  overdue: boolean;
}

/** The id of an invoice, and the number that the customer sees. */
export type InvoiceReference = Pick<CustomerInvoice, "id" | "number">;

export interface InvoiceTax {
  name: string;
  /** A percentage, such as `9.975`. */
  rate: number;
  amount: MinorUnits;
}

/** The list key of tickets, which are ordered by last activity and then by id, newest first. */
export interface TicketListKey {
  lastActivityAt: string;
  id: number;
}
export interface TicketList extends List<TicketListKey> {
  status: "open" | "all";
}

/** A support ticket without its messages. */
export interface CustomerTicket {
  id: number;
  number: string;
  subject: string;
  department: string | null;
  service: { id: number; name: string } | null;
  /**
   * `open`, `answered`, `customer_reply`, `in_progress`, `on_hold`, `closed`, or a status that the department defines,
   * in snake_case.
   */
  status: string;
  openedAt: string;
  lastReplyAt: string | null;
}
