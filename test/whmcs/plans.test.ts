import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import type { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";
import { readWhmcsSecrets } from "../../scripts/secrets-file.ts";
import { Installation } from "../../scripts/whmcs/installation.ts";
import { orderSettingsSql } from "../../scripts/whmcs/order-settings-sql.ts";
import { CatalogueWords, planMapSql } from "../../scripts/whmcs/plan-map-sql.ts";
import { MARK } from "../../scripts/whmcs/sql-text.ts";
import { getPromotions } from "../../workers/billing-whmcs/answers/provider.ts";
import { ListAnswer } from "../../workers/billing-whmcs/bridge/messages.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { sqliteD1 } from "../engine/support/sqlite-d1.ts";
import { CALL } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs();
afterAll(() => whmcs.stop());

async function mapOf(simulator: WhmcsSimulator): Promise<string> {
  const all = settingsFor(simulator);
  const installation = new Installation(all as unknown as WhmcsSettingTexts, readWhmcsSecrets("", all));
  const products = await installation.read({ name: "GetProducts", answer: ListAnswer }, {});
  const promotions = await installation.rows(getPromotions, {});
  const catalogue = await installation.call("catalogue", CatalogueWords);
  if (products.kind !== "ok" || promotions.kind !== "ok" || catalogue.kind !== "ok") throw new Error("no answer");
  return planMapSql(products.body.rows, promotions.body.rows, catalogue.body.products);
}

/** Fills in all texts that a person must write. */
const edited = (sql: string) => sql.replaceAll(/'WRITE: /g, "'Written: ");

async function load(db: D1Database, sql: string): Promise<void> {
  for (const statement of statementsOf(sql)) await db.prepare(statement).all();
}

const migrated = () => sqliteD1(readFileSync("workers/billing-whmcs/migrations/0001_whmcs.sql", "utf8"));

test("the catalogue can use the plan map generated from an installation", async () => {
  const sql = await mapOf(whmcs.simulator);
  await load(whmcs.db, edited(sql));
  await whmcs.runScheduledWork();
  const catalogue = await whmcs.billing.readCatalogue(CALL, { currency: "CAD", language: "fr" });
  if (!catalogue.ok) throw new Error("no catalogue");
  const { plans, productLines } = catalogue.value;
  expect(plans).toHaveLength(whmcs.simulator.state.products.length);
  expect(plans[0]).toMatchObject({ id: "web-start", name: "Web Start", product: "41", line: "group-1" });
  expect(productLines.map(({ id }) => id)).toContain("group-1");
  // A second load must replace the map.
  await load(whmcs.db, edited(sql));
});

describe("the plan map", () => {
  const product = (members: object) => ({
    ...{ pid: 1, gid: "7", name: "Plan", description: "", paytype: "recurring" },
    pricing: { USD: { ...prices(-1), monthly: "5.00" } },
    ...members,
  });
  const prices = (amount: number) =>
    Object.fromEntries(
      ["monthly", "quarterly", "semiannually", "annually", "biennially", "triennially"].flatMap((cycle) => [
        [cycle, amount.toFixed(2)],
        [`${cycle.charAt(0)}setupfee`, "0.00"],
      ]),
    );
  const mapped = (...rows: object[]) => planMapSql(rows, [], []);
  const told = (members: object) =>
    CatalogueWords.shape.products.parse([
      { id: 1, hidden: false, retired: false, group: "Hosting", translations: {}, ...members },
    ]);
  const mappedAs = (description: string, members: object) => planMapSql([product({ description })], [], told(members));

  test("cannot be loaded while a text is missing", async () => {
    const sql = mapped(product({}));
    expect(sql).toContain(`'${MARK} name of product group 7'`);
    await expect(load(migrated(), sql)).rejects.toThrow("malformed JSON");
    await load(migrated(), edited(sql));
  });

  test("converts the lines of a description to features without markup and entities", () => {
    const sql = mapped(product({ description: "<b>5&nbsp;GB</b> disk<br />\r\nTom &amp; Jerry's<br>\r\n" }));
    expect(sql).toContain("'5 GB disk'");
    expect(sql).toContain("'Tom & Jerry''s'");
    expect(sql).toContain("'WRITE: 5 GB disk'");
  });

  test("contains names and translations from WHMCS, and marks the texts that are missing", () => {
    const sql = mappedAs("Fast", {
      hidden: true,
      translations: { french: { name: "Forfait", description: "Rapide<br>Fiable" } },
    });
    expect(sql).toContain("VALUES ('group-7', 'en', 'Hosting', 'WRITE: description, in one sentence')");
    expect(sql).toContain("VALUES ('group-7', 'fr', 'WRITE: Hosting', 'WRITE: description, in one sentence')");
    expect(sql).toContain("VALUES ('plan', 'en', 'Plan', 'Fast')");
    expect(sql).toContain("VALUES ('plan', 'fr', 'Forfait', 'WRITE: description, in one sentence')");
    expect(sql).toContain("VALUES ('plan', 'fr', 1, 'Fiable')");
    expect(sql).toContain("-- Plan: product 1; hidden in WHMCS");
    expect(mappedAs("Fast", {})).toContain("VALUES ('plan', 'fr', 'Plan', 'WRITE: Fast')");
  });

  test("lists the products that it omits, with the reasons", () => {
    const sql = mapped(
      product({}),
      product({ pid: 2, name: "Old", paytype: "barter" }),
      product({ pid: 3, name: "Local", pricing: { KES: prices(5) } }),
      product({ pid: "none" }),
    );
    expect(sql).toContain("--   product 2, Old: it has no price in CAD, EUR, USD, or pays as “barter”");
    expect(sql).toContain("--   product 3, Local:");
    expect(sql).toContain("--   row 4: pid do not read");
    expect(sql.match(/INSERT INTO plans /g)).toHaveLength(1);
  });

  test("gives plans with the same name different ids, and uses the product number for names in other scripts", () => {
    const sql = mapped(
      product({}),
      product({ pid: 2 }),
      product({ pid: 3, name: "主机" }),
      product({ pid: 4, name: "Été + 1" }),
    );
    for (const id of ["'plan'", "'plan-2'", "'product-3'", "'ete-1'"])
      expect(sql).toContain(`VALUES (${id}, 'group-7'`);
  });

  test("escapes product names in its SQL", async () => {
    const sql = mapped(product({ name: "x\n'); DROP TABLE plans; --", description: "y'\u2028; DELETE FROM plans;" }));
    const db = migrated();
    await load(db, edited(sql));
    expect(await db.prepare("SELECT name FROM plan_texts").first("name")).toBe("x '); DROP TABLE plans; --");
  });
});

test("a draft of order settings can be loaded only once no text is missing", async () => {
  const draft = orderSettingsSql([".com", ".ca", ".us"]);
  await expect(load(migrated(), draft)).rejects.toThrow("malformed JSON");
  const loaded = migrated();
  await load(loaded, draft.replaceAll(`${MARK} `, ""));
  const scopes = await loaded.prepare("SELECT group_concat(scope, ' ') AS all_scopes FROM terms").first("all_scopes");
  expect(scopes).toBe(" .ca .us");
  const written = "SELECT written FROM registrant_fields WHERE tld = '.ca' AND value = 'CCT'";
  expect(await loaded.prepare(written).first("written")).toBe("Canadian citizen");
  expect(await loaded.prepare("SELECT 1 FROM registrant_fields WHERE tld = '.com'").first()).toBeNull();
});
