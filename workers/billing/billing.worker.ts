import { WorkerEntrypoint } from "cloudflare:workers";
import type { BillingSystem, CatalogueQuery } from "../../shared/billing.ts";
import { type BillingEnv, embeddedBilling } from "./billing-context.ts";

/** The embedded billing engine behind the service binding `BILLING`. It answers no HTTP request. */
export default class Billing extends WorkerEntrypoint<BillingEnv> implements BillingSystem {
  readonly #engine = embeddedBilling(this.env);

  readCatalogue(query: CatalogueQuery) {
    return this.#engine.readCatalogue(query);
  }

  checkHealth() {
    return this.#engine.checkHealth();
  }

  override fetch() {
    return new Response(null, { status: 404 });
  }
}
