import type { RecordedCalls } from "../../../shared/api/openapi/recorded-calls.ts";
import commonProblems from "./common-problems.json" with { type: "json" };
import listProductLines from "./list-product-lines.json" with { type: "json" };
import listPlans from "./list-plans.json" with { type: "json" };
import getPlan from "./get-plan.json" with { type: "json" };
import comparePlans from "./compare-plans.json" with { type: "json" };
import getDomainPricing from "./get-domain-pricing.json" with { type: "json" };
import checkDomain from "./check-domain.json" with { type: "json" };
import searchDomains from "./search-domains.json" with { type: "json" };
import getStatus from "./get-status.json" with { type: "json" };

/** The recorded calls of the catalogue in its OpenAPI document. `npm run update-surface` writes this file and its imports. */
export const recordedCalls: RecordedCalls = {
  problems: commonProblems,
  calls: { listProductLines, listPlans, getPlan, comparePlans, getDomainPricing, checkDomain, searchDomains, getStatus },
};
