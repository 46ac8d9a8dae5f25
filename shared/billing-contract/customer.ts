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
 * Sign-in, and the reads for a customer. Each read authorizes the actor and returns the data in one call. A sign-in
 * counts its attempts and changes no account.
 */
export interface CustomerReads {
  /** Returns the kind of billing system and the pages of its client area. Callers cache the answer. */
  describe(call: Call): Promise<BillingResult<BillingDescription>>;
  /**
   * Signs in with the credentials of the client area. Takes the same time for an unknown login, and stores nothing of
   * the password. The billing system limits failed attempts by login and by network, because only it sees all callers.
   */
  signIn(call: Call, credentials: SignInCredentials): Promise<BillingResult<SignIn>>;
  /**
   * Checks the one-time code (RFC 6238) of a sign-in, which is accepted once. Limited like {@link signIn}. An attempt
   * at an expired or unknown challenge (`""`) counts only for its network.
   */
  signInSecondStep(call: Call, step: SecondStepCode): Promise<BillingResult<SecondStep>>;
  /** Starts a sign-in at the billing system's own page. */
  beginSignIn(call: Call, begin: BeginSignIn): Promise<BillingResult<SignInRedirect>>;
  /** Completes that sign-in with the query that the browser returned with. */
  endSignIn(call: Call, end: EndSignIn): Promise<BillingResult<EndedSignIn>>;
  /** Returns the accounts that a login manages, by id; empty if the login no longer exists. */
  listManagedAccounts(call: LoginCall): Promise<BillingResult<ManagedAccount[]>>;
  /** Returns a login's permissions on one account; null if the login does not manage it. */
  readHolding(actor: Actor): Promise<BillingResult<Holding | null>>;
  readConsentFacts(call: LoginCall, query: ConsentQuery): Promise<BillingResult<ConsentFacts>>;
  /** Checks that the actor has the permissions. */
  authorize(query: ActorQuery): Promise<AccountResult<AccountReference>>;
  /** Returns the recipients of mails about an account, even if the actor no longer manages it. */
  readRecipients(actor: Actor): Promise<BillingResult<MailRecipients>>;

  readAccount(query: ActorQuery): Promise<AccountResult<CustomerAccount>>;
  /** Returns one service; null if the account has no service of that id. */
  readService(query: ActorQuery, id: number): Promise<AccountResult<AccountService>>;
  listServices(query: ActorQuery, list: ServiceList): Promise<AccountResult<Page<CustomerService, ServiceListKey>>>;
  listDomains(query: ActorQuery, list: DomainList): Promise<AccountResult<Page<CustomerDomain, DomainListKey>>>;
  listInvoices(query: ActorQuery, list: InvoiceList): Promise<AccountResult<Page<CustomerInvoice, InvoiceListKey>>>;
  listTickets(query: ActorQuery, list: TicketList): Promise<AccountResult<Page<CustomerTicket, TicketListKey>>>;
  /** Returns the events that the login may read, oldest first. Each event is stored with its change, for 30 days. */
  listEvents(query: ActorQuery, list: EventList): Promise<AccountResult<AccountEvents>>;
}

export type AccountResult<Value> = BillingResult<Value, BillingUnavailable | ActorRefused>;

/** An account that a login manages, in a list to choose from. */
export interface ManagedAccount extends Pick<AccountReference, "id"> {
  /** Null, like the currency, if it could not be read in time. The account then appears by its id. */
  name: string | null;
  currency: AccountCurrency | null;
  /** Whether the login owns the account. An owner has every permission. */
  owner: boolean;
}

/** An account that a login manages, with the login's permissions. An owner has all of them. */
export interface Holding extends AccountReference {
  owner: boolean;
  permissions: Permission[];
}

/** The wanted lists of domains and services for a limit; null: not wanted. */
export interface WantedLists {
  domains: DomainList | null;
  services: ServiceList | null;
}

/** The account and the wanted lists of a consent page. */
export interface ConsentQuery extends WantedLists {
  /** Null selects the only account that the login manages, or no account if there are several. */
  accountId: number | null;
}

/** The data of a consent page. */
export interface ConsentFacts {
  /** Ordered by id; empty if the login no longer exists. */
  accounts: ManagedAccount[];
  /** Null if no account is chosen, or if the login does not manage the chosen one. */
  chosen: ChosenAccount | null;
}

/** The domains and services that a connection can be limited to. A list is null if it is unwanted or unreadable. */
export interface LimitLists {
  domains: ConsentItems<CustomerDomain> | null;
  services: ConsentItems<CustomerService> | null;
}

export interface ChosenAccount extends LimitLists {
  holding: Holding;
}

/** A list for a limit; empty if the login lacks the permission. */
export interface ConsentItems<Item> {
  items: Item[];
  /** Whether there are more items. */
  more: boolean;
}

export interface AccountService {
  account: AccountReference;
  service: CustomerService | null;
  /** The server of the service, for the caller only; null if it has none. */
  server: ServerPlace | null;
}

export interface AccountReference {
  id: number;
  name: string;
  currency: AccountCurrency;
}

/** The owner of the account and the actor's login, which may be the same. Each is null if it no longer exists. */
export interface MailRecipients {
  owner: MailRecipient | null;
  login: MailRecipient | null;
}

export type MailRecipient = Omit<Login, "id">;

export type AccountEvents = EventPage<BillingEvent> & { account: AccountReference };

/** One page of a list, in its order. */
export interface Page<Item, Key> {
  account: AccountReference;
  items: Item[];
  /** The cursor of the next page; null on the last one. */
  next: Key | null;
}

export interface List<Key> {
  /** Maximum number of items, 1 to 500. */
  limit: number;
  /** The `next` of the previous page; absent on the first one. */
  after?: Key;
}

/** The parameters of a list of items that a connection can be limited to. */
interface LimitedList<Key> extends List<Key> {
  status: "active" | "all";
  /** Limits the list to this domain name and the names under it; A-label form, lower case. */
  domain?: string | undefined;
  within: ResourceLimit;
}

export interface CustomerAccount extends AccountReference {
  company: string | null;
  email: string;
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: string | null;
  creditBalance: MinorUnits;
}

/** The order of services: by id. */
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
  /** RFC 3339, UTC. */
  requestedAt: string;
}

/** The order of domains: by name in A-label form. */
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

/** The statuses of a domain that the account no longer holds. Anyone may order the domain. */
export const ENDED_DOMAIN_STATUSES = ["expired", "transferred_away", "cancelled", "fraud"] as const;

export interface CustomerDomain {
  id: number;
  /** A-label form, lower case. */
  name: string;
  status: (typeof DOMAIN_STATUSES)[number];
  registeredOn: string | null;
  expiresOn: string | null;
  nextDueDate: string | null;
  /** The price of a renewal now, for {@link renewalYears}. In redemption it includes the restoration fee. */
  renewalPrice: MinorUnits | null;
  renewalYears: number;
  autoRenew: boolean;
}

export function isEnded({ status }: Pick<CustomerDomain, "status">): boolean {
  return ENDED_DOMAIN_STATUSES.some((ended) => ended === status);
}

/** Whether the domain is registered at the registrar for the account. */
export function isRegistered({ status }: Pick<CustomerDomain, "status">): boolean {
  return status === "active" || status === "grace" || status === "redemption";
}

/** The order of invoices: newest first by issue date, then id. */
export interface InvoiceListKey {
  issuedOn: string;
  id: number;
}
export interface InvoiceList extends List<InvoiceListKey> {
  status: "unpaid" | "paid" | "all";
}

export const INVOICE_STATUSES = ["unpaid", "payment_pending", "paid", "cancelled", "refunded", "collections"] as const;

/** An invoice that the customer can see, so never a draft. */
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
  /** The amount left to pay; 0 for a cancelled or refunded invoice. */
  balanceDue: MinorUnits;
  status: (typeof INVOICE_STATUSES)[number];
  /** Whether it is past its due date, and unpaid or in collections. */
  overdue: boolean;
}

/** An invoice's id, and the number that its customer sees. */
export type InvoiceReference = Pick<CustomerInvoice, "id" | "number">;

export interface InvoiceTax {
  name: string;
  /** Percent, such as `9.975`. */
  rate: number;
  amount: MinorUnits;
}

/** The order of tickets: newest first by last activity, then id. */
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
  /** `open`, `answered`, `customer_reply`, `in_progress`, `on_hold`, `closed`, or a department's own in snake_case. */
  status: string;
  openedAt: string;
  lastReplyAt: string | null;
}
