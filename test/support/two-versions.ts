import * as z from "zod";
import { withReport } from "../../shared/api/definition/call-report.ts";
import type { ApiVersion } from "../../shared/api/versions/api-versions.ts";
import { API_VERSIONS, type VersionTables } from "../../shared/api/versions/api-versions.ts";
import { PlansAnswer } from "../../shared/catalogue-contract/answers.ts";
import { catalogueOperation } from "../../workers/catalogue/catalogue-context.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";
import { listPlans } from "../../workers/catalogue/operations/list-plans.ts";

/** A version table of the catalogue with an ended version, a version that will end, and its successor. */
export const CATALOGUE_VERSIONS: [ApiVersion, ...ApiVersion[]] = [
  { major: 0, release: "0.9.0", deprecated: "2024-01-01", sunset: "2025-01-01", notice: "/developers/versions" },
  { major: 1, release: "1.0.1", deprecated: "2026-01-01", sunset: "2099-01-01", notice: "/developers/versions" },
  { major: 2, release: "2.0.0" },
];
export const TWO_VERSIONS: VersionTables = { ...API_VERSIONS, catalogue: CATALOGUE_VERSIONS };

/** The second version of `listPlans`. Its only breaking change is the name of the field with the plans. */
const listPlansV2 = catalogueOperation({
  ...listPlans,
  output: z.object({
    ...z.object(PlansAnswer.shape).omit({ plans: true }).shape,
    items: PlansAnswer.shape.plans,
  }),
  async run(context, input) {
    const answered = await listPlans.run(context, input);
    const { value, report } = "report" in answered ? answered : withReport(answered);
    const { plans, ...rest } = value;
    return withReport({ ...rest, items: plans }, report);
  },
});

/** The catalogue's operations in each version. */
export const CATALOGUE_LISTS = [
  { major: 1, operations: catalogueOperations },
  { major: 2, operations: catalogueOperations.map((operation) => (operation === listPlans ? listPlansV2 : operation)) },
];
