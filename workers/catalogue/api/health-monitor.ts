import type { RegistryHealthPort } from "../../../durable-objects/registry/registry-port.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CatalogueBilling } from "../../../shared/billing-contract/catalogue.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { DomainChecker } from "../availability/domain-checker.ts";
import type { CatalogueCache } from "../catalogue-data/catalogue-cache.ts";

export const HEALTH_STATUSES = ["ok", "failing"] as const;

export interface HealthCheck {
  name: "billing" | "cache" | "registries";
  status: (typeof HEALTH_STATUSES)[number];
}

/** What `/status` says is at most this old. */
const MAX_AGE_MS = 10_000;
const DEADLINE_MS = 2_000;

/** Whether the parts that the catalogue stands on answer; asked at most every ten seconds per isolate. */
export class HealthMonitor {
  readonly #billing: CatalogueBilling;
  readonly #store: KVNamespace;
  readonly #cache: CatalogueCache;
  readonly #checker: Pick<DomainChecker, "hostsOf">;
  readonly #registries: Pick<RegistryHealthPort, "failing">;
  readonly #now: () => number;
  #last: { at: number; checks: HealthCheck[] } | undefined;
  #running: Promise<HealthCheck[]> | undefined;

  constructor(
    billing: CatalogueBilling,
    store: KVNamespace,
    prices: CatalogueCache,
    checker: Pick<DomainChecker, "hostsOf">,
    registries: Pick<RegistryHealthPort, "failing">,
    now: () => number,
  ) {
    this.#billing = billing;
    this.#store = store;
    this.#cache = prices;
    this.#checker = checker;
    this.#registries = registries;
    this.#now = now;
  }

  async check(requestId?: string): Promise<HealthCheck[]> {
    if (this.#last && this.#now() - this.#last.at < MAX_AGE_MS) return this.#last.checks;
    this.#running ??= this.#ask(requestId).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #ask(requestId: string | undefined): Promise<HealthCheck[]> {
    const [billing, cache, registries] = await Promise.all([
      this.#billingAnswers(requestId),
      this.#storeAnswers(requestId),
      this.#registriesAnswer(requestId),
    ]);
    const checks: HealthCheck[] = [
      { name: "billing", status: billing ? "ok" : "failing" },
      { name: "cache", status: cache ? "ok" : "failing" },
      { name: "registries", status: registries ? "ok" : "failing" },
    ];
    this.#last = { at: this.#now(), checks };
    return checks;
  }

  /** By the last real questions to every host that serves an extension sold; nothing is asked for this. */
  async #registriesAnswer(requestId: string | undefined): Promise<boolean> {
    const hosts = this.#checker.hostsOf(this.#cache.extensions);
    try {
      const failing = await inTime(this.#registries.failing(), DEADLINE_MS);
      return !failing.some((host) => hosts.has(host));
    } catch (cause) {
      log("registry_health_unknown", { request_id: requestId, cause });
      return false;
    }
  }

  async #billingAnswers(requestId: string | undefined): Promise<boolean> {
    return (await askBilling(() => this.#billing.checkHealth(requestId), DEADLINE_MS, requestId)).ok;
  }

  /** Reading shows that the store answers; that the last write failed shows that it takes none. */
  async #storeAnswers(requestId: string | undefined): Promise<boolean> {
    try {
      await inTime(this.#store.get("health"), DEADLINE_MS);
    } catch (cause) {
      log("store_failed", { request_id: requestId, cause });
      return false;
    }
    return !this.#cache.storeRefused;
  }
}
