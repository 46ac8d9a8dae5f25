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

/** The calls of the catalogue that its OpenAPI document shows. `npm run update-surface` makes this file and those that it imports. */
export const recordedCalls: RecordedCalls = {
  problems: commonProblems,
  calls: { listProductLines, listPlans, getPlan, comparePlans, getDomainPricing, checkDomain, searchDomains, getStatus },
};
