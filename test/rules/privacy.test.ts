import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";

const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");
const WORKERS = ["account", "operator", "billing", "billing-whmcs"];
const privacy = read("docs/operate/privacy.md");

/** Returns the rows of the table under a heading, each as a list of cells. */
function rowsUnder(heading: string): string[][] {
  const [, section = ""] = privacy.split(`## ${heading}\n`);
  const [, ...rows] = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const namesIn = (cell = "") => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string);
const personal = rowsUnder("Tables that hold something about a person");
const listed = [
  ...personal.map(([where, table]) => `${where} ${namesIn(table)[0]}`),
  ...rowsUnder("Tables that hold nobody").flatMap(([where, tables]) =>
    namesIn(tables).map((name) => `${where} ${name}`),
  ),
];

const CREATED = /CREATE TABLE IF NOT EXISTS (\w+)/g;
const createdIn = (files: string[]) =>
  new Set(files.flatMap((file) => [...read(file).matchAll(CREATED)].map(([, name]) => name as string)));
const stored = [
  ...WORKERS.flatMap((worker) =>
    [...createdIn(globSync(`workers/${worker}/migrations/*.sql`, { cwd: PROJECT }))].map((name) => `${worker} ${name}`),
  ),
  ...[...createdIn(globSync("durable-objects/**/*.ts", { cwd: PROJECT }))].map((name) => `object ${name}`),
];

test("every table of every store is listed once", () => {
  expect(stored.length).toBeGreaterThan(80);
  expect(listed.toSorted()).toEqual(stored.toSorted());
});

/** The files that export and erase the tables. */
const SOURCES: Record<string, string[]> = {
  account: ["workers/account/operator/subject-rows.ts", "shared/pages/sign-in/session-list.ts"],
  object: [
    "durable-objects/account/operator/operator-view.ts",
    "durable-objects/connection/connection-store.ts",
    "workers/account/operator/data-subjects.ts",
  ],
  billing: [
    "workers/billing/operator/engine-operator.ts",
    "workers/billing/engine/payments/erased-payer.ts",
    "shared/pages/sign-in/session-list.ts",
  ],
  "billing-whmcs": ["workers/billing-whmcs/operator/whmcs-subjects.ts"],
};

describe.each(
  personal.map(([where = "", table = "", , life = "", given = "", erased = ""]) => ({
    where,
    table,
    life,
    given,
    erased,
  })),
)("the $where table $table", ({ where, table, life, given, erased }) => {
  const [name = ""] = namesIn(table);
  const source = (SOURCES[where] ?? []).map(read).join("\n");
  const isDeletedWhole = erased === "yes, with its object" && source.includes("storage.deleteAll()");

  test("has a documented retention period", () => {
    expect(life).toMatch(/\w{2,}/);
  });

  test("is exported as documented, or has a documented reason why not", () => {
    if (given.startsWith("yes"))
      expect(source).toMatch(name === "calls" ? /\.entries\(/ : new RegExp(`(?:FROM|JOIN) ${name}\\b`));
    else expect(given).toMatch(/^(?:with `\w+`|no: .{10,}|`npm run operate .+`)$/);
  });

  test("is erased as documented, or has a documented reason why not", () => {
    if (!erased.startsWith("yes")) return expect(erased).toMatch(/^no: .{5,}$/);
    if (isDeletedWhole) return;
    const statement = new RegExp(`(?:DELETE FROM|UPDATE) ${name}\\b`);
    const isListed =
      new RegExp(`(?:erase\\(|\\[|, )\\s*"${name}"`).test(source) && /DELETE FROM \$\{table\}/.test(source);
    expect(statement.test(source) || isListed, `${name} is in no statement that erases`).toBe(true);
  });
});

test("storage.md lists the tables of the console", () => {
  const storage = read("docs/build/storage.md");
  for (const table of ["operator_acts", "erasures", "form_key", "failed_mails", "operator_ends"])
    expect(storage).toContain(`\`${table}\``);
});
