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

const MIGRATION = readFileSync(
  new URL("../../../workers/billing/migrations/0001_billing.sql", import.meta.url),
  "utf8",
);
test("the schema for editors is committed", async () => {
  const schema = `${JSON.stringify(catalogueSchema(), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot("../../../scripts/catalogue/catalogue.schema.json");
});

const SMALL = `lines:
  - id: hosting
    name: { en: Hosting, fr: Hébergement }
    description: { en: Sites, fr: Des sites }
specifications:
  - group: { en: Storage, fr: Stockage }
    rows: { storage: { en: Space, fr: Espace } }
plans:
  - id: start
    line: hosting
    name: Start
    description: { en: One site, fr: Un site }
    usual_cycle: monthly
    prices:
      CAD: { monthly: 7.99, annually: 71.88 }
      EUR: { monthly: 4.99, annually: 47.88 }
    first_year_discount: { percent: 50, billing_cycles: [annually] }
    features: []
    specifications: { storage: 25 GB }
extensions:
  .ca: { prices: { CAD: { register: 15.99, transfer: 15.99, renew: 18.99 } } }
terms:
  - title: Terms
    url: https://maple.example/terms
    in_force_on: 2026-09-01
  - title: Agreement
    url: https://www.cira.ca/agreement
    in_force_on: 2010-10-12
    extensions: [.ca]
`;

describe("a mistake is named with its line", () => {
  test.each([
    ["a price with three decimals", "7.99,", "7.999,", 15, "plans.0.prices.CAD.monthly: Invalid number"],
    [
      "a member that is none",
      "    features: []",
      "    features: []\n    extra: 1",
      9,
      'plans.0: Unrecognized key: "extra"',
    ],
    ["a member that is missing", "    features: []\n", "", 9, "plans.0.features: Invalid input"],
    ["a text in one language", "{ en: One site, fr: Un site }", "{ en: One site }", 12, "plans.0.description"],
    [
      "an id that is taken",
      "lines:",
      "lines:\n  - { id: hosting, name: a, description: b }",
      3,
      "lines.1.id: is the id of",
    ],
    ["a line that is none", "line: hosting", "line: hostin", 10, "plans.0.line: there is no line hostin"],
    ["a row that is none", "{ storage: 25 GB }", "{ memory: 25 GB }", 19, "memory: there is no such row"],
    [
      "currencies of other cycles",
      "{ monthly: 4.99, ",
      "{ ",
      16,
      "plans.0.prices.EUR: has other billing cycles than CAD",
    ],
    ["a usual cycle without a price", "usual_cycle: monthly", "usual_cycle: free", 13, "free has no price"],
    ["a discounted cycle without one", "[annually]", "[free]", 17, "free has no price"],
    ["terms of what is not sold", "[.ca]", "[.dk]", 29, ".dk is not sold"],
    ["no terms of its own", "2026-09-01", "2026-09-01\n    extensions: [.ca]", 23, "terms: none are yours"],
    ["a day that is none", "2026-09-01", "2026-09-31", 25, "terms.0.in_force_on: Invalid ISO date"],
    ["what is no YAML", "  - id: hosting", "  - id: hosting\n   name: x", 3, "Sequence item without"],
  ])("%s", (_, before, after, line, said) => {
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

describe("a changed file", () => {
  const db = new DatabaseSync(":memory:");
  db.exec([MIGRATION, ...seedStatements()].join(";\n"));
  const changesOf = (changed: Catalogue) =>
    changesTo(
      CURRENT_STATEMENTS.split(";").map((statement) => db.prepare(statement).all()),
      catalogueTables(changed),
    );
  const [first, ...others] = catalogue.plans as [Catalogue["plans"][number], ...Catalogue["plans"]];

  test("differs by nothing where it says what is there", () => {
    expect(changesOf(catalogue)).toEqual({ lines: [], inUse: [] });
  });

  test("differs by its prices and texts, and by nothing once it is loaded", () => {
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

  test("is loaded where that is wanted, and not without a terminal or --yes", async () => {
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
    await expect(compare(asked, askToLoad, wrangler)).rejects.toThrow(/At no terminal, --yes loads it/);
    expect(await compare(asked, async () => false, wrangler)).toBe(0);
    expect(named()).toBe(0);
    expect(await compare(asked, async () => true, wrangler)).toBe(0);
    expect(named()).toBe(2);
    rmSync(folder, { recursive: true });
  });

  test("is refused where it takes away what customers have", () => {
    const without = {
      ...catalogue,
      plans: others,
      extensions: catalogue.extensions.filter(({ tld }) => tld !== ".ca"),
    };
    expect(changesOf(without).inUse).toEqual(["plan web-start", "extension .ca"]);
  });
});
