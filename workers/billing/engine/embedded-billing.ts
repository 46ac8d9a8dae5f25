import type { ActingBilling, DomainOrderRequest } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import { readAvailability } from "../../../shared/billing-contract/availability.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import { EmbeddedAccounts } from "./accounts/account.ts";
import { EmbeddedDomains } from "./accounts/domains.ts";
import { EmbeddedRecipients } from "./accounts/embedded-recipients.ts";
import { EmbeddedInvoices } from "./accounts/invoices.ts";
import { EmbeddedServices } from "./accounts/services.ts";
import { EmbeddedTickets } from "./accounts/tickets.ts";
import { ActionRunner } from "./actions/action-runner.ts";
import { findAction } from "./actions/find-action.ts";
import { EmbeddedCatalogue } from "./catalogue/catalogue.ts";
import { BillingClock } from "./clock/billing-clock.ts";
import { setAutoRenew } from "./domains/auto-renewal.ts";
import { DomainRegistrarSettings } from "./domains/registrar-settings.ts";
import { DomainRenewals } from "./domains/renewals.ts";
import { TransfersOut } from "./domains/transfers-out.ts";
import { RenewalInvoices } from "./jobs/renewal-invoices.ts";
import { ScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { type BillingMails, NO_MAILS } from "./mails/billing-mails.ts";
import { NoticeSender } from "./mails/notice-sender.ts";
import { DomainOrders } from "./orders/domain-orders.ts";
import { Fulfilment } from "./orders/fulfilment.ts";
import { NotOfferedReasons } from "./orders/not-offered.ts";
import { OrderFollower } from "./orders/order-follower.ts";
import { PlanOrders } from "./orders/plan-orders.ts";
import { blockedSiteNames } from "./orders/site-names.ts";
import { NO_SANDBOX_PAYMENT, type PaymentMethodResult, type PaymentResult, Payments } from "./payments/payments.ts";
import { askRegistrar } from "./registrar/ask-registrar.ts";
import { AuthCodeSeal } from "./registrar/auth-code-seal.ts";
import type { Registrar } from "./registrar/registrar.ts";
import { Cancellations } from "./services/cancellations.ts";
import { PlanChanges } from "./services/plan-changes.ts";
import { type DeriveKey, deriveByScrypt } from "./sign-in/password.ts";
import { EmbeddedSignIn } from "./sign-in/sign-in.ts";
import type { SignInLimit } from "./sign-in/sign-in-attempts.ts";
import { SignInChallenges } from "./sign-in/sign-in-challenges.ts";
import { WrongCodes } from "./sign-in/wrong-codes.ts";
import { AccountGate } from "./store/account-gate.ts";
import { answering, found } from "./store/results.ts";

/** The bindings and settings of the embedded billing engine. */
export interface BillingEnv {
  /** The engine's own database, see `docs/storage.md`. */
  DB: D1Database;
  /** Where the provider's days begin and end, as an IANA name; UTC when empty. */
  TIME_ZONE: string;
  /** Nameservers of the names it registers, with spaces between. */
  NAMESERVERS: string;
  /** Names that no plan is ordered for, nor for one under them; with spaces or line ends between. */
  BLOCKED_SITE_NAMES?: string;
  /** `true`: the data is made up, and invoices are paid by the sandbox's payment; otherwise nothing here pays. */
  DEMONSTRATION: string;
}

/** What the engine takes from the world around it. */
export interface EngineDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  randomBytes: (count: number) => Uint8Array;
  deriveKey: DeriveKey;
  /** Of failed attempts to sign in. */
  signInLimit: SignInLimit;
  /** The 32 bytes under which auth codes are sealed; they are not in the database. */
  authCodeKey: () => Promise<ArrayBuffer>;
  /** Null: a name that is paid stays to be registered. */
  registrar: Registrar | null;
  mails: BillingMails;
  /** Lets work go on after the answer was given. */
  afterwards: (work: Promise<unknown>) => void;
}

/** The engine, with what no other Worker may ask: it belongs to the engine's own client area and to its clock. */
export interface EmbeddedBilling extends BillingSystem {
  payInvoice(query: ActorQuery, invoiceId: number): Promise<PaymentResult>;
  setPaymentMethodOnFile(query: ActorQuery, onFile: boolean): Promise<PaymentMethodResult>;
  /** Does what is due by now. @param requestId of this run, in its log lines; a new one where none is given */
  runScheduledJobs(requestId?: string): Promise<void>;
}

/** The runtime's own, without a registrar, mails, the key of auth codes and sign-ins. @param afterwards is handed what the answer does not wait for */
export const runtime = (afterwards: EngineDependencies["afterwards"]): EngineDependencies => ({
  now: () => Date.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  deriveKey: deriveByScrypt,
  signInLimit: { count: () => Promise.reject(new Error("no limit of sign-ins")) },
  authCodeKey: () => Promise.reject(new Error("no key for auth codes")),
  registrar: null,
  mails: NO_MAILS,
  afterwards,
});

/** The engine on its database. */
export function embeddedBilling(
  {
    DB: db,
    TIME_ZONE: timeZone,
    NAMESERVERS: nameservers,
    BLOCKED_SITE_NAMES: blocked = "",
    DEMONSTRATION,
  }: BillingEnv,
  dependencies: EngineDependencies,
): EmbeddedBilling {
  const { now, randomBytes, deriveKey, mails, afterwards, registrar } = dependencies;
  const demonstration = DEMONSTRATION === "true";
  const catalogue = new EmbeddedCatalogue(db);
  const wrongCodes = new WrongCodes(db, now);
  const signIn = new EmbeddedSignIn({
    ...{ db, deriveKey, now, limit: dependencies.signInLimit },
    challenges: new SignInChallenges(db, now, randomBytes),
    wrongCodes,
    codesGuessed: (login, requestId) => {
      if (!mails.isOn) return;
      const mailed = mails.codesGuessed(login, { at: now() }, requestId).then(() => wrongCodes.noteTold(login.id));
      afterwards(logFailure("sign_in_mail_not_sent", mailed, { request_id: requestId }));
    },
  });
  const gate = new AccountGate(db);
  const clock = new BillingClock(now, timeZone || "UTC");
  const accounts = new EmbeddedAccounts(gate);
  const recipients = new EmbeddedRecipients(db);
  const services = new EmbeddedServices(gate);
  const domains = new EmbeddedDomains(gate);
  const invoices = new EmbeddedInvoices(gate, clock);
  const tickets = new EmbeddedTickets(gate);

  return {
    readCatalogue: (query, requestId) =>
      answering("readCatalogue", { requestId }, async () => found(await catalogue.read(query))),
    checkHealth: (requestId) =>
      answering("checkHealth", { requestId }, async () => {
        await db.prepare("SELECT 1 FROM product_lines LIMIT 1").first();
        return found(null);
      }),
    askRegistrar: (domain, requestId) =>
      answering("askRegistrar", { requestId }, async () => found(await askRegistrar(registrar, domain, requestId))),
    describe: (requestId) => answering("describe", { requestId }, async () => found({ demonstration })),
    signIn: (credentials) => answering("signIn", credentials, async () => found(await signIn.signIn(credentials))),
    signInSecondStep: (step) => answering("signInSecondStep", step, async () => found(await signIn.secondStep(step))),
    listManagedAccounts: (loginId, requestId) =>
      answering("listManagedAccounts", { requestId }, async () => found(await gate.managedBy(loginId))),
    authorize: (query) => answering("authorize", query, () => gate.authorize(query)),
    readRecipients: (actor) => answering("readRecipients", actor, async () => found(await recipients.read(actor))),
    readAccount: (query) => answering("readAccount", query, () => accounts.read(query)),
    listServices: (query, list) => answering("listServices", query, () => services.list(query, list)),
    listDomains: (query, list) => answering("listDomains", query, () => domains.list(query, list)),
    listInvoices: (query, list) => answering("listInvoices", query, () => invoices.list(query, list)),
    listTickets: (query, list) => answering("listTickets", query, () => tickets.list(query, list)),
    ...acting(
      db,
      { nameservers: nameservers.split(" "), blocked: blockedSiteNames(blocked), hasSandboxPayment: demonstration },
      gate,
      clock,
      dependencies,
    ),
  };
}

/** The caller may be of another version, and what it says of the name no word that is known here. */
function asKnownHere<Order extends DomainOrderRequest>(order: Order): Order {
  return { ...order, availability: readAvailability(order.availability) };
}

type Acting = ActingBilling & Pick<EmbeddedBilling, "payInvoice" | "setPaymentMethodOnFile" | "runScheduledJobs">;

interface ActingSettings {
  nameservers: string[];
  blocked: ReadonlySet<string>;
  hasSandboxPayment: boolean;
}

function acting(
  db: D1Database,
  { nameservers, blocked, hasSandboxPayment }: ActingSettings,
  gate: AccountGate,
  clock: BillingClock,
  { randomBytes, authCodeKey, registrar, mails, afterwards }: EngineDependencies,
): Acting {
  const runner = new ActionRunner(db, gate, clock);
  const codes = new AuthCodeSeal(authCodeKey, randomBytes);
  const notices = new NoticeSender(db, clock, mails);
  const fulfilment = new Fulfilment(db, gate, clock, codes, registrar, nameservers);
  const follower = new OrderFollower(db, notices, fulfilment, afterwards);
  const autoRenewal = {
    db,
    gate,
    clock,
    tell: (question: ActorQuery) => afterwards(follower.tell(question.accountId, question.requestId)),
  };
  const reasons = new NotOfferedReasons(db);
  const domainOrders = new DomainOrders(db, runner, follower, codes);
  const planOrders = new PlanOrders(db, runner, follower, blocked);
  const renewals = new DomainRenewals(db, runner, follower);
  const planChanges = new PlanChanges(db, runner, follower);
  const cancellations = new Cancellations(db, runner, follower);
  const settings = new DomainRegistrarSettings(db, gate, clock, registrar, notices);
  const transfersOut = new TransfersOut(db, gate, clock, registrar, mails);
  const payments = new Payments(db, gate, clock, fulfilment, follower);
  const time = new ScheduledJobs(db, gate, clock, new RenewalInvoices(db, clock), fulfilment, transfersOut, notices);

  return {
    quoteDomainOrder: (query, order) =>
      answering("quoteDomainOrder", query, () =>
        reasons.ofDomain(query.accountId, order.domain, domainOrders.quote(query, asKnownHere(order))),
      ),
    orderDomain: (action, order) =>
      answering("orderDomain", action, () =>
        reasons.ofDomain(action.accountId, order.domain, domainOrders.order(action, asKnownHere(order))),
      ),
    quotePlanOrder: (query, order) =>
      answering("quotePlanOrder", query, () =>
        reasons.ofPlan(query.accountId, order.planId, planOrders.quote(query, order)),
      ),
    orderPlan: (action, order) =>
      answering("orderPlan", action, () =>
        reasons.ofPlan(action.accountId, order.planId, planOrders.order(action, order)),
      ),
    renewDomain: (action, renewal) => answering("renewDomain", action, () => renewals.renew(action, renewal)),
    quotePlanChange: (query, change) =>
      answering("quotePlanChange", query, () =>
        reasons.ofPlan(query.accountId, change.planId, planChanges.quote(query, change)),
      ),
    changePlan: (action, change) =>
      answering("changePlan", action, () =>
        reasons.ofPlan(action.accountId, change.planId, planChanges.change(action, change)),
      ),
    stateCancellation: (query, cancellation) =>
      answering("stateCancellation", query, () => cancellations.state(query, cancellation)),
    cancelService: (action, cancellation) =>
      answering("cancelService", action, () => cancellations.cancel(action, cancellation)),
    setDomainAutoRenew: (query, setting) =>
      answering("setDomainAutoRenew", query, () => setAutoRenew(autoRenewal, query, setting)),
    setDomainNameservers: (query, setting) =>
      answering("setDomainNameservers", query, () => settings.setNameservers(query, setting)),
    setDomainLock: (query, setting) => answering("setDomainLock", query, () => settings.setLock(query, setting)),
    readRegistrarSettings: (query, domain) =>
      answering("readRegistrarSettings", query, () => settings.read(query, domain)),
    prepareTransferOut: (action, domain) =>
      answering("prepareTransferOut", action, () => transfersOut.prepare(action, domain)),
    findAction: (actor, reference) => answering("findAction", actor, () => findAction(db, actor, reference)),
    payInvoice: (query, invoiceId) =>
      answering("payInvoice", query, async () =>
        hasSandboxPayment ? payments.payInvoice(query, invoiceId) : NO_SANDBOX_PAYMENT,
      ),
    setPaymentMethodOnFile: (query, onFile) =>
      answering("setPaymentMethodOnFile", query, async () =>
        hasSandboxPayment ? payments.setPaymentMethodOnFile(query, onFile) : NO_SANDBOX_PAYMENT,
      ),
    runScheduledJobs: (requestId = crypto.randomUUID()) => time.run(requestId),
  };
}
