import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { catalogue } from "../../../dev/seed/catalogue.ts";
import { seedStatements } from "../../../dev/seed/statements.ts";
import { askToLoad, compare } from "../../../scripts/catalogue/catalogue.ts";
import { type Catalogue, catalogueSchema, readCatalogue } from "../../../scripts/catalogue/catalogue-file.ts";
import { catalogueTables } from "../../../scripts/catalogue/catalogue-tables.ts";
import { CURRENT_STATEMENTS, changesTo } from "../../../scripts/catalogue/changes.ts";
import { replacements } from "../../../scripts/catalogue/table-sql.ts";
import { casesOf } from "../../support/cases.ts";

const MIGRATION = readFileSync(
  new URL("../../../workers/billing/migrations/0001_billing.sql", import.meta.url),
  "utf8",
);
test("the committed JSON schema for editors is up to date", async () => {
  const schema = `${JSON.stringify(catalogueSchema(), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot("../../../scripts/catalogue/catalogue.schema.json");
});

/** A replacement that makes a mistake, the line of the mistake, and its message. */
type Mistake = [what: string, before: string, after: string, line: number, said: string];
const MISTAKES = casesOf<Mistake[]>(import.meta.url);
const SMALL = readFileSync(new URL("catalogue.small.yaml", import.meta.url), "utf8");

describe("a mistake in the file", () => {
  test.each(MISTAKES)("is reported with its line: %s", (_, before, after, line, said) => {
    expect(mistakesOf(SMALL)).toEqual([]);
    expect(mistakesOf(SMALL.replace(before, after))).toEqual([
      expect.stringMatching(new RegExp(`^mine\\.yaml:${line}: .*${said.replaceAll(/[.[\]]/g, "\\$&")}`)),
    ]);
  });
});

function mistakesOf(text: string): string[] {
  try {
    readCatalogue(text, "mine.yaml");
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
}

describe("a changed catalogue file", () => {
  const db = new DatabaseSync(":memory:");
  db.exec([MIGRATION, ...seedStatements()].join(";\n"));
  const changesOf = (changed: Catalogue) =>
    changesTo(
      CURRENT_STATEMENTS.split(";").map((statement) => db.prepare(statement).all()),
      catalogueTables(changed),
    );
  const [first, ...others] = catalogue.plans as [Catalogue["plans"][number], ...Catalogue["plans"]];

  test("has no differences if it equals the loaded catalogue", () => {
    expect(changesOf(catalogue)).toEqual({ lines: [], inUse: [] });
  });

  test("shows its changed prices and texts, and no differences after it was loaded", () => {
    const dearer = { ...first, name: { ...first.name, fr: "Web Départ" }, prices: { CAD: { annually: 9999 } } };
    const changed = { ...catalogue, plans: [dearer, ...others] };
    const { lines, inUse } = changesOf(changed);
    expect(lines).toEqual(
      expect.arrayContaining([
        "~ text of plan web-start fr: name Web Start → Web Départ",
        "~ price of plan web-start CAD annually: amount 71.88 → 99.99",
        "- price of plan web-start USD monthly",
      ]),
    );
    expect(inUse).toEqual([]);
    db.exec(`BEGIN; PRAGMA defer_foreign_keys = on; ${replacements(catalogueTables(changed)).join(";")}; COMMIT`);
    expect(changesOf(changed).lines).toEqual([]);
  });

  test("is loaded on confirmation, and refused without a terminal unless --yes is given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "catalogue-"));
    const file = join(folder, "mine.yaml");
    const seeded = readFileSync(new URL("../../../dev/seed/catalogue.yaml", import.meta.url), "utf8");
    writeFileSync(file, seeded.replace("name: Web Plus", "name: Web More"));
    vi.spyOn(console, "log").mockImplementation(() => {});
    const wrangler = {
      run: async () => {},
      ask(args: readonly string[]) {
        if (args.includes("--file")) return void db.exec(`BEGIN; ${readFileSync(args.at(-1) ?? "", "utf8")}; COMMIT`);
        return (args.at(-1) ?? "").split(";").map((statement) => ({ results: db.prepare(statement).all() }));
      },
    };
    const asked = { remote: true, file, settings: ["NAME=staging", "DEMONSTRATION=true"] };
    const named = () => db.prepare("SELECT name FROM plan_texts WHERE name LIKE 'Web More%'").all().length;
    await expect(compare(asked, askToLoad, wrangler)).rejects.toThrow(/Without a terminal, --yes loads it/);
    expect(await compare(asked, async () => false, wrangler)).toBe(0);
    expect(named()).toBe(0);
    expect(await compare(asked, async () => true, wrangler)).toBe(0);
    expect(named()).toBe(2);
    rmSync(folder, { recursive: true });
  });

  test("lists the removed plans and extensions that customers have", () => {
    const without = {
      ...catalogue,
      plans: others,
      extensions: catalogue.extensions.filter(({ tld }) => tld !== ".ca"),
    };
    expect(changesOf(without).inUse).toEqual(["plan web-start", "extension .ca"]);
  });
});
