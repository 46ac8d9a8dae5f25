import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { casesOf } from "../support/cases.ts";
import { ALL } from "./support/sources.ts";

/** The folders of the WHMCS Worker, its simulator, commands, benchmarks and tests. Rules may also mention WHMCS. */
const OWN = /^(?:workers\/billing-whmcs|(?:dev|scripts|bench|test|test\/system)\/whmcs)\/|^test\/rules\//;

/**
 * Files that choose, start or set up the billing system. This list also includes files that accept an operator's
 * registry sources, because those have the format of WHMCS's `whois.json` with any billing system.
 */
const CHOOSING = casesOf<string[]>(import.meta.url);

/** The paths of all hand-written files except documents. */
const files = globSync(
  ALL.map((folder) => `${folder}/**/*.{ts,tsx,mjs,sql,toml,json}`),
  { cwd: PROJECT, exclude: ["**/node_modules/**", "**/.wrangler/**"] },
).toSorted();

const textOf = (file: string) => readFileSync(join(PROJECT, file), "utf8");

/** The names of WHMCS API actions that the Worker and the simulator use, such as `GetClientsDetails`. */
const actions = files
  .filter((file) => /^workers\/billing-whmcs\/answers\/[\w-]+\.ts$/.test(file))
  .flatMap((file) => [...textOf(file).matchAll(/\bname: "([A-Z]\w+)"/g)].map(([, name]) => name as string));

const ACTION = new RegExp(`\\b(?:${actions.join("|")})\\b`);
const hasWord = (text: string) => /whmcs/i.test(text) || ACTION.test(text);

test("only the WHMCS folders and the listed files mention WHMCS or its API actions", () => {
  expect(actions).toContain("GetClientsDetails");
  const others = files.filter((file) => !OWN.test(file) && hasWord(`${file}\n${textOf(file)}`));
  expect(others.filter((file) => !CHOOSING.includes(file))).toEqual([]);
});

test("every listed file mentions WHMCS", () => {
  expect(CHOOSING.filter((file) => !files.includes(file) || !hasWord(textOf(file)))).toEqual([]);
});
