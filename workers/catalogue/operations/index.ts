import { checkDomain } from "./check-domain.ts";
import { comparePlans } from "./compare-plans.ts";
import { getDomainPricing } from "./get-domain-pricing.ts";
import { getOpenApi } from "./get-open-api.ts";
import { getPlan } from "./get-plan.ts";
import { getStatus } from "./get-status.ts";
import { listPlans } from "./list-plans.ts";
import { listProductLines } from "./list-product-lines.ts";
import { searchDomains } from "./search-domains.ts";

/** The catalogue's operations, in their published order. */
export const catalogueOperations = [
  listProductLines,
  listPlans,
  getPlan,
  comparePlans,
  getDomainPricing,
  checkDomain,
  searchDomains,
  getStatus,
  getOpenApi,
];

/** The operations of each served version, the oldest first. */
export const catalogueOperationLists = [{ major: 1, operations: catalogueOperations }];
