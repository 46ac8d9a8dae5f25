import type { Actor, ActorQuery, WriteCall } from "./call.ts";
import type { Cancellation, CancellationRequest, CancellationStatement } from "./cancellation.ts";
import type { Page } from "./customer.ts";
import type {
  DomainOrder,
  DomainOrderQuote,
  DomainOrderRequest,
  DomainRenewal,
  PlacedDomainOrder,
  PlacedRenewal,
} from "./domain-orders.ts";
import type {
  OwnDomain,
  RegistrarSettings,
  SetRegistrarSettings,
  Setting,
  TransferPrepared,
} from "./domain-settings.ts";
import type { AccountOrder, CustomerOrder, OrderList, OrderListKey, OrderSubject } from "./order.ts";
import type {
  PlacedPlanChange,
  PlacedPlanOrder,
  PlanChange,
  PlanChangeQuote,
  PlanChangeRequest,
  PlanOrder,
  PlanOrderQuote,
  PlanOrderRequest,
} from "./plan-orders.ts";
import type { ActorRefused, BillingResult, BillingUnavailable, ChangesHeld, NotFound, WriteRefused } from "./result.ts";
import type { WritePreview } from "./write-preview.ts";
import type { ChangedServiceZone, OwnerNotified, ZoneChangeNotice } from "./zone-notices.ts";

/** The quotes, statements and lookups for orders and changes. */
export interface QuoteReads {
  /**
   * Quotes a domain order. An unpaid order of another account does not reserve the domain. The account that pays first
   * gets the domain, and later payments become credit.
   */
  quoteDomainOrder(query: ActorQuery, order: DomainOrderRequest): Promise<QuoteResult<DomainOrderQuote>>;
  /**
   * Quotes a plan for a site. The quote is refused (`not_allowed`) for a domain or site of another customer, for every
   * name under either of them, and for names that the operator blocks. Otherwise, on a shared server, the holder of the
   * site would also receive the e-mail for its domain name.
   */
  quotePlanOrder(query: ActorQuery, order: PlanOrderRequest): Promise<QuoteResult<PlanOrderQuote>>;
  quotePlanChange(query: ActorQuery, change: PlanChangeRequest): Promise<QuoteResult<PlanChangeQuote>>;
  /**
   * Returns the effects of a cancellation. The customer confirms a digest that the caller computes from this statement.
   */
  stateCancellation(query: ActorQuery, cancellation: CancellationRequest): Promise<QuoteResult<CancellationStatement>>;
  readRegistrarSettings(query: ActorQuery, domain: string): Promise<QuoteResult<RegistrarSettings>>;
  /**
   * Returns an order of the account, placed through any channel. Returns `not_found` for an unknown id or if the
   * order's subject is unknown. A billing system that accepts no orders returns `not_offered`.
   */
  readOrder(query: ActorQuery, id: number): Promise<QuoteResult<AccountOrder>>;
  /** Returns the orders that {@link readOrder} finds, newest first. */
  listOrders(query: ActorQuery, list: OrderList): Promise<QuoteResult<Page<CustomerOrder, OrderListKey>>>;
  /**
   * Returns the outcome of the write with a reference, for a caller that did not receive the response. The method
   * requires no permission and no existing login, because it returns only what the write itself would have returned.
   * @param sent the request with the reference, for a billing system that may have lost the reference
   */
  findWrite(
    actor: Actor,
    reference: string,
    sent?: SentWrite,
  ): Promise<BillingResult<FoundWrite, BillingUnavailable | ActorRefused>>;
}

/**
 * All methods that change an account. A write runs once per reference and account, and is refused while the store is on
 * hold. With `commit: false` the same handler returns a preview or the refusal.
 */
export interface Writes {
  orderDomain: Write<DomainOrder, PlacedDomainOrder>;
  orderPlan: Write<PlanOrder, PlacedPlanOrder>;
  renewDomain: Write<DomainRenewal, PlacedRenewal>;
  changePlan: Write<PlanChange, PlacedPlanChange>;
  cancelService: Write<Cancellation, CancellationStatement>;
  /**
   * Sets automatic renewal. This method and the next two are idempotent: setting the current value succeeds and changes
   * nothing.
   */
  setDomainAutoRenew: Write<Setting<"autoRenew", boolean>, OwnDomain>;
  /** Sets the nameservers. The account's owner gets an e-mail about the change. */
  setDomainNameservers: Write<Setting<"nameservers", string[]>, SetRegistrarSettings>;
  /** Sets the transfer lock. The account's owner gets an e-mail when the domain is unlocked. */
  setDomainLock: Write<Setting<"locked", boolean>, SetRegistrarSettings>;
  /**
   * Unlocks the domain and has its transfer code sent by e-mail: to the account's owner, or by the registrar to the
   * registrant. No result contains the code.
   */
  transferDomainOut: Write<{ domain: string }, TransferPrepared>;
  /**
   * Tells the account's owner by e-mail about records in a service's zone that were changed outside the billing system.
   */
  notifyZoneChange: Write<ZoneChangeNotice, OwnerNotified>;
  /**
   * Records the operator's decision on a reference for which {@link QuoteReads.findWrite} found no final outcome. The
   * method is idempotent and requires no permission. It never changes an outcome that the billing system has recorded
   * itself. After the call, the reference no longer blocks other writes. An order that the operator names is assigned
   * to the reference.
   */
  settleWrite: Write<SettledWrite, null, null>;
}

/** A method that changes an account. It returns the result, or a preview with `commit: false`. */
export type Write<Request, Value, Preview = WritePreview> = <Commit extends boolean>(
  call: WriteCall<Commit>,
  request: Request,
) => Promise<QuoteResult<Commit extends true ? Value : Preview>>;

export type QuoteResult<Value> = BillingResult<
  Value,
  BillingUnavailable | ChangesHeld | ActorRefused | NotFound | WriteRefused
>;

/** The request that was sent with a reference. */
export interface SentWrite {
  operation: WriteOperation;
  /** The target, such as `domain:example.com` or `service:2001`; `null` if the write has no target. */
  target: string | null;
  /** Time at which the request was first sent (RFC 3339 in UTC). */
  sentAt: string;
}

/** The operator's decision on a write. */
export interface SettledWrite extends Pick<SentWrite, "operation" | "target"> {
  outcome: "done" | "nothing";
  /** The order that the write placed; `null` if it placed none, or if the operator named none. */
  orderId: number | null;
}

/** The outcome of a reference. The values are those that the write itself returns. */
export type FoundWrite =
  /** The write has changed nothing so far. With `isFinal`, it never will. */
  | { state: "absent"; isFinal?: boolean }
  /** Several items match the write, so a person must check. */
  | { state: "several"; count: number }
  /** The write is not complete yet. */
  | { state: "under_way" }
  | { state: "refused"; problem: WriteRefused }
  | { state: "done"; operation: WriteOperation; value: WriteValue };

export const WRITE_OPERATIONS = [
  "orderDomain",
  "orderPlan",
  "renewDomain",
  "changePlan",
  "cancelService",
  "transferDomainOut",
] as const;

export type WriteOperation = (typeof WRITE_OPERATIONS)[number];

/**
 * Converts a journal row to the `sent` parameter of {@link QuoteReads.findWrite}.
 * @param row the row; `sentAt` is in epoch milliseconds, and `null` if the request was not sent
 */
export function sentWrite(row: {
  operation: string;
  target: string | null;
  sentAt: number | null;
}): SentWrite | undefined {
  const operation = WRITE_OPERATIONS.find((name) => name === row.operation);
  if (!operation || row.sentAt === null) return undefined;
  return { operation, target: row.target, sentAt: new Date(row.sentAt).toISOString() };
}

/** The operation that places each kind of order. */
export const ORDERED_BY = {
  registration: "orderDomain",
  transfer: "orderDomain",
  renewal: "renewDomain",
  plan: "orderPlan",
  plan_change: "changePlan",
} as const satisfies Record<OrderSubject["kind"], WriteOperation>;

export type WriteValue =
  | PlacedDomainOrder
  | PlacedPlanOrder
  | PlacedRenewal
  | PlacedPlanChange
  | CancellationStatement
  | TransferPrepared;

/** The value that a command returns, from which its operation builds the answer. */
export type CommandValue = WriteValue | OwnDomain | SetRegistrarSettings | ChangedServiceZone;
