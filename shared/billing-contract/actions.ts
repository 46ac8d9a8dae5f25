import type { ActionPreview } from "./action-preview.ts";
import type { Actor, ActorQuery } from "./actor.ts";
import type { Cancellation, CancellationRequest, CancellationStatement } from "./cancellation.ts";
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
import type { AccountOrder, OrderSubject } from "./order.ts";
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
import type {
  ActionRefused,
  ActorRefused,
  BillingResult,
  BillingUnavailable,
  ChangesHeld,
  NotFound,
} from "./result.ts";
import type { OwnerNotified, ZoneChangeNotice } from "./zone-notices.ts";

/**
 * Quotes and actions. An action's reference is unique per account: a repeated reference gives the first answer and does nothing. A
 * billing system that cannot store references is never sent the same one twice.
 */
export interface ActingBilling {
  /** An unpaid order of another account does not reserve the name: the first payment gets it, the other one becomes credit. */
  quoteDomainOrder(query: ActorQuery, order: DomainOrderRequest): Promise<QuoteResult<DomainOrderQuote>>;
  orderDomain(action: Action, order: DomainOrder): Promise<ActionResult<PlacedDomainOrder>>;
  /**
   * A plan for a site. Refuses (`not_allowed`) a name that another customer has as a domain or site, every name under one, and those
   * that the operator blocks: on shared servers the holder of a site also receives the mail of its name.
   */
  quotePlanOrder(query: ActorQuery, order: PlanOrderRequest): Promise<QuoteResult<PlanOrderQuote>>;
  orderPlan(action: Action, order: PlanOrder): Promise<ActionResult<PlacedPlanOrder>>;
  /**
   * An order of the account, wherever it was placed, as far as it is told what it is; `not_found` for any other id. It is read where
   * orders are taken: elsewhere it is `not_offered`.
   */
  readOrder(query: ActorQuery, id: number): Promise<QuoteResult<AccountOrder>>;
  renewDomain(action: Action, renewal: DomainRenewal): Promise<ActionResult<PlacedRenewal>>;
  quotePlanChange(query: ActorQuery, change: PlanChangeRequest): Promise<QuoteResult<PlanChangeQuote>>;
  changePlan(action: Action, change: PlanChange): Promise<ActionResult<PlacedPlanChange>>;
  /** The effects of a cancellation. The customer confirms a digest that the caller computes of the statement. */
  stateCancellation(query: ActorQuery, cancellation: CancellationRequest): Promise<QuoteResult<CancellationStatement>>;
  cancelService(action: Action, cancellation: Cancellation): Promise<ActionResult<CancellationStatement>>;

  /** Idempotent, like the two after it: setting the present value succeeds and changes nothing. */
  setDomainAutoRenew(query: ActorQuery, setting: Setting<"autoRenew", boolean>): Promise<QuoteResult<OwnDomain>>;
  /** A change is mailed to the account's owner. */
  setDomainNameservers(query: ActorQuery, setting: Setting<"nameservers", string[]>): RegistrarSettingResult;
  /** Unlocking is mailed to the account's owner. */
  setDomainLock(query: ActorQuery, setting: Setting<"locked", boolean>): RegistrarSettingResult;
  readRegistrarSettings(query: ActorQuery, domain: string): Promise<QuoteResult<RegistrarSettings>>;
  /** Unlocks the domain and mails its transfer code to the account's owner only. The code is in no answer. */
  prepareTransferOut(action: Action, domain: string): Promise<ActionResult<TransferPrepared>>;

  /** Mails the account's owner that records of a service's zone were changed, which was done elsewhere. */
  notifyZoneChange(query: ActorQuery, notice: ZoneChangeNotice): Promise<QuoteResult<OwnerNotified>>;

  /**
   * Judges a command as it would be judged now, and does nothing: the refusal that it would get, or what it would do. A check writes and
   * mails nothing, and keeps nothing of the command.
   */
  checkAction(query: ActorQuery, command: CheckedCommand): Promise<QuoteResult<ActionPreview>>;

  /**
   * The outcome of a reference, for a caller that lost the answer. Needs no permission and no login that still exists: it gives only
   * what the action's own answer gave.
   * @param sent what was sent under the reference, for a billing system that has no record of the reference itself
   */
  findAction(
    actor: Actor,
    reference: string,
    sent?: SentAction,
  ): Promise<BillingResult<FoundAction, BillingUnavailable | ActorRefused>>;
  /**
   * Says what the operator found out about a reference that {@link findAction} left open. Idempotent, and without permissions. What the
   * billing system has settled itself stays; otherwise the reference holds nothing back from then on, and an order that is named is its
   * own: after `done`, {@link findAction} gives a refusal that says so, because the value is not known; after `nothing` it goes on
   * looking, or gives a refusal that says so where it knew of an order.
   */
  settleAction(actor: Actor, settled: SettledAction): Promise<BillingResult<null, BillingUnavailable | ActorRefused>>;
}

/** The actor of an action, with its reference. */
export interface Action extends ActorQuery {
  /** At most 64 visible ASCII characters; unique per account. */
  reference: string;
}

type RegistrarSettingResult = Promise<QuoteResult<SetRegistrarSettings>>;

export type QuoteResult<Value> = BillingResult<
  Value,
  BillingUnavailable | ChangesHeld | ActorRefused | NotFound | ActionRefused
>;

export type ActionResult<Value> = QuoteResult<Value>;

/** The commands that can be checked, with what the method of each takes. */
export interface CheckedRequests {
  orderDomain: DomainOrder;
  orderPlan: PlanOrder;
  renewDomain: DomainRenewal;
  changePlan: PlanChange;
  cancelService: Cancellation;
  transferDomainOut: { domain: string };
  setDomainAutoRenew: Setting<"autoRenew", boolean>;
  setDomainNameservers: Setting<"nameservers", string[]>;
  setDomainLock: Setting<"locked", boolean>;
}

/** A command with its input; of one of several operations. */
export type CheckedCommand<Name extends keyof CheckedRequests = keyof CheckedRequests> = {
  [Each in Name]: { operation: Each; request: CheckedRequests[Each] };
}[Name];

/** What was sent under a reference. */
export interface SentAction {
  operation: ActionOperation;
  /** What it is about, such as `domain:example.com` or `service:2001`; null where nothing names it. */
  target: string | null;
  /** When it was first sent, RFC 3339 in UTC. */
  sentAt: string;
}

/** What the operator found out about an action. */
export interface SettledAction extends Pick<SentAction, "operation" | "target"> {
  reference: string;
  outcome: "done" | "nothing";
  /** The order that it made; null where it makes none, or none was named. */
  orderId: number | null;
}

/** The outcome of a reference; the values are those of the action's own answer. */
export type FoundAction =
  /** Nothing was done under it so far. */
  | { state: "absent" }
  /** More than one thing may be what it did: a person has to look. */
  | { state: "several"; count: number }
  /** Not completed yet. */
  | { state: "under_way" }
  | { state: "refused"; problem: ActionRefused }
  | { state: "done"; operation: ActionOperation; value: ActionValue };

export const ACTION_OPERATIONS = [
  "orderDomain",
  "orderPlan",
  "renewDomain",
  "changePlan",
  "cancelService",
  "transferDomainOut",
] as const;

export type ActionOperation = (typeof ACTION_OPERATIONS)[number];

/** The action that places an order of each kind. */
export const ORDERED_BY = {
  registration: "orderDomain",
  transfer: "orderDomain",
  renewal: "renewDomain",
  plan: "orderPlan",
  plan_change: "changePlan",
} as const satisfies Record<OrderSubject["kind"], ActionOperation>;

export type ActionValue =
  | PlacedDomainOrder
  | PlacedPlanOrder
  | PlacedRenewal
  | PlacedPlanChange
  | CancellationStatement
  | TransferPrepared;
