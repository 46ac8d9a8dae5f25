import { env, WorkerEntrypoint, waitUntil } from "cloudflare:workers";
import type {
  Action,
  Cancellation,
  CancellationRequest,
  DomainOrder,
  DomainOrderRequest,
  DomainRenewal,
  PlanChange,
  PlanChangeRequest,
  PlanOrder,
  PlanOrderRequest,
} from "../../shared/billing-contract/actions.ts";
import type { Actor, ActorQuery } from "../../shared/billing-contract/actor.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { CatalogueBilling, CatalogueQuery } from "../../shared/billing-contract/catalogue.ts";
import type {
  Credentials,
  DomainList,
  InvoiceList,
  SecondStepCode,
  ServiceList,
  TicketList,
} from "../../shared/billing-contract/customer.ts";
import { type BillingWorkerEnv, openClientArea, workerDependencies } from "./composition.ts";
import { type BillingEnv, embeddedBilling, runtime } from "./engine/embedded-billing.ts";
import { type RegistrarEnv, registrarOf } from "./engine/registrar/registrar-settings.ts";

export { AddressWindow } from "../../durable-objects/address-window.ts";
export { DailyKey } from "../../durable-objects/daily-key.ts";
export { ServiceKey } from "../../durable-objects/service-key.ts";
export { Session } from "../../durable-objects/session/session.ts";

const settings = env as unknown as BillingWorkerEnv;
const area = openClientArea(settings, workerDependencies(settings, waitUntil));

/** What the public catalogue may ask: nothing about customers is in its reach. */
export class PublicBilling extends WorkerEntrypoint<BillingEnv & RegistrarEnv> implements CatalogueBilling {
  readonly #engine = embeddedBilling(this.env, {
    ...runtime((work) => this.ctx.waitUntil(work)),
    registrar: registrarOf(this.env),
  });

  readCatalogue(query: CatalogueQuery, requestId?: string) {
    return this.#engine.readCatalogue(query, requestId);
  }

  askRegistrar(domain: string, requestId?: string) {
    return this.#engine.askRegistrar(domain, requestId);
  }

  checkHealth(requestId?: string) {
    return this.#engine.checkHealth(requestId);
  }
}

/** The client area, over HTTP: all that the front door reaches of the billing system. */
export class ClientArea extends WorkerEntrypoint<BillingWorkerEnv> {
  override fetch(request: Request) {
    return area.fetch(request);
  }
}

/** The embedded billing engine behind the service binding `BILLING`. */
export default class Billing extends WorkerEntrypoint<BillingWorkerEnv> implements BillingSystem {
  readonly #engine = embeddedBilling(
    this.env,
    workerDependencies(this.env, (work) => this.ctx.waitUntil(work)),
  );

  readCatalogue(query: CatalogueQuery, requestId?: string) {
    return this.#engine.readCatalogue(query, requestId);
  }

  askRegistrar(domain: string, requestId?: string) {
    return this.#engine.askRegistrar(domain, requestId);
  }

  checkHealth(requestId?: string) {
    return this.#engine.checkHealth(requestId);
  }

  describe(requestId?: string) {
    return this.#engine.describe(requestId);
  }

  signIn(credentials: Credentials) {
    return this.#engine.signIn(credentials);
  }

  signInSecondStep(step: SecondStepCode) {
    return this.#engine.signInSecondStep(step);
  }

  listManagedAccounts(loginId: number, requestId?: string) {
    return this.#engine.listManagedAccounts(loginId, requestId);
  }

  authorize(query: ActorQuery) {
    return this.#engine.authorize(query);
  }

  readRecipients(actor: Actor) {
    return this.#engine.readRecipients(actor);
  }

  readAccount(query: ActorQuery) {
    return this.#engine.readAccount(query);
  }

  listServices(query: ActorQuery, list: ServiceList) {
    return this.#engine.listServices(query, list);
  }

  listDomains(query: ActorQuery, list: DomainList) {
    return this.#engine.listDomains(query, list);
  }

  listInvoices(query: ActorQuery, list: InvoiceList) {
    return this.#engine.listInvoices(query, list);
  }

  listTickets(query: ActorQuery, list: TicketList) {
    return this.#engine.listTickets(query, list);
  }

  quoteDomainOrder(query: ActorQuery, order: DomainOrderRequest) {
    return this.#engine.quoteDomainOrder(query, order);
  }

  orderDomain(action: Action, order: DomainOrder) {
    return this.#engine.orderDomain(action, order);
  }

  quotePlanOrder(query: ActorQuery, order: PlanOrderRequest) {
    return this.#engine.quotePlanOrder(query, order);
  }

  orderPlan(action: Action, order: PlanOrder) {
    return this.#engine.orderPlan(action, order);
  }

  renewDomain(action: Action, renewal: DomainRenewal) {
    return this.#engine.renewDomain(action, renewal);
  }

  quotePlanChange(query: ActorQuery, change: PlanChangeRequest) {
    return this.#engine.quotePlanChange(query, change);
  }

  changePlan(action: Action, change: PlanChange) {
    return this.#engine.changePlan(action, change);
  }

  stateCancellation(query: ActorQuery, cancellation: CancellationRequest) {
    return this.#engine.stateCancellation(query, cancellation);
  }

  cancelService(action: Action, cancellation: Cancellation) {
    return this.#engine.cancelService(action, cancellation);
  }

  setDomainAutoRenew(query: ActorQuery, setting: { domain: string; autoRenew: boolean }) {
    return this.#engine.setDomainAutoRenew(query, setting);
  }

  setDomainNameservers(query: ActorQuery, setting: { domain: string; nameservers: string[] }) {
    return this.#engine.setDomainNameservers(query, setting);
  }

  setDomainLock(query: ActorQuery, setting: { domain: string; locked: boolean }) {
    return this.#engine.setDomainLock(query, setting);
  }

  readRegistrarSettings(query: ActorQuery, domain: string) {
    return this.#engine.readRegistrarSettings(query, domain);
  }

  prepareTransferOut(action: Action, domain: string) {
    return this.#engine.prepareTransferOut(action, domain);
  }

  findAction(actor: Actor, reference: string) {
    return this.#engine.findAction(actor, reference);
  }

  /** The client area for the front door of the version before, which is bound to this class until it is deployed, too. A later release drops it. */
  override fetch(request: Request) {
    return area.fetch(request);
  }

  /** By the clock, see wrangler.toml. */
  override scheduled() {
    return this.#engine.runScheduledJobs();
  }
}
