import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { EXPLAINED } from "../mutation/explained.ts";
import { SUBJECTS, WHOLE_FOLDERS } from "../mutation/subjects.ts";

const subjects = Object.entries(SUBJECTS);
const mutated = subjects.flatMap(([, { files }]) => globSync(files, { cwd: PROJECT }));

test.each(subjects)("the subject %s has the files and tests that it names", (_, { files, tests }) => {
  const patterns = [...files, ...tests];
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: PROJECT }).length === 0)).toEqual([]);
});

test("a file is of one subject", () => {
  expect(mutated.filter((file, at) => mutated.indexOf(file) !== at)).toEqual([]);
});

test.each(WHOLE_FOLDERS)("every file of %s is in a subject", (folder) => {
  const files = globSync(`${folder}/*.ts`, { cwd: PROJECT });
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !mutated.includes(file))).toEqual([]);
});

test("what is explained of a surviving mutant is about code that is there", () => {
  const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");
  const isThere = (file: string, code: string) => inOneLine(readFileSync(join(PROJECT, file), "utf8")).includes(code);
  expect(EXPLAINED.filter(({ file, code }) => !mutated.includes(file) || !isThere(file, code))).toEqual([]);
});
