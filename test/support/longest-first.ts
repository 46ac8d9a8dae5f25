import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that compute the longest of their project. Without results of a run before, files begin by their size, which says nothing of it. */
const LONGEST = [
  "/simulated-year.test.ts",
  "/commands/start.test.ts",
  "/calls/calls.test.ts",
  "/faults/orders.test.ts",
  "/counts/counts.test.ts",
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
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((path) => moduleId.endsWith(path));
}
