import { runWithReport, withReport } from "../../../../shared/api/definition/call-report.ts";
import { rateLimitProblem } from "../../../../shared/api/definition/problems.ts";
import { AnswerCache } from "../../../../shared/api/pipeline/answer.ts";
import type { Api } from "../../../../shared/api/pipeline/run-operation.ts";
import { type ApiVersion, deprecationSentence } from "../../../../shared/api/versions/api-versions.ts";
import type { CatalogueReads } from "../../../../shared/billing-contract/catalogue.ts";
import { AddressLimit } from "../../../../shared/platform/address-limit.ts";
import type { Metrics } from "../../../../shared/platform/metrics.ts";
import type { CatalogueContext } from "../../../../workers/catalogue/catalogue-context.ts";
import { CatalogueCache } from "../../../../workers/catalogue/catalogue-data/catalogue-cache.ts";
import { linksOf } from "../../../../workers/catalogue/catalogue-data/links.ts";
import { catalogueOperations } from "../../../../workers/catalogue/operations/index.ts";
import { countingObjects } from "../../support/counting-objects.ts";

const STORE = { get: async () => null, put: async () => undefined } as unknown as KVNamespace;
const CHECKS = { id: "checks-mcp", name: "checks", quota: 30, windowSeconds: 600 };

/** The catalogue's API over a billing system, with a registry that holds every name to be free. */
export function catalogueApi(
  billing: CatalogueReads,
  now: () => number,
  version: ApiVersion,
  metrics: Metrics | undefined,
): Api<CatalogueContext> {
  const cache = new CatalogueCache(billing, STORE, now);
  const limit = new AddressLimit(countingObjects(now).objects, now);
  return {
    ...{ version, deprecation: deprecationSentence([version], version), operations: catalogueOperations, now, metrics },
    answers: new AnswerCache(100),
    contextFor: ({ addresses, caller, requestId, waitUntil }): CatalogueContext => ({
      ...{ addresses, version: version.release, brandName: "Maple Hosting", now: () => new Date(now()) },
      async readCatalogue(query) {
        const { catalogue, readAt } = await cache.read(query, { waitUntil, requestId });
        return withReport(catalogue, { freshUntil: readAt + 600_000 });
      },
      ensureServable: (query) => cache.ensureServable(query, { waitUntil, requestId }),
      linksOf: (catalogue) => linksOf(catalogue, addresses),
      checkDomain: async () =>
        withReport({
          ...{ status: "available", reason: "no_registration_found", retryAfterMs: null, source: "rdap" },
          ...{ checkedAt: now(), simulated: false },
        }),
      async counted(check) {
        const counted = await (caller.isSignedIn
          ? limit.countKey(caller.address, CHECKS)
          : limit.count(caller.address, CHECKS));
        const refusal = rateLimitProblem(counted);
        return runWithReport({ rates: counted.outcome === "not_counted" ? [] : [counted.rate] }, () => {
          if (refusal) throw refusal;
          return check();
        });
      },
      today: () => withReport(new Date(now()).toISOString().slice(0, 10)),
      checkHealth: async () => [],
      endpoints: () => [],
      openApi: () => null as never,
    }),
  };
}
