import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import type { ZoneRecord } from "../zones-contract/zone-system.ts";
import type { Actor, ActorQuery } from "./actor.ts";
import type { Availability } from "./availability.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type {
  AccountReference,
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  ServiceCancellation,
} from "./customer.ts";
import type { AccountOrder, OrderSubject } from "./order.ts";
import type {
  ActionRefused,
  ActionRequired,
  ActorRefused,
  BillingResult,
  BillingUnavailable,
  Money,
  NotFound,
  Terms,
} from "./result.ts";

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
   * what the action's own answer gave. Another installation cannot know: it answers `access_lost`, never `absent`.
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

/** One setting of a domain, with the value that it is to have. */
export type Setting<Name extends string, Value> = { domain: string } & Record<Name, Value>;
type RegistrarSettingResult = Promise<QuoteResult<SetRegistrarSettings>>;

export type QuoteResult<Value> = BillingResult<Value, BillingUnavailable | ActorRefused | NotFound | ActionRefused>;
export type ActionResult<Value> = QuoteResult<Value>;

export interface DomainOrderRequest {
  domain: string;
  type: "register" | "transfer";
  /** 1 to 10, as the registry allows; 1 for a transfer, whatever term it adds. */
  years: number;
  availability: Availability;
  /** For an unknown availability: seconds until a retry; null where there is no source to ask. */
  retryAfter?: number | null;
}

export interface DomainOrder extends DomainOrderRequest {
  /** For a transfer, where the registry requires it. Stored, encrypted, only until the transfer is begun. */
  authCode: string | null;
  acceptTerms: string | null;
  /** The registry's extra fields by name; tick boxes are the text `true` or `false`. */
  fields: Record<string, string>;
  expectedPrice: MinorUnits | null;
}

export interface DomainOrderQuote {
  account: AccountReference;
  /** Whether it can be registered or transferred now. */
  available: boolean;
  /** The reason of the refusal that an order would get; null where it is available. */
  obstacle: Text | null;
  price: Money;
  /** Of one renewal, for {@link renewalYears}. */
  renewalPrice: Money;
  renewalYears: number;
  /** The effect of a transfer on the term, as a sentence; null for a registration. */
  transferTerm: Text | null;
  registrant: { country: string | null; eligible: boolean; rule: Text | null };
  fields: DomainField[];
  terms: Terms;
  /** The order requires an auth code. */
  needsAuthCode: boolean;
  /** The domain will renew automatically until the customer switches that off. */
  autoRenew: boolean;
  /** What the customer has to do before an order succeeds. */
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

export interface Placed {
  account: AccountReference;
  /** Null where the billing system created none. */
  orderId: number | null;
  /** Null where nothing is due. */
  invoice: CustomerInvoice | null;
  actionRequired: ActionRequired | null;
  /** Nothing is due, and nothing is carried out before the provider has accepted the order. */
  waitsForProvider?: true;
}

export interface PlacedDomainOrder extends Placed {
  termsVersion: string;
  /** As in the quote. */
  autoRenew: boolean;
}

export interface PlanOrderRequest {
  planId: string;
  /** Null: the plan's usual one. */
  billingCycle: BillingCycle | null;
  /** The site's domain name. */
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
  /** The first payment, set-up fee and discount included. */
  firstPayment: Money & { covers: BillingCycle };
  renewal: Money & { billingCycle: BillingCycle };
  setupFee: MinorUnits;
  discount: { percent: number; amount: MinorUnits; reason: Text } | null;
  terms: Terms;
  missing: ActionRequired[];
}

export interface PlacedPlanOrder extends Placed, Pick<PlanOrderQuote, "planId" | "billingCycle" | "domain"> {
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
  /** Null: unchanged. */
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
  /** At least zero; where the new plan costs less, the difference is {@link credit}. */
  dueNow: Money;
  credit: Money;
  renewal: Money & { billingCycle: BillingCycle };
  effectiveOn: string;
  /** Null where the change is possible now. */
  obstacle: Text | null;
}

export interface PlacedPlanChange extends Placed, Pick<PlanChangeQuote, "planId" | "billingCycle"> {
  /** Changed already where nothing is due; otherwise unchanged until the invoice is paid. */
  service: CustomerService;
}

export type CancellationTime = ServiceCancellation["when"];

export interface CancellationRequest {
  serviceId: number;
  when: CancellationTime;
}

export interface Cancellation extends CancellationRequest {
  reason: string | null;
}

export interface CancellationStatement extends Pick<ServiceCancellation, "when" | "effectiveOn"> {
  account: AccountReference;
  service: CustomerService;
  consequences: Text[];
}

export interface OwnDomain {
  account: AccountReference;
  domain: CustomerDomain;
  /** Where automatic renewal is off: an unpaid invoice that renews the name all the same if it is paid. Absent: none is known. */
  renewalInvoice?: RenewalInvoice;
}

/** The invoice for a domain's renewal, by its number; `unknown`: whether there is one could not be read. */
export type RenewalInvoice = { kind: "open"; number: string } | { kind: "unknown" };

export interface RegistrarSettings {
  account: AccountReference;
  domain: string;
  nameservers: string[];
  /** Null where the registrar does not tell. */
  locked: boolean | null;
  lockSupported: boolean;
  registrar: string | null;
  eligibleForTransfer: boolean;
  reasons: Text[];
}

export interface SetRegistrarSettings extends RegistrarSettings {
  /** False where the setting had the value already. */
  changed: boolean;
  /** A mail about it will be sent to the account's owner. */
  ownerTold: boolean;
}

export interface TransferPrepared {
  account: AccountReference;
  domain: string;
  unlocked: boolean;
  /** Who mails the code: to the account's owner, or some registrars by themselves, to the registrant. Absent: the provider. */
  sentBy?: "provider" | "registrar";
  /** The address, masked: `j•••@example.com`; null where the registrar does not tell it. */
  codeSentTo: string | null;
}

/** What was changed in a zone of a service. */
export interface ZoneChangeNotice {
  serviceId: number;
  /** A-label form. */
  zone: string;
  added: ZoneRecord[];
  removed: ZoneRecord[];
}

export interface OwnerNotified {
  account: AccountReference;
  /** A mail will be sent to the account's owner. */
  ownerTold: boolean;
}

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

/** What a renewal does to a name's term; YYYY-MM-DD. */
export interface RenewedTerm {
  expiresOn: string;
  renewedUntil: string;
}

/** What a command would do now. */
export interface ActionPreview {
  account: AccountReference;
  /** False where nothing would change: the setting has the value already. */
  changes: boolean;
  /** The subtotal that the invoice would have, before taxes and credit; null where the command makes no order. */
  price: Money | null;
  /** changePlan: by the price list the plan is below the present one; another billing cycle of the same plan is none. Else false. */
  isDowngrade: boolean;
  /** orderDomain, orderPlan, changePlan: the quote that the customer would get of it now; else null. */
  domainOrder: DomainOrderQuote | null;
  planOrder: PlanOrderQuote | null;
  planChange: PlanChangeQuote | null;
  /** orderPlan, changePlan: what the plan is called; else null. */
  planName: Text | null;
  /** renewDomain: the name's term; else null. */
  renewal: RenewedTerm | null;
  /** cancelService: its statement; else null. */
  statement: CancellationStatement | null;
  /** setDomainNameservers, setDomainLock: the settings as they are now; else null. */
  settings: Pick<RegistrarSettings, "nameservers" | "locked"> | null;
}

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
