import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { ALL } from "./support/sources.ts";

/** The Worker for WHMCS, its simulator, its commands, its bench, and their tests; rules name places. */
const OWN = /^(?:workers\/billing-whmcs|(?:dev|scripts|bench|test|test\/system)\/whmcs)\/|^test\/rules\//;

/** What chooses the billing system, starts it, or sets it up; and whose files an operator may bring along. */
const CHOOSING = [
  ...[
    "dev/advance.ts",
    "dev/cron-triggers.ts",
    "dev/local-system.ts",
    "dev/prepare-stores.ts",
    "dev/start.ts",
    "dev/welcome.ts",
  ],
  ...["scripts/check.ts", "scripts/commands.ts", "scripts/configurations.ts", "scripts/deploy.ts"],
  ...[
    "scripts/business/check.ts",
    "scripts/setting-rows.ts",
    "scripts/settings.ts",
    "scripts/secrets-file.ts",
    "scripts/workers.ts",
  ],
  "bench/startup/run.ts",
  ...["test/support/seeded-stores.ts", "test/support/world.ts", "test/system/commands/start.test.ts"],
  ...["run", "long-forms"].map((name) => `test/system/faults/${name}.ts`),
  ...["counts.json", "counts.test.ts", "whmcs-calls.ts"].map((name) => `test/system/counts/${name}`),
  "test/system/drill/run.ts",
  ...["test/unit/commands/billing-system.test.ts", "test/unit/commands/settings.test.ts"],
  // Sources of availability are written as WHMCS's `whois.json` has them, whatever the billing system is.
  ...["durable-objects/registry/source-types.ts", "workers/catalogue/availability/sources/operator-sources.ts"],
  "test/unit/availability/operator-sources.test.ts",
];

/** By their path: everything that is written by hand, but for documents. */
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

test("WHMCS's name and its actions' stand in its own folders and in what chooses it alone", () => {
  expect(actions).toContain("GetClientsDetails");
  const others = files.filter((file) => !OWN.test(file) && hasWord(`${file}\n${textOf(file)}`));
  expect(others.filter((file) => !CHOOSING.includes(file))).toEqual([]);
});

test("what chooses WHMCS names it", () => {
  expect(CHOOSING.filter((file) => !files.includes(file) || !hasWord(textOf(file)))).toEqual([]);
});
