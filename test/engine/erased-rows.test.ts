import { expect, test } from "vitest";
import type { DataSubject } from "../../shared/operator-contract/erasure.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { NO_HOLDS } from "../support/memory-holds.ts";
import { migratedDatabase } from "./support/seeded-billing.ts";

const NUMBER = 4711;
const db = migratedDatabase("workers/billing/migrations");
const operator = engineOperator(db, Date.now, NO_HOLDS);

/** Creates a login with a marker in every identifying field, and the account that it owns. */
async function plantLogin(id: number, mark: string, account: number): Promise<void> {
  const insert = (into: string, ...values: (string | number | null)[]) =>
    db.prepare(`INSERT INTO ${into} VALUES (${values.map(() => "?").join()})`).bind(...values);
  const hash = mark.padEnd(64, "0");
  await db.batch([
    insert("logins", id, `${mark}@maple.example`, "en", hash, hash, 2, 1, 1, null, null, null, 1, 1, null, 1),
    insert("account_logins", id, account, 1),
    insert("sign_in_challenges", hash, id, 1, 1),
    insert("recovery_codes", id, hash),
    insert("email_changes", hash, id, `${mark}@maple.example`, 1),
    insert("mailed_codes", hash, "new_password", `${mark}@maple.example`, hash, 1, 1, 1),
  ]);
}

/** Creates an account with a marker in every identifying field, and without active items. */
async function plantAccount(id: number, mark: string): Promise<void> {
  const run = (sql: string, ...values: (string | number | null)[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .run();
  const day = "2026-11-01T00:00:00Z";
  await run(
    `INSERT INTO accounts (id, name, company, email, country, currency, business_number) VALUES (?1, ?2, ?2, ?2, 'CA', 'CAD', ?2)`,
    ...[id, mark],
  );
  await run(
    "INSERT INTO domains (id, account_id, name, status, auto_renew) VALUES (?1, ?1, ?2, 'cancelled', 0)",
    ...[id, `d${id}.example`],
  );
  await run(
    `INSERT INTO orders (account_id, kind, status, placed_at, domain_id, fields, auth_code)
     VALUES (?1, 'transfer', 'paid', ?2, ?1, ?3, ?4)`,
    ...[id, day, JSON.stringify({ name: mark }), mark],
  );
  await run(
    `INSERT INTO tickets (account_id, number, subject, status, opened_at) VALUES (?1, ?2, ?3, 'closed', ?4)`,
    ...[id, `T-${id}`, mark, day],
  );
  await run(
    "INSERT INTO notices (account_id, kind, content, due_at) VALUES (?1, 'changed', ?2, 1)",
    ...[id, JSON.stringify({ name: mark })],
  );
}

/** Returns the rows that contain a marker, by table. */
async function rowsWith(mark: string): Promise<Record<string, unknown[]>> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .all<{ name: string }>();
  const found: Record<string, unknown[]> = {};
  for (const { name } of results) {
    const rows = (await db.prepare(`SELECT * FROM ${name}`).all()).results;
    const meant = rows.filter((row) => JSON.stringify(row).includes(mark));
    if (meant.length > 0) found[name] = meant;
  }
  return found;
}

async function exportedText(subject: DataSubject): Promise<string> {
  let text = "";
  let cursor: string | null = null;
  do {
    const page = await operator.exportOf(subject, cursor);
    text += JSON.stringify(page.tables);
    cursor = page.next;
  } while (cursor !== null);
  return text;
}

test("no table identifies an erased login or account, and the rows of others are unchanged, even with the same id", async () => {
  await plantAccount(NUMBER, "of-the-account");
  await plantAccount(9_001, "of-the-other-account");
  await plantLogin(NUMBER, "of-the-login", 9_001);
  await plantLogin(9_002, "of-the-owner", NUMBER);
  const login = { kind: "login", id: NUMBER } as const;
  const account = { kind: "account", id: NUMBER } as const;
  const texts = await Promise.all([exportedText(login), exportedText(account)]);
  expect(texts.map((text) => /of-the-\w+/g.exec(text)?.[0])).toEqual(["of-the-login", "of-the-account"]);
  for (const mark of ["of-the-other", "of-the-owner"]) expect(texts.join()).not.toContain(mark);
  const before = await Promise.all(["of-the-account", "of-the-o"].map(rowsWith));
  expect(Object.keys(await rowsWith("of-the-login")).toSorted()).toEqual([
    "email_changes",
    "logins",
    "mailed_codes",
    "recovery_codes",
    "sign_in_challenges",
  ]);
  expect(Object.keys(before[0] ?? {}).toSorted()).toEqual(["accounts", "notices", "orders", "tickets"]);

  expect(await operator.erase(login, null)).toMatchObject({ left: 0 });
  expect(await rowsWith("of-the-login")).toEqual({});
  expect(await Promise.all(["of-the-account", "of-the-o"].map(rowsWith))).toEqual(before);
  for (const kept of [
    "login_id AS id FROM sign_in_challenges",
    "id FROM logins WHERE wrong_codes > 0",
    "id FROM logins WHERE codes_wait_until > 0",
    "id FROM logins WHERE unlocked_at > 0",
  ]) {
    const { results } = await db.prepare(`SELECT ${kept}`).all();
    expect(results, kept).toEqual([{ id: 9_002 }]);
  }

  expect(await operator.erase(account, null)).toMatchObject({ left: 0 });
  expect(await rowsWith("of-the-account")).toEqual({});
  expect(await rowsWith("of-the-o")).toEqual(before[1]);
});
