import type { RegistryDependencies } from "../../durable-objects/registry/registry-dependencies.ts";
import { OperationError } from "../../shared/api/definition/problems.ts";
import { describeOpenApi } from "../../shared/api/openapi/describe-openapi.ts";
import { AnswerCache } from "../../shared/api/pipeline/answer.ts";
import type { Api, CallScope } from "../../shared/api/pipeline/run-operation.ts";
import type { NameCheckResult } from "../../shared/catalogue-contract/catalogue-service.ts";
import { AddressLimit } from "../../shared/platform/address-limit.ts";
import { log } from "../../shared/platform/log.ts";
import type { RatePolicy, RateState } from "../../shared/platform/rate-limit.ts";
import { apiDescription } from "./api-description.ts";
import { askSource } from "./availability/ask/ask-source.ts";
import { CheckCache } from "./availability/check-cache.ts";
import { availabilityIn, CHECKS_FRESH_FOR, retryAfterOf } from "./availability/domain-check.ts";
import { DomainChecker } from "./availability/domain-checker.ts";
import { refusedByRuleOf } from "./availability/name-rule.ts";
import { profileOf, registrySources, sandboxOf } from "./availability/sources/registry-settings.ts";
import { connectionKey } from "./call-tool.ts";
import type { CatalogueContext } from "./catalogue-context.ts";
import { checkLimitSettings, checkPolicies } from "./check-settings.ts";
import { endpointsOf } from "./endpoints.ts";
import type { CatalogueEnv } from "./environment.ts";
import { HealthMonitor } from "./health.ts";
import { linksOf } from "./links.ts";
import { PRICES_FRESH_FOR, PriceBook } from "./price-book.ts";

/** What the Worker serves: its desk, and what other Workers of the provider may ask. */
export interface CatalogueParts {
  api: Api<CatalogueContext>;
  forgetDomain(name: string): Promise<void>;
  /** @param connection whose limit of checks counts it; null: it is not counted */
  checkNameNow(
    name: string,
    connection: string | null,
    waitUntil: (work: Promise<unknown>) => void,
    requestId?: string,
  ): Promise<NameCheckResult>;
}

/** Everything of the catalogue, on its bindings; one per isolate, so that its requests share what is in memory. */
export function openCatalogue(env: CatalogueEnv, operations: Api<CatalogueContext>["operations"]): CatalogueParts {
  checkLimitSettings(env);
  const now = () => Date.now();
  const prices = new PriceBook(env.BILLING, env.PRICES, now);
  const checker = domainChecker(env, now);
  const registries = { failing: () => registryHealth(env, profileOf(env)).failing() };
  const health = new HealthMonitor(env.BILLING, env.PRICES, prices, checker, registries, now);
  const limit = addressLimit(env, now);
  const policies = checkPolicies(env);

  const api: Api<CatalogueContext> = {
    operations,
    now,
    answers: new AnswerCache(ANSWERS_IN_MEMORY),
    contextFor: ({ addresses, caller, requestId, waitUntil, freshUntil, noteRate }: CallScope) => ({
      addresses,
      brandName: env.BRAND_NAME,
      async readCatalogue(query) {
        const entry = await prices.read(query, waitUntil, requestId);
        freshUntil(entry.readAt + PRICES_FRESH_FOR * 1000);
        return entry.catalogue;
      },
      ensureServable: (query) => prices.ensureServable(query, waitUntil, requestId),
      linksOf: (catalogue) => linksOf(catalogue, addresses),
      async checkDomain(name, extension) {
        const asking = caller.isSignedIn ? "signed_in" : "anonymous";
        const check = await checker.check(name, extension, asking, waitUntil, requestId);
        freshUntil(check.checkedAt + CHECKS_FRESH_FOR * 1000);
        return check;
      },
      countCheck() {
        const policy = policies[caller.via];
        return caller.isSignedIn
          ? limit.countKey(caller.address, policy, noteRate)
          : limit.count(caller.address, policy, noteRate);
      },
      doNotStore: () => freshUntil(Number.NEGATIVE_INFINITY),
      now: () => new Date(now()),
      today: () => {
        const day = 86_400_000;
        freshUntil((Math.floor(now() / day) + 1) * day);
        return new Date(now()).toISOString().slice(0, 10);
      },
      checkHealth: () => health.check(requestId),
      endpoints: (language) => endpointsOf(operations, language),
      openApi: () => describeOpenApi(operations, apiDescription(env.BRAND_NAME, addresses)),
    }),
  };
  return {
    api,
    forgetDomain: (name) => checker.forget(name),
    async checkNameNow(name, connection, waitUntil, requestId) {
      const counted = connection === null ? null : await countOf(limit, connection, policies.mcp, requestId);
      if (counted && counted.outcome !== "counted") return counted;
      const check = refusedByRuleOf(name, now())?.check ?? (await checker.checkNow(name, waitUntil, requestId));
      return {
        outcome: "checked",
        check: { availability: availabilityIn(check), reason: check.reason, retryAfter: retryAfterOf(check) },
        rate: counted?.rate ?? null,
      };
    },
  };
}

function domainChecker(env: CatalogueEnv, now: () => number): DomainChecker {
  const sandbox = sandboxOf(env);
  const profile = profileOf(env);
  return new DomainChecker(
    { ...registrySources(env), sandbox },
    ({ host, port }) => env.REGISTRY.get(env.REGISTRY.idFromName(`${profile} ${host}:${port}`)),
    new CheckCache(env.WHOIS, profile, now),
    { whole: Number(env.CHECK_DEADLINE_MS), second: SECOND_SOURCE_MS },
    now,
  );
}

/** What the object of a registry host asks besides its host. */
export function registryDependencies(env: CatalogueEnv): RegistryDependencies {
  return {
    askSource: (question) => askSource(question, env.BILLING),
    healthOf: (profile) => registryHealth(env, profile),
  };
}

function registryHealth({ REGISTRY_HEALTH: health }: CatalogueEnv, profile: "live" | "sandbox") {
  return health.get(health.idFromName(profile));
}

/** Counts a check of a connection, where its domain checks on the MCP server are counted, too. */
async function countOf(limit: AddressLimit, connection: string, policy: RatePolicy, requestId: string | undefined) {
  let rate: RateState | undefined;
  try {
    await limit.countKey(connectionKey(connection), policy, (state) => {
      rate = state;
    });
  } catch (error) {
    if (rate && error instanceof OperationError && error.code === "rate_limited") {
      return { outcome: "too_many" as const, rate };
    }
    log("address_limit_failed", { request_id: requestId, cause: error });
    return { outcome: "not_counted" as const };
  }
  return rate ? { outcome: "counted" as const, rate } : { outcome: "not_counted" as const };
}

/** A second source is asked beside the first when that has said nothing for so long. */
const SECOND_SOURCE_MS = 1_500;

function addressLimit(env: CatalogueEnv, now: () => number): AddressLimit {
  const objects = {
    window: (name: string) => env.ADDRESS_WINDOW.get(env.ADDRESS_WINDOW.idFromName(name)),
    dailyKey: (day: string) => env.DAILY_KEY.get(env.DAILY_KEY.idFromName(day)),
  };
  return new AddressLimit(objects, now);
}

/** About 30 KiB each at most; far below an isolate's 128 MB. */
const ANSWERS_IN_MEMORY = 300;
