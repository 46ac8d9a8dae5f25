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
 * Sign-in, and what a customer reads. Each read authorizes the actor and gives the data in one call. A sign-in counts its attempts and
 * changes no account.
 */
export interface CustomerReads {
  /** What kind of billing system it is, and where its customers sign in and manage things. Asked once by a caller that keeps it. */
  describe(call: Call): Promise<BillingResult<BillingDescription>>;
  /**
   * Signs in with the credentials of the client area. Takes the same time for an unknown login, and stores nothing of the
   * password. The billing system limits failed attempts, by login and by network, because it alone sees those of every caller.
   */
  signIn(call: Call, credentials: SignInCredentials): Promise<BillingResult<SignIn>>;
  /**
   * The second step of a sign-in: a one-time code (RFC 6238), which is accepted once. Limited like {@link signIn}; a code for a
   * challenge that is over or was never issued (`""`) is counted by its network.
   */
  signInSecondStep(call: Call, step: SecondStepCode): Promise<BillingResult<SecondStep>>;
  /** Begins a sign-in at the billing system's own page. */
  beginSignIn(call: Call, begin: BeginSignIn): Promise<BillingResult<SignInRedirect>>;
  /** Ends it with what the browser came back with. */
  endSignIn(call: Call, end: EndSignIn): Promise<BillingResult<EndedSignIn>>;
  /** The accounts that a login manages, by id; empty for a login that no longer exists. */
  listManagedAccounts(call: LoginCall): Promise<BillingResult<ManagedAccount[]>>;
  /** What a login may do on one account; null where it does not manage it. */
  readHolding(actor: Actor): Promise<BillingResult<Holding | null>>;
  /** What a consent page is made of, in one call. */
  readConsentFacts(call: LoginCall, query: ConsentQuery): Promise<BillingResult<ConsentFacts>>;
  /** Checks the actor's permissions. */
  authorize(query: ActorQuery): Promise<AccountResult<AccountReference>>;
  /** The recipients of mails about an account, also where the actor no longer manages it. */
  readRecipients(actor: Actor): Promise<BillingResult<MailRecipients>>;

  readAccount(query: ActorQuery): Promise<AccountResult<CustomerAccount>>;
  /** One service; null where the account has none of that id. */
  readService(query: ActorQuery, id: number): Promise<AccountResult<AccountService>>;
  listServices(query: ActorQuery, list: ServiceList): Promise<AccountResult<Page<CustomerService, ServiceListKey>>>;
  listDomains(query: ActorQuery, list: DomainList): Promise<AccountResult<Page<CustomerDomain, DomainListKey>>>;
  listInvoices(query: ActorQuery, list: InvoiceList): Promise<AccountResult<Page<CustomerInvoice, InvoiceListKey>>>;
  listTickets(query: ActorQuery, list: TicketList): Promise<AccountResult<Page<CustomerTicket, TicketListKey>>>;
  /** What the login may read of what happened, oldest first; each event is stored with its change, for 30 days. */
  listEvents(query: ActorQuery, list: EventList): Promise<AccountResult<AccountEvents>>;
}

/** The result of a read. */
export type AccountResult<Value> = BillingResult<Value, BillingUnavailable | ActorRefused>;

/** An account that a login manages, as it is offered for a choice. */
export interface ManagedAccount extends Pick<AccountReference, "id"> {
  /** Null, like the currency, where it could not be read in time: the account is then known by its id alone. */
  name: string | null;
  currency: AccountCurrency | null;
  /** The login owns the account, and so holds every permission. */
  owner: boolean;
}

/** An account that a login manages, with the permissions that the login holds; all of them where it owns the account. */
export interface Holding extends AccountReference {
  owner: boolean;
  permissions: Permission[];
}

/** The lists of what a connection can be limited to; null: not wanted. */
export interface WantedLists {
  domains: DomainList | null;
  services: ServiceList | null;
}

/** Which account a consent is about, and which of its lists are wanted. */
export interface ConsentQuery extends WantedLists {
  /** Null: the only account that the login manages; none where it manages several. */
  accountId: number | null;
}

/** What a consent page is made of. */
export interface ConsentFacts {
  /** By id; empty for a login that no longer exists. */
  accounts: ManagedAccount[];
  /** Null where no account is chosen, or the login does not manage it. */
  chosen: ChosenAccount | null;
}

/** What of an account a connection can be limited to; a list is null where it is not wanted or cannot be read. */
export interface LimitLists {
  domains: ConsentItems<CustomerDomain> | null;
  services: ConsentItems<CustomerService> | null;
}

export interface ChosenAccount extends LimitLists {
  holding: Holding;
}

/** Empty where the login may not see them. */
export interface ConsentItems<Item> {
  items: Item[];
  /** There are more than these. */
  more: boolean;
}

export interface AccountService {
  account: AccountReference;
  service: CustomerService | null;
  /** The server that the service is on, for the caller alone; null where it is on none. */
  server: ServerPlace | null;
}

export interface AccountReference {
  id: number;
  name: string;
  currency: AccountCurrency;
}

/** The owner of the account and the actor's login, which may be the same; null where one no longer exists. */
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
  /** The `next` of the page before; absent on the first one. */
  after?: Key;
}

/** The parameters of a list of what a connection can be limited to. */
interface LimitedList<Key> extends List<Key> {
  status: "active" | "all";
  /** Only what has this domain name or one under it; A-label form, lower case. */
  domain?: string | undefined;
  within: ResourceLimit;
}

export interface CustomerAccount extends AccountReference {
  company: string | null;
  email: string;
  /** ISO 3166-1 alpha-2; null where none is kept. */
  country: string | null;
  creditBalance: MinorUnits;
}

/** By id. */
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

/** By name, in A-label form. */
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

/** The statuses of a domain that the account no longer holds, so that anybody may order the name. */
export const ENDED_DOMAIN_STATUSES = ["expired", "transferred_away", "cancelled", "fraud"] as const;

export interface CustomerDomain {
  id: number;
  /** A-label form, lower case. */
  name: string;
  status: (typeof DOMAIN_STATUSES)[number];
  registeredOn: string | null;
  expiresOn: string | null;
  nextDueDate: string | null;
  /** Of a renewal for {@link renewalYears} now; in redemption with the fee for restoring the name. */
  renewalPrice: MinorUnits | null;
  renewalYears: number;
  autoRenew: boolean;
}

export function isEnded({ status }: Pick<CustomerDomain, "status">): boolean {
  return ENDED_DOMAIN_STATUSES.some((ended) => ended === status);
}

/** The registrar holds it for the account. */
export function isRegistered({ status }: Pick<CustomerDomain, "status">): boolean {
  return status === "active" || status === "grace" || status === "redemption";
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
  currency: AccountCurrency;
  subtotal: MinorUnits;
  taxes: InvoiceTax[];
  creditApplied: MinorUnits;
  total: MinorUnits;
  /** What is left to pay; 0 of a cancelled or refunded invoice. */
  balanceDue: MinorUnits;
  status: (typeof INVOICE_STATUSES)[number];
  /** Past its due date, and unpaid or in collections. */
  overdue: boolean;
}

/** An invoice by its id, and by the number that its customer sees. */
export type InvoiceReference = Pick<CustomerInvoice, "id" | "number">;

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

/** A support ticket without its messages. */
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
