import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { EXPLAINED, type Explained } from "../mutation/explained.ts";
import { isPassed } from "../mutation/report.ts";
import { SUBJECTS, WHOLE_FOLDERS } from "../mutation/subjects.ts";

const subjects = Object.entries(SUBJECTS);
const mutated = subjects.flatMap(([, { files }]) => globSync(files, { cwd: PROJECT }));

test.each(subjects)("the files and tests of the subject %s exist", (_, { files, tests }) => {
  const patterns = [...files, ...tests];
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: PROJECT }).length === 0)).toEqual([]);
});

test("each file belongs to only one subject", () => {
  expect(mutated.filter((file, at) => mutated.indexOf(file) !== at)).toEqual([]);
});

test.each(WHOLE_FOLDERS)("every file in %s belongs to a subject", (folder) => {
  const files = globSync(`${folder}/*.ts`, { cwd: PROJECT });
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !mutated.includes(file))).toEqual([]);
});

test("each explanation of a surviving mutant refers to existing code", () => {
  const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");
  const isThere = (file: string, code: string) => inOneLine(readFileSync(join(PROJECT, file), "utf8")).includes(code);
  expect(EXPLAINED.filter(({ file, code }) => !mutated.includes(file) || !isThere(file, code))).toEqual([]);
});

test("a subject fails below 85 % or with an unexplained survivor", () => {
  const [{ file, code, replacement }] = EXPLAINED as [Explained];
  const survivor = { file, line: 1, code, replacement };
  const unknown = { ...survivor, replacement: "what nobody has explained" };
  const result = { files: [], date: "2026-11-24", machine: "", seconds: 0, ignored: 0 };
  expect(isPassed({ ...result, killed: 85, survivors: Array(15).fill(survivor) })).toBe(true);
  expect(isPassed({ ...result, killed: 84, survivors: Array(16).fill(survivor) })).toBe(false);
  expect(isPassed({ ...result, killed: 99, survivors: [unknown] })).toBe(false);
});
