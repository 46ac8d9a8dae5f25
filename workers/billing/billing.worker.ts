import { WorkerEntrypoint } from "cloudflare:workers";
import type { BillingSystem, CatalogueBilling, CatalogueQuery } from "../../shared/billing.ts";
import type {
  Asker,
  DomainList,
  InvoiceList,
  Question,
  ServiceList,
  TicketList,
} from "../../shared/billing-customer.ts";
import { type BillingEnv, embeddedBilling } from "./billing-context.ts";

/** What the public catalogue may ask: nothing about customers is in its reach. */
export class PublicBilling extends WorkerEntrypoint<BillingEnv> implements CatalogueBilling {
  readonly #engine = embeddedBilling(this.env);

  readCatalogue(query: CatalogueQuery) {
    return this.#engine.readCatalogue(query);
  }

  checkHealth() {
    return this.#engine.checkHealth();
  }
}

/** The embedded billing engine behind the service binding `BILLING`. It answers no HTTP request. */
export default class Billing extends WorkerEntrypoint<BillingEnv> implements BillingSystem {
  readonly #engine = embeddedBilling(this.env);

  readCatalogue(query: CatalogueQuery) {
    return this.#engine.readCatalogue(query);
  }

  checkHealth() {
    return this.#engine.checkHealth();
  }

  describe() {
    return this.#engine.describe();
  }

  signIn(credentials: { email: string; password: string }) {
    return this.#engine.signIn(credentials);
  }

  signInSecondStep(step: { challenge: string; code: string }) {
    return this.#engine.signInSecondStep(step);
  }

  listManagedAccounts(loginId: number) {
    return this.#engine.listManagedAccounts(loginId);
  }

  authorize(question: Question) {
    return this.#engine.authorize(question);
  }

  readRecipients(asker: Asker) {
    return this.#engine.readRecipients(asker);
  }

  readAccount(question: Question) {
    return this.#engine.readAccount(question);
  }

  listServices(question: Question, list: ServiceList) {
    return this.#engine.listServices(question, list);
  }

  listDomains(question: Question, list: DomainList) {
    return this.#engine.listDomains(question, list);
  }

  listInvoices(question: Question, list: InvoiceList) {
    return this.#engine.listInvoices(question, list);
  }

  listTickets(question: Question, list: TicketList) {
    return this.#engine.listTickets(question, list);
  }

  override fetch() {
    return new Response(null, { status: 404 });
  }
}
