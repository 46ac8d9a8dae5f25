import type { Availability } from "../../../shared/billing-contract/availability.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { CatalogueBilling } from "../../../shared/billing-contract/catalogue.ts";
import { type ContractMethods, guardedMethods } from "../../../shared/billing-contract/guarded-methods.ts";
import { heldMethods } from "../../../shared/billing-contract/held-methods.ts";
import { type DatabaseGeneration, isStoreHeld } from "../../../shared/generations/database-generation.ts";
import { blockedSiteNames } from "../../../shared/ordering/site-names.ts";
import { type EndedRun, ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { findAction, findActionRow, type runAction, settleAction } from "./actions/run-action.ts";
import { checkHealth, readCatalogue } from "./catalogue/catalogue.ts";
import { checkAction } from "./check-action.ts";
import { BillingClock } from "./clock/billing-clock.ts";
import { CLIENT_AREA_LINKS, describe } from "./describe.ts";
import { autoRenewal } from "./domains/auto-renewal.ts";
import { domainRegistrarSettings } from "./domains/registrar-settings.ts";
import { domainRenewals } from "./domains/renewals.ts";
import { transfersOut } from "./domains/transfers-out.ts";
import type { EngineContext } from "./engine-context.ts";
import { JOB_INTERVALS, runScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { NO_MAILS } from "./mails/billing-mails.ts";
import { domainOrders } from "./orders/domain-orders.ts";
import { planOrders } from "./orders/plan-orders.ts";
import { readOrder } from "./orders/read-order.ts";
import { sandboxPayments } from "./payments/payments.ts";
import { authorize, listManagedAccounts, readAccount, readHolding, readRecipients } from "./records/account.ts";
import * as details from "./records/details.ts";
import { listDomains } from "./records/domains.ts";
import { listInvoices, listUnpaidInvoices } from "./records/invoices.ts";
import { listServices, readService } from "./records/services.ts";
import { listTickets } from "./records/tickets.ts";
import { AuthCodeSeal } from "./registrar/auth-code-seal.ts";
import { cancellations } from "./services/cancellations.ts";
import { planChanges } from "./services/plan-changes.ts";
import { notifyZoneChange } from "./services/zone-notices.ts";
import { deriveByScrypt } from "./sign-in/password.ts";
import { signIn, signInSecondStep } from "./sign-in/sign-in.ts";
import { AccountStore, DATABASE } from "./store/account-store.ts";
import { ok, unavailable } from "./store/results.ts";

export interface BillingEnv {
  /** The engine's own database, see `docs/storage.md`. */
  DB: D1Database;
  /** Time zone of the provider's calendar days, as an IANA name; UTC when empty. */
  TIME_ZONE: string;
  /** Nameservers of the domains it registers, separated by spaces. */
  NAMESERVERS: string;
  /** Names that no site may have, nor one under them; separated by spaces or line ends. */
  BLOCKED_SITE_NAMES?: string;
  /** `true`: all data is made up, and invoices are paid by the sandbox's payment; otherwise nothing here pays. */
  DEMONSTRATION: string;
}

export interface EngineDependencies
  extends Pick<
    EngineContext,
    "now" | "randomBytes" | "deriveKey" | "signInLimit" | "registrar" | "mails" | "waitUntil"
  > {
  /** The 32 bytes under which auth codes are sealed; they are not in the database. */
  authCodeKey: () => Promise<ArrayBuffer>;
  /** Tells whether the database went back; null where there is no object that knows. */
  generation: Pick<DatabaseGeneration, "compare" | "compareSoon"> | null;
  /** Is told of each run of the scheduled jobs. */
  onRunEnded?: (run: EndedRun) => void;
}

/** The runtime's own dependencies; no registrar, mails, key of auth codes or sign-ins. */
export const runtime = (waitUntil: EngineDependencies["waitUntil"]): EngineDependencies => ({
  now: () => Date.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  deriveKey: deriveByScrypt,
  signInLimit: { count: () => Promise.reject(new Error("no limit of sign-ins")) },
  authCodeKey: () => Promise.reject(new Error("no key for auth codes")),
  registrar: null,
  mails: NO_MAILS,
  generation: null,
  waitUntil,
});

/** What the public catalogue may call: nothing about customers. */
const CATALOGUE_METHODS = {
  readCatalogue,
  checkHealth,
  /** A registrar that does not answer makes the availability unknown. */
  async askRegistrar({ registrar, requestId }, domain) {
    const checked = await registrar?.check(domain, requestId);
    const availability: Availability | null = checked ? (checked.ok ? checked.value : "unknown") : null;
    return ok(availability);
  },
} satisfies ContractMethods<EngineContext, CatalogueBilling>;

/** The billing contract, which other Workers call. A missing method does not compile. */
const CONTRACT_METHODS = {
  ...CATALOGUE_METHODS,
  describe,
  ...{ signIn, signInSecondStep, listManagedAccounts, readHolding, authorize, readRecipients, readAccount },
  /** Customers sign in with the form. */
  beginSignIn: async () => unavailable(),
  endSignIn: async () => unavailable(),
  ...{ readService, listServices, listDomains, listInvoices, listTickets, checkAction, findAction, settleAction },
  ...domainOrders,
  ...planOrders,
  readOrder,
  ...domainRenewals,
  ...planChanges,
  ...cancellations,
  ...autoRenewal,
  ...domainRegistrarSettings,
  ...transfersOut,
  notifyZoneChange,
} satisfies ContractMethods<EngineContext, BillingSystem>;

/** Of the methods that change something: those that begin with {@link runAction}, which reads whether the database is held. */
const RUN_AS_ACTIONS = Object.keys({ ...planOrders, ...domainRenewals, ...planChanges, ...cancellations });

/** What the engine's own client area calls besides. */
const CLIENT_AREA_METHODS = { ...details, listUnpaidInvoices, ...sandboxPayments };

export const CATALOGUE_METHOD_NAMES = Object.keys(CATALOGUE_METHODS) as (keyof CatalogueBilling)[];
export const CONTRACT_METHOD_NAMES = Object.keys(CONTRACT_METHODS) as (keyof BillingSystem)[];

type ClientAreaBilling = {
  [Name in keyof typeof CLIENT_AREA_METHODS]: (typeof CLIENT_AREA_METHODS)[Name] extends (
    engine: EngineContext,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** The engine with what only its own Worker may call: for the client area and the scheduled handler. */
export interface BillingEngine extends BillingSystem, ClientAreaBilling {
  /** @param requestId of this run, in its log lines; a new one by default */
  runScheduledJobs(requestId?: string): Promise<void>;
  /** Runs them where no cron has for too long; never throws. */
  catchUp(): void;
}

export function billingEngine(settings: BillingEnv, dependencies: EngineDependencies): BillingEngine {
  const { DB: db, TIME_ZONE: timeZone, NAMESERVERS: nameservers, BLOCKED_SITE_NAMES: blocked = "" } = settings;
  const { authCodeKey, onRunEnded, generation, ...others } = dependencies;
  const runs = new ScheduledRuns(db, JOB_INTERVALS, others.now, onRunEnded);
  const engine: EngineContext = {
    ...others,
    db,
    runs,
    accounts: new AccountStore(db),
    clock: new BillingClock(others.now, timeZone || "UTC"),
    authCodes: new AuthCodeSeal(authCodeKey, others.randomBytes),
    links: CLIENT_AREA_LINKS,
    nameservers: nameservers.split(" "),
    blockedSites: blockedSiteNames(blocked),
    isDemonstration: settings.DEMONSTRATION === "true",
    requestId: undefined,
  };
  const all = heldMethods<EngineContext, typeof CONTRACT_METHODS & typeof CLIENT_AREA_METHODS>(
    { ...CONTRACT_METHODS, ...CLIENT_AREA_METHODS },
    {
      asking: RUN_AS_ACTIONS,
      isHeld: ({ db }) => isStoreHeld(db, DATABASE),
      isKnown: async ({ db }, action) => (await findActionRow(db, action, action.reference).first()) !== null,
      changed: ({ waitUntil, requestId }) => generation?.compareSoon(waitUntil, requestId),
    },
  );
  const methods = guardedMethods(engine, all);
  const runJobs = (requestId: string) =>
    runs.run("jobs", requestId, async () => {
      // What is due in a database that went back may have been done in what it has lost.
      if (await generation?.compare(requestId)) return { hasFailed: true };
      const report = await runScheduledJobs({ ...engine, requestId });
      // What it has done is known to have been.
      await generation?.compare(requestId);
      return report;
    });
  return {
    ...methods,
    runScheduledJobs: (requestId = crypto.randomUUID()) => runJobs(requestId),
    catchUp: () => runs.catchUp(others.waitUntil, (_, requestId) => runJobs(requestId)),
  };
}
