import type { RegistryDependencies } from "../../durable-objects/registry/registry-host.ts";
import { type CallReport, runWithReport, withReport } from "../../shared/api/definition/call-report.ts";
import { hasExtraTools, withOptionalTools } from "../../shared/api/definition/operation.ts";
import { rateLimitProblem } from "../../shared/api/definition/problems.ts";
import { describeOpenApi } from "../../shared/api/openapi/describe-openapi.ts";
import { AnswerCache } from "../../shared/api/pipeline/answer.ts";
import { type Api, type Caller, currentOf } from "../../shared/api/pipeline/run-operation.ts";
import {
  type ApiVersion,
  addressesIn,
  deprecationSentence,
  type OperationList,
  versionIn,
} from "../../shared/api/versions/api-versions.ts";
import type { CatalogueServicePort } from "../../shared/catalogue-contract/catalogue-service.ts";
import type { DomainCheck } from "../../shared/catalogue-contract/domain-check.ts";
import type { CatalogueOperatorPort } from "../../shared/operator-contract/catalogue-operator.ts";
import { brandNameFrom } from "../../shared/pages/brand.ts";
import { AddressLimit } from "../../shared/platform/address-limit.ts";
import { noteOutcome } from "../../shared/platform/call-facts.ts";
import { within } from "../../shared/platform/jurisdiction.ts";
import { log } from "../../shared/platform/log.ts";
import { Metrics } from "../../shared/platform/metrics.ts";
import { connectionKey } from "./api/call-tool.ts";
import { apiDescription } from "./api/descriptions.ts";
import { healthMonitor } from "./api/health-monitor.ts";
import { endpointsOf } from "./api/listed-endpoints.ts";
import { askSource } from "./availability/ask/ask-source.ts";
import { CHECKS_FRESH_FOR, CheckCache, type CheckRequest } from "./availability/check-cache.ts";
import { domainCheckPolicies, validateCheckSettings } from "./availability/check-settings.ts";
import { DomainChecker } from "./availability/domain-checker.ts";
import type { SearchShare } from "./availability/search-share.ts";
import { profileOf, registrySources } from "./availability/sources/registry-settings.ts";
import type { CatalogueContext } from "./catalogue-context.ts";
import { CATALOGUE_FRESH_FOR, CatalogueCache } from "./catalogue-data/catalogue-cache.ts";
import { linksOf } from "./catalogue-data/links.ts";
import type { CatalogueEnv } from "./environment.ts";
import { catalogueOperator } from "./operator/catalogue-operator.ts";

/** The operations of one API version. */
type CatalogueOperationList = OperationList<Api<CatalogueContext>["operations"][number]>;

/** The APIs and functions that the Worker's entry points use. */
export type CatalogueParts = ReturnType<typeof openCatalogue>;

/**
 * Builds the catalogue. An isolate builds it once, so that its requests share the caches.
 * @param lists the operations of each version, the oldest first
 */
export function openCatalogue(
  env: CatalogueEnv,
  versions: readonly ApiVersion[],
  lists: readonly CatalogueOperationList[],
) {
  validateCheckSettings(env);
  const brandName = brandNameFrom(env);
  const now = () => Date.now();
  const catalogueCache = new CatalogueCache(env.BILLING, env.PRICES, now);
  const checker = checkerOn(env, now);
  const registries = { troubles: () => registryHealth(env, profileOf(env)).troubles() };
  const health = healthMonitor(env.BILLING, env.PRICES, catalogueCache, checker, registries, now);
  const limit = AddressLimit.on(env, now);
  const policies = domainCheckPolicies(env);

  /** Returns the domain check functions for one call. */
  function checksOf(
    { via, address, isSignedIn }: Caller,
    request: CheckRequest,
  ): Pick<CatalogueContext, "checkDomain" | "checkDomains" | "counted"> {
    const asking = { ...request, caller: isSignedIn ? "signed_in" : "anonymous" } as const;
    let share: SearchShare | undefined;
    return {
      async checkDomain(name) {
        const check = await checker.check(name, asking);
        noteOutcome(request.requestId, check.status);
        return withReport(check, freshness(check));
      },
      async checkDomains(names) {
        const isFirst = share === undefined;
        share ??= checker.newShare();
        const checks = await checker.checkSeveral(names, { ...asking, share });
        // The status of the first domain is recorded as the outcome of the whole search.
        if (isFirst && checks[0]) noteOutcome(request.requestId, checks[0].check.status);
        return withReport(checks, ...checks.map(({ check }) => freshness(check)));
      },
      async counted(checks, check) {
        if (share && !share.hasTime(now())) return check({ checks: 0, restMs: 0, refusal: null });
        const counted = await limit[isSignedIn ? "countKey" : "count"](address, policies[via], checks);
        if (counted.outcome === "not_counted") {
          log("address_limit_failed", { request_id: request.requestId, cause: counted.cause });
        }
        const isCounted = counted.outcome === "counted";
        const granted = {
          checks: isCounted ? counted.calls : 0,
          restMs: isCounted ? counted.restSeconds * 1000 : 0,
          refusal: rateLimitProblem(counted),
        };
        return runWithReport({ rates: counted.outcome === "not_counted" ? [] : [counted.rate] }, () => check(granted));
      },
    };
  }

  const answers = new AnswerCache(ANSWERS_IN_MEMORY);
  const metrics = Metrics.on(env, "catalogue");
  const apiOf = (
    version: ApiVersion,
    operations: CatalogueOperationList["operations"],
    deprecation = deprecationSentence(versions, version),
  ): Api<CatalogueContext> => ({
    version,
    deprecation,
    operations,
    now,
    answers,
    metrics,
    contextFor: ({ addresses, caller, requestId, waitUntil }) => ({
      ...checksOf(caller, { requestId, waitUntil }),
      addresses: addressesIn(addresses, version),
      version: version.release,
      brandName,
      async readCatalogue(query) {
        const entry = await catalogueCache.read(query, { waitUntil, requestId });
        return withReport(entry.catalogue, { freshUntil: entry.readAt + CATALOGUE_FRESH_FOR * 1000 });
      },
      ensureServable: (query) => catalogueCache.ensureServable(query, { waitUntil, requestId }),
      linksOf: (catalogue) => linksOf(catalogue, addresses),
      now: () => new Date(now()),
      today: () => {
        const day = 86_400_000;
        const freshUntil = (Math.floor(now() / day) + 1) * day;
        return withReport(new Date(now()).toISOString().slice(0, 10), { freshUntil });
      },
      checkHealth: () => health.check(requestId),
      endpoints: (language) => endpointsOf(operations, language),
      openApi: () => {
        const own = addressesIn(addresses, version);
        return describeOpenApi(operations, apiDescription(brandName, own, version, deprecation));
      },
    }),
  });
  const offered = hasExtraTools(env)
    ? withOptionalTools
    : (operations: CatalogueOperationList["operations"]) => operations;
  const apis = lists.map(({ major, operations }) => apiOf(versionIn(versions, major), offered(operations)));
  const [oldest] = apis;
  if (!oldest) throw new Error("a catalogue without operations");
  return {
    /** The API of each version, the oldest first. */
    apis,
    oldest,
    /** The API version for new clients. */
    current: currentOf(apis),
    forgetDomain: (name: string) => checker.forget(name),
    /** @param connection the connection that the check is counted for; `null` if no limit applies */
    async checkNameNow(
      name: string,
      connection: string | null,
      waitUntil: (work: Promise<unknown>) => void,
      requestId: string,
    ): ReturnType<CatalogueServicePort["checkNameNow"]> {
      // The connection's domain checks on the MCP server share this count.
      const counted = connection === null ? null : await limit.countKey(connectionKey(connection), policies.mcp);
      if (counted?.outcome === "refused") return { outcome: "too_many", rate: counted.rate };
      if (counted?.outcome === "not_counted") {
        log("address_limit_failed", { request_id: requestId, cause: counted.cause });
        return { outcome: "not_counted" };
      }
      const check = await checker.checkNow(name, { waitUntil, requestId });
      return { outcome: "checked", check, rate: counted?.rate ?? null };
    },
  };
}

/** Returns the time until which a check may be served from a cache. An `unknown` check is never cached. */
function freshness({ status, checkedAt }: DomainCheck): CallReport {
  return { freshUntil: status === "unknown" ? Number.NEGATIVE_INFINITY : checkedAt + CHECKS_FRESH_FOR * 1000 };
}

/** Returns the functions that the operator console calls in this Worker. */
export function operatorOf(env: CatalogueEnv): CatalogueOperatorPort {
  const profile = profileOf(env);
  return catalogueOperator({
    sources: () => registrySources(env),
    registryOf: (host) => within(env.REGISTRY, env).getByName(`${profile} ${host}`),
    health: () => registryHealth(env, profile),
    store: env.PRICES,
    now: () => Date.now(),
  });
}

function checkerOn(env: CatalogueEnv, now: () => number): DomainChecker {
  const profile = profileOf(env);
  return new DomainChecker({
    sources: registrySources(env),
    registryOf: ({ host, port }) => within(env.REGISTRY, env).getByName(`${profile} ${host}:${port}`),
    cache: new CheckCache(env.WHOIS, profile, now),
    deadlineMs: Number(env.CHECK_DEADLINE_MS),
    now,
  });
}

export function registryDependencies(env: CatalogueEnv): RegistryDependencies {
  return {
    askSource: (question) => askSource(question, env.BILLING),
    healthOf: (profile) => registryHealth(env, profile),
  };
}

function registryHealth(env: CatalogueEnv, profile: "live" | "sandbox") {
  return within(env.REGISTRY_HEALTH, env).getByName(profile);
}

/** Maximum number of answers in memory. At about 30 KiB each, they stay far below an isolate's 128 MB. */
const ANSWERS_IN_MEMORY = 300;
