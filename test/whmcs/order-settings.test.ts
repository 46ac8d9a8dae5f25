import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { orderSettingsSql } from "../../scripts/whmcs/order-settings-sql.ts";
import { MARK } from "../../scripts/whmcs/sql-text.ts";
import { sqliteD1 } from "../engine/support/sqlite-d1.ts";

const MIGRATIONS = "workers/billing-whmcs/migrations";

const database = () =>
  sqliteD1(
    readdirSync(MIGRATIONS)
      .toSorted()
      .map((file) => readFileSync(`${MIGRATIONS}/${file}`, "utf8"))
      .join("\n"),
  );

/** As the command that loads it does: all of it, or nothing. */
async function load(db: D1Database, sql: string): Promise<void> {
  const statements = sql.split("\n").filter((line) => line !== "" && !line.startsWith("--"));
  await db.batch(statements.map((statement) => db.prepare(statement)));
}

test("a draft is refused while a text is left to be written, and loads once none is", async () => {
  const db = database();
  const draft = orderSettingsSql([".com", ".ca", ".us"]);
  await expect(load(db, draft)).rejects.toThrow("malformed JSON");
  expect(await db.prepare("SELECT count(*) AS rows FROM terms").first("rows")).toBe(0);
  await load(db, draft.replaceAll(`${MARK} `, ""));
  const scopes = await db.prepare("SELECT group_concat(scope, ' ') AS all_scopes FROM terms").first("all_scopes");
  expect(scopes).toBe(" .ca .us");
  const fields = await db.prepare("SELECT written FROM registrant_fields WHERE tld = '.ca' AND value = 'CCT'").first();
  expect(fields).toEqual({ written: "Canadian citizen" });
  expect(await db.prepare("SELECT 1 FROM registrant_fields WHERE tld = '.com'").first()).toBeNull();
});
