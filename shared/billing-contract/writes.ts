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

/** Quotes, statements and look-ups about what can be ordered or changed. */
export interface QuoteReads {
  /** An unpaid order of another account does not reserve the name: the first payment gets it, the other one becomes credit. */
  quoteDomainOrder(query: ActorQuery, order: DomainOrderRequest): Promise<QuoteResult<DomainOrderQuote>>;
  /**
   * A plan for a site. Refuses (`not_allowed`) a name that another customer has as a domain or site, every name under one, and those
   * that the operator blocks: on shared servers the holder of a site also receives the mail of its name.
   */
  quotePlanOrder(query: ActorQuery, order: PlanOrderRequest): Promise<QuoteResult<PlanOrderQuote>>;
  quotePlanChange(query: ActorQuery, change: PlanChangeRequest): Promise<QuoteResult<PlanChangeQuote>>;
  /** The effects of a cancellation. The customer confirms a digest that the caller computes of the statement. */
  stateCancellation(query: ActorQuery, cancellation: CancellationRequest): Promise<QuoteResult<CancellationStatement>>;
  readRegistrarSettings(query: ActorQuery, domain: string): Promise<QuoteResult<RegistrarSettings>>;
  /**
   * An order of the account, wherever it was placed, if its subject is known; `not_found` for any other id. It is read
   * where orders are taken: elsewhere it is `not_offered`.
   */
  readOrder(query: ActorQuery, id: number): Promise<QuoteResult<AccountOrder>>;
  /** The orders that {@link readOrder} gives, newest first. */
  listOrders(query: ActorQuery, list: OrderList): Promise<QuoteResult<Page<CustomerOrder, OrderListKey>>>;
  /**
   * The outcome of a reference, for a caller that lost the answer. Needs no permission and no login that still exists: it gives only
   * what the write's own answer gave.
   * @param sent what was sent under the reference, for a billing system that has no record of the reference itself
   */
  findWrite(
    actor: Actor,
    reference: string,
    sent?: SentWrite,
  ): Promise<BillingResult<FoundWrite, BillingUnavailable | ActorRefused>>;
}

/**
 * Everything that changes an account. A write is done once per reference and account, and is refused while the store is on hold. With
 * `commit: false` the same handler judges it and gives its preview, or the refusal that it would get.
 */
export interface Writes {
  orderDomain: Write<DomainOrder, PlacedDomainOrder>;
  orderPlan: Write<PlanOrder, PlacedPlanOrder>;
  renewDomain: Write<DomainRenewal, PlacedRenewal>;
  changePlan: Write<PlanChange, PlacedPlanChange>;
  cancelService: Write<Cancellation, CancellationStatement>;
  /** Idempotent, like the two after it: setting the present value succeeds and changes nothing. */
  setDomainAutoRenew: Write<Setting<"autoRenew", boolean>, OwnDomain>;
  /** A change is mailed to the account's owner. */
  setDomainNameservers: Write<Setting<"nameservers", string[]>, SetRegistrarSettings>;
  /** Unlocking is mailed to the account's owner. */
  setDomainLock: Write<Setting<"locked", boolean>, SetRegistrarSettings>;
  /** Unlocks the domain and mails its transfer code to the account's owner only. The code is in no answer. */
  transferDomainOut: Write<{ domain: string }, TransferPrepared>;
  /** Mails the account's owner that records of a service's zone were changed, which was done elsewhere. */
  notifyZoneChange: Write<ZoneChangeNotice, OwnerNotified>;
  /**
   * Records what the operator found out about the call's reference, which {@link QuoteReads.findWrite} left open. Idempotent; needs no
   * permission. An outcome that the billing system knows itself stays. Otherwise the reference holds nothing back from then on, and a
   * named order belongs to it.
   */
  settleWrite: Write<SettledWrite, null, null>;
}

/** A method that changes an account: done, or with `commit: false` its preview. */
export type Write<Request, Value, Preview = WritePreview> = <Commit extends boolean>(
  call: WriteCall<Commit>,
  request: Request,
) => Promise<QuoteResult<Commit extends true ? Value : Preview>>;

export type QuoteResult<Value> = BillingResult<
  Value,
  BillingUnavailable | ChangesHeld | ActorRefused | NotFound | WriteRefused
>;

/** What was sent under a reference. */
export interface SentWrite {
  operation: WriteOperation;
  /** What it is about, such as `domain:example.com` or `service:2001`; null where nothing names it. */
  target: string | null;
  /** When it was first sent, RFC 3339 in UTC. */
  sentAt: string;
}

/** What the operator found out about an action. */
export interface SettledWrite extends Pick<SentWrite, "operation" | "target"> {
  outcome: "done" | "nothing";
  /** The order that it made; null where it makes none, or none was named. */
  orderId: number | null;
}

/** The outcome of a reference; the values are those of the action's own answer. */
export type FoundWrite =
  /** Nothing was done under it so far. `isFinal`: and nothing ever will be. */
  | { state: "absent"; isFinal?: boolean }
  /** Several things match its outcome: a person must check. */
  | { state: "several"; count: number }
  /** Not completed yet. */
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

/** What a journal has of a reference, as {@link QuoteReads.findWrite} takes it. @param row its `sentAt` is epoch milliseconds; null: not sent */
export function sentWrite(row: {
  operation: string;
  target: string | null;
  sentAt: number | null;
}): SentWrite | undefined {
  const operation = WRITE_OPERATIONS.find((name) => name === row.operation);
  if (!operation || row.sentAt === null) return undefined;
  return { operation, target: row.target, sentAt: new Date(row.sentAt).toISOString() };
}

/** The action that places an order of each kind. */
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

/** What a command gives; its operation makes the answer of it. */
export type CommandValue = WriteValue | OwnDomain | SetRegistrarSettings | ChangedServiceZone;
