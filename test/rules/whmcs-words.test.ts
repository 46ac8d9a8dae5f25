import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { casesOf } from "../support/cases.ts";
import { ALL } from "./support/sources.ts";

/** The Worker for WHMCS, its simulator, its commands, its bench, and their tests; rules name places. */
const OWN = /^(?:workers\/billing-whmcs|(?:dev|scripts|bench|test|test\/system)\/whmcs)\/|^test\/rules\//;

/**
 * Files that choose the billing system, start it, or set it up, and files that an operator may bring: sources of availability have
 * the form of WHMCS's `whois.json` on any billing system.
 */
const CHOOSING = casesOf<string[]>(import.meta.url);

/** By their path: all handwritten files except documents. */
const files = globSync(
  ALL.map((folder) => `${folder}/**/*.{ts,tsx,mjs,sql,toml,json}`),
  { cwd: PROJECT, exclude: ["**/node_modules/**", "**/.wrangler/**"] },
).toSorted();

const textOf = (file: string) => readFileSync(join(PROJECT, file), "utf8");

/** `GetClientsDetails` and the like, as the Worker and the simulator call them. */
const actions = files
  .filter((file) => /^workers\/billing-whmcs\/answers\/[\w-]+\.ts$/.test(file))
  .flatMap((file) => [...textOf(file).matchAll(/\bname: "([A-Z]\w+)"/g)].map(([, name]) => name as string));

const ACTION = new RegExp(`\\b(?:${actions.join("|")})\\b`);
const hasWord = (text: string) => /whmcs/i.test(text) || ACTION.test(text);

test("only its own folders and the files that choose it contain WHMCS's name and its actions'", () => {
  expect(actions).toContain("GetClientsDetails");
  const others = files.filter((file) => !OWN.test(file) && hasWord(`${file}\n${textOf(file)}`));
  expect(others.filter((file) => !CHOOSING.includes(file))).toEqual([]);
});

test("files that choose WHMCS name it", () => {
  expect(CHOOSING.filter((file) => !files.includes(file) || !hasWord(textOf(file)))).toEqual([]);
});
