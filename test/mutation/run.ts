import { globSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { defineCommand } from "../../scripts/command-line.ts";
import { PROJECT } from "../../scripts/workers.ts";
import { isPassed, printResults, writePage } from "./report.ts";
import { forgetResult, keepResult, readResult } from "./results.ts";
import { SUBJECTS, type Subject } from "./subjects.ts";

/** Changes each subject's code in one place at a time, and runs the tests that must notice the change. */
export const command = defineCommand({
  options: {
    resume: { type: "boolean", about: "Skips the files that already have a result." },
    page: { type: "boolean", about: "Runs no tests and updates the table in docs/evidence/mutation.md." },
  },
  words: { name: "subject", max: 100, known: Object.keys(SUBJECTS) },
  isLong: true,
  hasStack: true,
  async run({ words, options }) {
    if (options.page) return writePage();
    const names = words.length > 0 ? words : Object.keys(SUBJECTS);
    for (const name of names) await judge(name, SUBJECTS[name] as Subject, options.resume);
    printResults(names);
    const results = names.flatMap((name) => readResult(name) ?? []);
    process.exitCode = results.every(isPassed) ? 0 : 1;
  },
});

/** Runs the files of a subject one after another, so that a stopped run loses at most one file's result. */
async function judge(name: string, { files, env = {} }: Subject, isResumed: boolean): Promise<void> {
  Object.assign(process.env, env, { MUTATION_SUBJECT: name });
  if (!isResumed) forgetResult(name);
  const judged = readResult(name)?.files ?? [];
  for (const file of globSync(files, { cwd: PROJECT }).toSorted()) {
    if (judged.includes(file)) continue;
    keepResult(name, file, await new Stryker(optionsFor(file)).runMutationTest());
  }
}

function optionsFor(file: string): ConstructorParameters<typeof Stryker>[0] {
  return {
    mutate: [file],
    plugins: ["@stryker-mutator/vitest-runner", fileURLToPath(new URL("wording.ts", import.meta.url))],
    ignorers: ["wording"],
    ignoreStatic: true,
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 1,
    // Stryker adds this to the time of the unchanged tests. Only a time limit can detect an endless loop.
    timeoutMS: 2_000,
    disableTypeChecks: false,
    // Stryker cannot rewrite the configuration with this project's compiler, and the copied project needs no rewrite.
    tsconfigFile: "none",
    tempDirName: ".wrangler/mutation/copy",
    ignorePatterns: [".wrangler", ".vitest", "dist"],
    reporters: [],
  };
}
