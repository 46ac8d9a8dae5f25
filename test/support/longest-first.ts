import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest test files, slowest first. If Vitest has no results from an earlier run, it sorts files by size, which
 * does not predict how long they run.
 */
const LONGEST = [
  "/simulated-year.test.ts",
  "/restores.test.ts",
  "/calls/calls.test.ts",
  "/journeys/journeys.test.ts",
  "/whmcs/journeys.test.ts",
  "/whmcs/acting.test.ts",
  "/counts/counts.test.ts",
  "/commands/start.test.ts",
  "/client-area/ordering.test.ts",
  "/client-area/pages.test.ts",
  "/account-pages/account-pages.test.ts",
  "/faults/orders.test.ts",
  "/operator/operator.test.ts",
  "/oauth/oauth.test.ts",
  "/deploy-command.test.ts",
  "/journal-model.test.ts",
  "/contract.test.ts",
  "/contract-hostile.test.ts",
  "/write-faults.test.ts",
];

/** A sequencer that starts the slowest files of each project first. If they started last, the run would take longer. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return own.toSorted((one, other) => rankOf(one) - rankOf(other));
    });
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(path));
  return at === -1 ? LONGEST.length : at;
}
