import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { printResults, writePage } from "./report.ts";
import { keepResult, readResult, scoreOf } from "./results.ts";
import { SUBJECTS, type Subject } from "./subjects.ts";

/**
 * `npm run mutate`: changes the code of each subject in one place after another, and runs the tests that have to notice.
 * `-- journal money` runs some subjects; `--resume` leaves out those whose result is there; `--page` runs none, and writes the
 * tables of docs/verification/mutation.md from what is there. Fails where less than 85 % were noticed.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { resume: { type: "boolean", default: false }, page: { type: "boolean", default: false } },
});

/** Percent. */
const LEAST_SCORE = 85;

const names = positionals.length > 0 ? positionals : Object.keys(SUBJECTS);
if (values.page) writePage();
else {
  for (const name of names) {
    const subject = SUBJECTS[name] ?? unknownSubject(name);
    if (!values.resume || !readResult(name)) await judge(name, subject);
  }
  const results = names.flatMap((name) => readResult(name) ?? []);
  printResults(names);
  process.exitCode = results.every((result) => scoreOf([result]) >= LEAST_SCORE) ? 0 : 1;
}

async function judge(name: string, { files, env = {} }: Subject): Promise<void> {
  const startedAt = Date.now();
  Object.assign(process.env, env, { MUTATION_SUBJECT: name });
  const stryker = new Stryker({
    mutate: files,
    plugins: ["@stryker-mutator/vitest-runner", fileURLToPath(new URL("wording.ts", import.meta.url))],
    ignorers: ["wording"],
    ignoreStatic: true,
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 1,
    // Beyond what the tests took without a change: an endless loop is noticed by nothing else.
    timeoutMS: 2_000,
    disableTypeChecks: false,
    // The compiler of this project has no interface to rewrite one with, and the copy needs none.
    tsconfigFile: "none",
    tempDirName: ".wrangler/mutation/copy",
    ignorePatterns: [".wrangler", ".vitest", "dist"],
    reporters: [],
  });
  keepResult(name, await stryker.runMutationTest(), startedAt);
}

function unknownSubject(name: string): never {
  throw new Error(`no subject ${name}; there are ${Object.keys(SUBJECTS).join(", ")}`);
}
