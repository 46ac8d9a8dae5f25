import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import type { Actor, ActorQuery } from "./actor.ts";
import type { Availability } from "./availability.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { AccountReference, CustomerDomain, CustomerInvoice, CustomerService } from "./customer.ts";
import type {
  ActionRefused,
  ActionRequired,
  ActorRefused,
  BillingResult,
  BillingUnavailable,
  NotFound,
  Price,
  Terms,
} from "./result.ts";

/**
 * The part of the billing system that changes an account. Quotes change nothing. An action carries a reference, unique per
 * account: a system that can keep it refuses to do the same reference twice; one that cannot is never asked twice.
 * Amounts exclude taxes except in an invoice.
 */
export interface ActingBilling {
  /** An unpaid order of another account holds nothing: who pays first has the name, what the other paid is credit. */
  quoteDomainOrder(query: ActorQuery, order: DomainOrderRequest): Promise<QuoteResult<DomainOrderQuote>>;
  orderDomain(action: Action, order: DomainOrder): Promise<ActionResult<PlacedDomainOrder>>;
  /**
   * A plan for a site: a billing system refuses (`not_allowed`) a name that another customer has as a domain or site, every name
   * under one, and those its operator keeps safe. On shared servers whoever has a site of a name has its mail, too.
   */
  quotePlanOrder(query: ActorQuery, order: PlanOrderRequest): Promise<QuoteResult<PlanOrderQuote>>;
  orderPlan(action: Action, order: PlanOrder): Promise<ActionResult<PlacedPlanOrder>>;
  renewDomain(action: Action, renewal: DomainRenewal): Promise<ActionResult<PlacedRenewal>>;
  quotePlanChange(query: ActorQuery, change: PlanChangeRequest): Promise<QuoteResult<PlanChangeQuote>>;
  changePlan(action: Action, change: PlanChange): Promise<ActionResult<PlacedPlanChange>>;
  /** What a cancellation would do. The caller turns the statement into the digest that the customer confirms. */
  stateCancellation(query: ActorQuery, cancellation: CancellationRequest): Promise<QuoteResult<CancellationStatement>>;
  cancelService(action: Action, cancellation: Cancellation): Promise<ActionResult<CancellationStatement>>;

  /** Setting it to what it is changes nothing and succeeds, like the two after it. */
  setDomainAutoRenew(
    query: ActorQuery,
    setting: { domain: string; autoRenew: boolean },
  ): Promise<QuoteResult<OwnDomain>>;
  /** Mails the account's owner when they change. */
  setDomainNameservers(
    query: ActorQuery,
    setting: { domain: string; nameservers: string[] },
  ): Promise<QuoteResult<SetRegistrarSettings>>;
  /** Mails the account's owner when the domain is unlocked. */
  setDomainLock(
    query: ActorQuery,
    setting: { domain: string; locked: boolean },
  ): Promise<QuoteResult<SetRegistrarSettings>>;
  readRegistrarSettings(query: ActorQuery, domain: string): Promise<QuoteResult<RegistrarSettings>>;
  /** Unlocks the domain and mails its transfer code to the account's owner, and to nobody else. Never gives the code. */
  prepareTransferOut(action: Action, domain: string): Promise<ActionResult<TransferPrepared>>;

  /**
   * What became of a reference, for whoever did not hear the answer. `absent`: nothing was done under it, as of now.
   * Neither permissions nor the login are asked: it gives nothing that the action's own answer did not, and what was done
   * stays done when the login is gone.
   */
  findAction(actor: Actor, reference: string): Promise<BillingResult<FoundAction>>;
}

/** A question that is also an action. */
export interface Action extends ActorQuery {
  /** At most 64 visible ASCII characters; unique per account. */
  reference: string;
}

export type QuoteResult<Value> = BillingResult<Value, BillingUnavailable | ActorRefused | NotFound | ActionRefused>;
export type ActionResult<Value> = QuoteResult<Value>;

export interface DomainOrderRequest {
  /** A-label form, lower case. */
  domain: string;
  type: "register" | "transfer";
  /** 1 to 10, as the registry takes them; of a transfer 1, which stands for the transfer whatever it adds. */
  years: number;
  availability: Availability;
  /** Of an unknown availability: seconds until asking again may help; null: nobody can ever be asked. */
  retryAfter?: number | null;
}

export interface DomainOrder extends DomainOrderRequest {
  /** Of a transfer, where the registry asks for it. Kept until the transfer is done, and nowhere else. */
  authCode: string | null;
  acceptTerms: string | null;
  /** The registry's extra fields by name; tick boxes are `true` or `false` as text. */
  fields: Record<string, string>;
  expectedPrice: MinorUnits | null;
}

export interface DomainOrderQuote {
  account: AccountReference;
  /** It can be registered or transferred now. */
  available: boolean;
  /** Why not, as the order's refusal would say it; null where it can. */
  obstacle: Text | null;
  price: Price;
  /** One renewal, for {@link renewalYears}. */
  renewalPrice: Price;
  renewalYears: number;
  /** What a transfer does to the term, as a sentence; null of a registration. */
  transferTerm: Text | null;
  registrant: { country: string | null; eligible: boolean; rule: Text | null };
  fields: DomainField[];
  terms: Terms;
  /** An auth code is asked for with the order. */
  needsAuthCode: boolean;
  /** Once it is there, it renews by itself until the customer switches that off. */
  autoRenew: boolean;
  /** What else has to be done before an order succeeds: a payment method, a contact. */
  missing: ActionRequired[];
}

export interface DomainField {
  name: string;
  label: Text;
  type: "text" | "choice" | "tickbox";
  required: boolean;
  description: Text | null;
  options: { value: string; label: Text }[] | null;
  default: string | null;
}

/** What every order leaves. */
export interface Placed {
  account: AccountReference;
  /** Null where the billing system made none. */
  orderId: number | null;
  /** Null where nothing is due. */
  invoice: CustomerInvoice | null;
  actionRequired: ActionRequired | null;
}

export interface PlacedDomainOrder extends Placed {
  termsVersion: string;
  /** As the quote had it. */
  autoRenew: boolean;
}

export interface PlanOrderRequest {
  planId: string;
  /** Null: the plan's usual one. */
  billingCycle: BillingCycle | null;
  /** The customer's site, A-label form. */
  domain: string | null;
  promotion: string | null;
}

export interface PlanOrder extends PlanOrderRequest {
  acceptTerms: string | null;
  expectedPrice: MinorUnits | null;
}

export interface PlanOrderQuote {
  account: AccountReference;
  planId: string;
  billingCycle: BillingCycle;
  domain: string | null;
  /** What is due first, set-up fee and discount included. */
  firstPayment: Price & { covers: BillingCycle };
  renewal: Price & { billingCycle: BillingCycle };
  setupFee: MinorUnits;
  discount: { percent: number; amount: MinorUnits; reason: Text } | null;
  terms: Terms;
  missing: ActionRequired[];
}

export interface PlacedPlanOrder extends Placed {
  planId: string;
  billingCycle: BillingCycle;
  domain: string | null;
  serviceId: number;
  termsVersion: string;
}

export interface DomainRenewal {
  domain: string;
  years: number;
  expectedPrice: MinorUnits | null;
}

export interface PlacedRenewal extends Placed {
  years: number;
}

export interface PlanChangeRequest {
  serviceId: number;
  planId: string;
  /** Null: as now. */
  billingCycle: BillingCycle | null;
}

export interface PlanChange extends PlanChangeRequest {
  expectedPrice: MinorUnits | null;
}

export interface PlanChangeQuote {
  account: AccountReference;
  service: CustomerService;
  planId: string;
  billingCycle: BillingCycle;
  /** Never below zero: what the change is worth less than is a credit. */
  dueNow: Price;
  credit: Price;
  renewal: Price & { billingCycle: BillingCycle };
  /** YYYY-MM-DD */
  effectiveOn: string;
  /** Null: the change may be made now. */
  obstacle: Text | null;
}

export interface PlacedPlanChange extends Placed {
  /** As it is now: changed already where nothing is due, and else once that is paid. */
  service: CustomerService;
  planId: string;
  billingCycle: BillingCycle;
}

export type CancellationTime = "end_of_period" | "immediately";

export interface CancellationRequest {
  serviceId: number;
  when: CancellationTime;
}

export interface Cancellation extends CancellationRequest {
  reason: string | null;
}

export interface CancellationStatement {
  account: AccountReference;
  service: CustomerService;
  when: CancellationTime;
  /** YYYY-MM-DD */
  effectiveOn: string;
  consequences: Text[];
}

export interface OwnDomain {
  account: AccountReference;
  domain: CustomerDomain;
}

export interface RegistrarSettings {
  account: AccountReference;
  domain: string;
  nameservers: string[];
  /** Null: the registrar does not say. */
  locked: boolean | null;
  lockSupported: boolean;
  registrar: string | null;
  eligibleForTransfer: boolean;
  /** Why not, where it is not. */
  reasons: Text[];
}

/** After one was set. */
export interface SetRegistrarSettings extends RegistrarSettings {
  /** False: it was so already. */
  changed: boolean;
  /** A mail about it is on its way to the account's owner. */
  ownerTold: boolean;
}

export interface TransferPrepared {
  account: AccountReference;
  domain: string;
  unlocked: boolean;
  /** The owner's address, masked: `j•••@example.com`. */
  codeSentTo: string;
}

/** What a reference stands for; the values are those of the action's own answer. */
export type FoundAction =
  | { state: "absent" }
  /** Begun and not ended: ask again. */
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

export type ActionValue =
  | PlacedDomainOrder
  | PlacedPlanOrder
  | PlacedRenewal
  | PlacedPlanChange
  | CancellationStatement
  | TransferPrepared;
