import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { SUBJECTS } from "./subjects.ts";

/** A sequencer that starts the shortest files first, because the first failed test kills a mutant. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    return (await super.sort(files)).toReversed();
  }
}

/** Runs the tests of one subject for its mutants, in one process and with the same generated cases each time. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  test: {
    include: SUBJECTS[process.env.MUTATION_SUBJECT ?? ""]?.tests ?? [],
    setupFiles: ["test/mutation/same-cases.ts"],
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
