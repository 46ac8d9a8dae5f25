import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take the longest of their project, the longest first. Without results of a run before, files begin by their size, which says nothing of it. */
const LONGEST = [
  "/simulated-year.test.ts",
  "/restores.test.ts",
  "/calls/calls.test.ts",
  "/journeys/journeys.test.ts",
  "/whmcs/journeys.test.ts",
  "/whmcs/acting.test.ts",
  "/counts/counts.test.ts",
  "/commands/start.test.ts",
  "/client-area/browser.test.ts",
  "/faults/orders.test.ts",
  "/operator/operator.test.ts",
  "/oauth/oauth.test.ts",
  "/deploy-command.test.ts",
  "/journal-model.test.ts",
  "/contract.test.ts",
  "/contract-hostile.test.ts",
  "/write-faults.test.ts",
];

/** Begins the longest files of each project first: one that begins last is waited for while nothing else is left to run. */
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
