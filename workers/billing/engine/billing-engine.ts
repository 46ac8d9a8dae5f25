import type { BillingSystem, Reads } from "../../../shared/billing-contract/billing-system.ts";
import type { Actor, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CatalogueReads } from "../../../shared/billing-contract/catalogue.ts";
import type { Availability } from "../../../shared/billing-contract/domain-orders.ts";
import { type ContractMethods, guardedBilling } from "../../../shared/billing-contract/guarded-billing.ts";
import { ok, unavailable } from "../../../shared/billing-contract/result.ts";
import type { QuoteResult, Writes } from "../../../shared/billing-contract/writes.ts";
import type { Holds } from "../../../shared/holds/holds.ts";
import type { ActResult, ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { ReceivedPayment, RefundRequest, SetUpDone } from "../../../shared/operator-contract/billing-operator.ts";
import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import { blockedSiteNames } from "../../../shared/ordering/plan-orders.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import { type EndedRun, ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { type AccountDetailsWrites, accountDetailsWrites, readAccountDetails } from "./accounts/account-details.ts";
import { closeAccount, readClosing } from "./accounts/closing.ts";
import { createAccount } from "./accounts/sign-up.ts";
import { findWrite, settleWrite } from "./actions/run-write.ts";
import { checkHealth, readCatalogue } from "./catalogue/catalogue.ts";
import { BillingClock } from "./clock/billing-clock.ts";
import { registrarSettingReads, registrarSettingWrites } from "./domains/registrar-settings.ts";
import { renewalWrites } from "./domains/renewals.ts";
import { transferWrites } from "./domains/transfers-out.ts";
import { describe, type EngineContext } from "./engine-context.ts";
import { JOB_INTERVALS, runScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { notifyZoneChange } from "./mails/notices.ts";
import { domainOrderReads, domainOrderWrites } from "./orders/domain-orders.ts";
import { readTerms } from "./orders/new-order.ts";
import { planOrderReads, planOrderWrites } from "./orders/plan-orders.ts";
import { listOrders, readOrder } from "./orders/read-orders.ts";
import { beginCheckout, type CheckoutRequest } from "./payments/checkouts.ts";
import { forgetPayer } from "./payments/erased-payer.ts";
import { takePaymentEvent } from "./payments/payment-events.ts";
import { checkStripeSecrets, type PaymentSettings, paymentKindOf } from "./payments/payment-settings.ts";
import { type SandboxPayments, sandboxPayments } from "./payments/payments.ts";
import { quoteCheckout } from "./payments/quote-checkout.ts";
import { reconcileCheckout } from "./payments/reconcile.ts";
import { recordPayment } from "./payments/recorded-payments.ts";
import { refundPayment } from "./payments/refunds.ts";
import { type CardWrites, cardWrites } from "./payments/saved-cards.ts";
import {
  authorize,
  listManagedAccounts,
  readAccount,
  readConsentFacts,
  readHolding,
  readRecipients,
} from "./records/account.ts";
import { listAreaDomains, listAreaInvoices, listAreaServices } from "./records/area-lists.ts";
import * as details from "./records/details.ts";
import { listDomains } from "./records/domains.ts";
import { listEvents } from "./records/events.ts";
import { listInvoices } from "./records/invoices.ts";
import { listServices, readService } from "./records/services.ts";
import { listTickets } from "./records/tickets.ts";
import { AuthCodeSeal } from "./registrar/auth-code-seal.ts";
import { type SellerSettings, sellerOf } from "./seller/seller.ts";
import { cancellationReads, cancellationWrites } from "./services/cancellations.ts";
import { planChangeReads, planChangeWrites } from "./services/plan-changes.ts";
import { endSetUp, failSetUp, listSetUps, setsUpBy } from "./services/set-ups.ts";
import { readLogin, setLanguage } from "./sign-in/login-settings.ts";
import { confirmCode, mailCode } from "./sign-in/mailed-codes.ts";
import { changeEmail, mailEmailCode, undoEmailChange } from "./sign-in/new-email.ts";
import { changePassword, setNewPassword } from "./sign-in/new-password.ts";
import { newSecondStep, turnSecondStepOff, turnSecondStepOn } from "./sign-in/second-step-settings.ts";
import { signIn, signInSecondStep } from "./sign-in/sign-in.ts";
import { AccountStore, DATABASE } from "./store/account-store.ts";
import { STRIPE_ORIGIN, type StripeApi, stripeApi } from "./stripe/stripe-api.ts";

export interface BillingEnv extends Omit<SellerSettings, "DEMONSTRATION">, Omit<PaymentSettings, "DEMONSTRATION"> {
  /** The engine's database; see `docs/build/storage.md`. */
  DB: D1Database;
  /** The time zone of the provider's calendar days, as an IANA name. An empty value means UTC. */
  TIME_ZONE: string;
  /** The nameservers of newly registered domains, separated by spaces. */
  NAMESERVERS: string;
  /** Domain names that no site may use, separated by spaces or line breaks. All names under them are blocked too. */
  BLOCKED_SITE_NAMES?: string;
  /**
   * How a paid plan is set up. With `manual`, an operator confirms the set-up. With `none`, the plan is active
   * immediately, which only a demonstration allows. The default is `none` in a demonstration, and `manual` otherwise.
   */
  PROVISIONING?: string;
  /** `true` if all data is made up. */
  DEMONSTRATION: string;
  /** The URL of another client area that replaces the engine's; empty if there is no other. */
  CLIENT_AREA_URL: string;
}

export interface EngineDependencies
  extends Pick<
    EngineContext,
    | "now"
    | "randomBytes"
    | "deriveKey"
    | "isLeaked"
    | "signInLimit"
    | "codeLimit"
    | "browserMarks"
    | "registrar"
    | "mails"
    | "waitUntil"
  > {
  /** Returns the 32-byte key that encrypts auth codes. The key is not stored in the database. */
  authCodeKey: () => Promise<ArrayBuffer>;
  /** Used to check whether the database is on hold; `null` if nothing can put it on hold. */
  holds: Pick<Holds, "isHeld"> | null;
  /** Runs after each run of the scheduled jobs. */
  onRunEnded?: (run: EndedRun) => void;
}

/** The methods for the public catalogue. They reveal nothing about customers. */
const CATALOGUE_READS = {
  readCatalogue,
  checkHealth,
  /** Returns `unknown` if the registrar does not report the state, and `null` without a registrar. */
  async askRegistrar({ registrar }, { requestId }, domain) {
    const checked = await registrar?.check(domain, requestId);
    const availability: Availability | null = checked ? (checked.ok ? checked.value : "unknown") : null;
    return ok(availability);
  },
} satisfies ContractMethods<EngineContext, CatalogueReads>;

/** All reads of the contract. A missing method causes a compile error. */
const READS = {
  ...CATALOGUE_READS,
  ...{ describe, signIn, signInSecondStep, authorize },
  /** Customers sign in with the engine's form, so no other sign-in page exists. */
  beginSignIn: async () => unavailable(),
  endSignIn: async () => unavailable(),
  ...{ listManagedAccounts, readHolding, readConsentFacts, readRecipients, readAccount },
  ...{
    readService,
    listServices,
    listDomains,
    listInvoices,
    listTickets,
    listEvents,
    readOrder,
    listOrders,
    findWrite,
  },
  ...domainOrderReads,
  ...planOrderReads,
  ...planChangeReads,
  ...cancellationReads,
  ...registrarSettingReads,
} satisfies ContractMethods<EngineContext, Reads>;

const WRITES = {
  ...domainOrderWrites,
  ...planOrderWrites,
  ...renewalWrites,
  ...planChangeWrites,
  ...cancellationWrites,
  ...registrarSettingWrites,
  ...transferWrites,
  ...{ notifyZoneChange, settleWrite },
} satisfies ContractMethods<EngineContext, Writes>;

/** The additional reads for the engine's own client area. */
const CLIENT_AREA_READS = {
  ...details,
  listAreaServices,
  listAreaDomains,
  listAreaInvoices,
  readAccountDetails,
  readClosing,
  ...{ quoteCheckout, readTerms },
};
/**
 * The methods for logins. They serve visitors who sign up or have forgotten their password, and signed-in customers.
 * They are not writes of the contract, so each method that changes data checks whether the database is on hold.
 */
const LOGIN_METHODS = {
  ...{ mailCode, confirmCode, createAccount, setNewPassword, changePassword },
  ...{ mailEmailCode, changeEmail, undoEmailChange },
  ...{ readLogin, setLanguage, newSecondStep, turnSecondStepOn, turnSecondStepOff },
};
/** The additional writes for the engine's own client area. */
const CLIENT_AREA_WRITES = { ...sandboxPayments, ...cardWrites, ...accountDetailsWrites, beginCheckout, closeAccount };

export const CATALOGUE_METHOD_NAMES = Object.keys(CATALOGUE_READS) as (keyof CatalogueReads)[];
export const CONTRACT_METHOD_NAMES = Object.keys({ ...READS, ...WRITES }) as (keyof BillingSystem)[];

type WithoutContext<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (engine: EngineContext, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};
type ClientAreaReads = WithoutContext<typeof CLIENT_AREA_READS>;
type LoginMethods = WithoutContext<typeof LOGIN_METHODS>;

interface ClientAreaWrites
  extends SandboxPayments,
    CardWrites,
    AccountDetailsWrites,
    WithoutContext<{ closeAccount: typeof closeAccount }> {
  /** @returns the URL of Stripe's page; `null` if nothing is left to pay, or if a payment is in progress */
  beginCheckout(call: WriteCall<true>, request: CheckoutRequest): Promise<QuoteResult<string | null>>;
}

/**
 * The engine with additional methods that only its own Worker may call. The client area, operators' acts, Stripe's
 * webhook and the scheduled handler use them.
 */
export interface BillingEngine extends BillingSystem, ClientAreaReads, ClientAreaWrites, LoginMethods {
  /** @param requestId the id of this run for log lines; a new id by default */
  runScheduledJobs(requestId?: string): Promise<void>;
  /**
   * Records a payment that an operator reports.
   * @param commit `false` returns the same result and changes nothing
   */
  recordPayment(payment: ReceivedPayment, commit: boolean): Promise<ActResult>;
  endSetUp(done: SetUpDone, commit: boolean): Promise<ActResult>;
  failSetUp(service: number, reason: string, commit: boolean): Promise<ActResult>;
  listSetUps(): Promise<ShownRow[]>;
  refundPayment(refund: RefundRequest, commit: boolean): Promise<ActResult>;
  /** Deletes the payment data of an erased login or account, here and at Stripe. */
  forgetPayer(subject: DataSubject): Promise<void>;
  /**
   * Checks at Stripe whether a checkout is paid. The client area calls this when the customer returns from Stripe's
   * page. A failure is logged, and scheduled work retries.
   */
  reconcileCheckout(actor: Actor & { requestId: string }, checkout: string): Promise<void>;
  /** Handles a webhook request from Stripe. */
  takePaymentEvent(request: Request, requestId: string): Promise<Response>;
  /** Runs the scheduled jobs if their last run was too long ago. Never throws. */
  catchUp(): void;
}

export function billingEngine(settings: BillingEnv, dependencies: EngineDependencies): BillingEngine {
  const { DB: db, TIME_ZONE: timeZone, NAMESERVERS: nameservers, BLOCKED_SITE_NAMES: blocked = "" } = settings;
  const { authCodeKey, onRunEnded, holds, ...others } = dependencies;
  const runs = new ScheduledRuns(db, JOB_INTERVALS, others.now, onRunEnded);
  const isHeld = async () => (await holds?.isHeld(DATABASE)) ?? false;
  const engine: Omit<EngineContext, "requestId"> = {
    ...others,
    db,
    runs,
    accounts: new AccountStore(db),
    clock: new BillingClock(others.now, timeZone || "UTC"),
    seller: sellerOf(settings),
    ordersNeedCard: (settings.ORDERS_NEED_CARD || settings.DEMONSTRATION) === "true",
    chargesCards: paymentKindOf(settings) === "stripe",
    authCodes: new AuthCodeSeal(authCodeKey, others.randomBytes),
    nameservers: nameservers.split(" "),
    blockedSites: blockedSiteNames(blocked),
    setsUp: setsUpBy(settings),
    isDemonstration: settings.DEMONSTRATION === "true",
    hasOwnArea: !settings.CLIENT_AREA_URL,
    hasSandboxPayment: paymentKindOf(settings) === "demonstration" && settings.DEMONSTRATION === "true",
    stripe: stripeIn(settings),
    isHeld,
  };
  const methods = guardedBilling<EngineContext, BillingSystem & ClientAreaReads & LoginMethods & ClientAreaWrites>(
    engine,
    { reads: { ...READS, ...CLIENT_AREA_READS, ...LOGIN_METHODS }, writes: { ...WRITES, ...CLIENT_AREA_WRITES } },
    isHeld,
  );
  const runJobs = (requestId: string) =>
    runs.run("jobs", requestId, async () => {
      // A restored database may show a job as overdue although the job ran after the restored point in time.
      if (await isHeld()) return { hasFailed: true };
      return runScheduledJobs({ ...engine, requestId });
    });
  /** Runs an operator's act. A preview also works while the database is on hold. */
  const act = async (commit: boolean, work: (context: EngineContext) => Promise<ActResult>): Promise<ActResult> => {
    if (commit && (await isHeld())) return { isDone: false, text: "The database is on hold: resume it first." };
    return work({ ...engine, requestId: crypto.randomUUID() });
  };
  return {
    ...methods,
    runScheduledJobs: (requestId = crypto.randomUUID()) => runJobs(requestId),
    recordPayment: (payment, commit) => act(commit, (context) => recordPayment(context, payment, commit)),
    endSetUp: (done, commit) => act(commit, (context) => endSetUp(context, done, commit)),
    failSetUp: (service, reason, commit) => act(commit, (context) => failSetUp(context, service, reason, commit)),
    listSetUps: () => listSetUps(engine),
    refundPayment: (refund, commit) => act(commit, (context) => refundPayment(context, refund, commit)),
    forgetPayer: (subject) => forgetPayer({ ...engine, requestId: crypto.randomUUID() }, subject),
    async reconcileCheckout({ accountId, requestId }, checkout) {
      if (!engine.stripe || (await isHeld())) return;
      const reconciled = reconcileCheckout({ ...engine, requestId }, accountId, checkout);
      await logFailure("checkout_not_checked", reconciled, { request_id: requestId, account: accountId });
    },
    async takePaymentEvent(request, requestId) {
      return takePaymentEvent({ ...engine, requestId }, request, settings.STRIPE_WEBHOOK_SECRET ?? "", isHeld);
    },
    catchUp: () => runs.catchUp(others.waitUntil, (_, requestId) => runJobs(requestId)),
  };
}

/** @throws if a Stripe secret is missing or belongs to the wrong mode */
function stripeIn(settings: BillingEnv): StripeApi | null {
  checkStripeSecrets(settings);
  if (paymentKindOf(settings) !== "stripe") return null;
  return stripeApi(settings.STRIPE_URL || STRIPE_ORIGIN, settings.STRIPE_SECRET_KEY ?? "");
}
