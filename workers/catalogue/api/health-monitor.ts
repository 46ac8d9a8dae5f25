import type { RegistryHealthPort } from "../../../durable-objects/registry/registry-port.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CatalogueReads } from "../../../shared/billing-contract/catalogue.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { DomainChecker } from "../availability/domain-checker.ts";
import type { CatalogueCache } from "../catalogue-data/catalogue-cache.ts";

export const HEALTH_STATUSES = ["ok", "failing"] as const;

const PARTS = ["billing", "cache", "registries", "scheduled_work"] as const;

export interface HealthCheck {
  name: (typeof PARTS)[number];
  status: (typeof HEALTH_STATUSES)[number];
}

/** Maximum age of the health checks in a `/status` response. */
const MAX_AGE_MS = 10_000;
const DEADLINE_MS = 2_000;

/**
 * Returns a monitor that checks whether the catalogue's dependencies respond, at most every ten seconds per isolate.
 */
export function healthMonitor(
  billing: CatalogueReads,
  store: KVNamespace,
  cache: CatalogueCache,
  checker: Pick<DomainChecker, "hostsOf">,
  registries: Pick<RegistryHealthPort, "troubles">,
  now: () => number,
) {
  let last: { at: number; checks: HealthCheck[] } | undefined;
  let running: Promise<HealthCheck[]> | undefined;

  async function check(requestId: string): Promise<HealthCheck[]> {
    if (last && now() - last.at < MAX_AGE_MS) return last.checks;
    running ??= ask(requestId).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function ask(requestId: string): Promise<HealthCheck[]> {
    const [asked, stores, registriesAnswered] = await Promise.all([
      askBilling(() => billing.checkHealth({ requestId }), DEADLINE_MS, requestId),
      storeAnswers(requestId),
      registriesAnswer(requestId),
    ]);
    // If the billing system does not respond, the state of its scheduled work is unknown and shown as `ok`.
    const isWorkLate = asked.ok && asked.value.isWorkLate;
    const answers = [asked.ok, stores, registriesAnswered, !isWorkLate];
    const checks = PARTS.map((name, at): HealthCheck => ({ name, status: answers[at] ? "ok" : "failing" }));
    last = { at: now(), checks };
    return checks;
  }

  /**
   * Returns whether each sold extension has a registry host whose last real query did not fail recently. This function
   * sends no query. One working host per extension is enough. A check queries the second host only if the first one
   * does not decide, so the second host's last failure can be old.
   */
  async function registriesAnswer(requestId: string): Promise<boolean> {
    try {
      const troubles = await inTime(registries.troubles(), DEADLINE_MS);
      const failing = new Set(troubles.filter(({ failedAt }) => failedAt !== null).map(({ host }) => host));
      const answers = (hosts: string[]) => hosts.length === 0 || hosts.some((host) => !failing.has(host));
      return cache.extensions.every((extension) => answers(checker.hostsOf(extension)));
    } catch (cause) {
      log("registry_health_unknown", { request_id: requestId, cause });
      return false;
    }
  }

  /** Returns whether KV answers a read and accepted the last write. */
  async function storeAnswers(requestId: string): Promise<boolean> {
    try {
      await inTime(store.get("health"), DEADLINE_MS);
    } catch (cause) {
      log("store_failed", { request_id: requestId, cause });
      return false;
    }
    return !cache.storeRefused;
  }

  return { check };
}
