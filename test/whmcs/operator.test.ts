import { expect, test } from "vitest";
import { whmcsOperator } from "../../workers/billing-whmcs/operator/whmcs-operator.ts";
import { sqliteD1 } from "../engine/support/sqlite-d1.ts";
import { Migrations } from "../support/migrations.ts";

const SCHEMA = new Migrations("workers/billing-whmcs/migrations").all
  .flatMap(({ statements }) => statements)
  .join(";\n");

function operatorOn() {
  const db = sqliteD1(`${SCHEMA};
    INSERT INTO logins VALUES (7, 'Ana@maple.example', 'fr', 'subject-1', '[1001]'), (8, 'b@maple.example', 'en', NULL, '[]')`);
  const runs = { list: async () => [] } as never;
  return {
    db,
    operator: whmcsOperator(
      { db, now: Date.now, runs, generation: null },
      { health: async () => expect.fail("not asked") },
    ),
  };
}

test("a login is found by number and by address, without the identity provider's subject", async () => {
  const { operator } = operatorOn();
  const row = { login: 7, email: "Ana@maple.example", language: "fr", hasSubject: 1, accounts: "[1001]" };
  expect(await operator.findLogin("7")).toEqual([row]);
  expect(await operator.findLogin("ana@maple.example")).toEqual([row]);
  expect(await operator.findLogin("x' OR 1 --")).toEqual([]);
});

test("an erasure takes the login's row and no other, can be repeated, and says what is left to do in WHMCS", async () => {
  const { db, operator } = operatorOn();
  const subject = { kind: "login", installation: "", id: 7 } as const;
  expect((await operator.exportOf(subject, null)).tables.login).toMatchObject([{ email: "Ana@maple.example" }]);
  for (let times = 0; times < 2; times++) {
    expect(await operator.erase(subject)).toMatchObject({ left: 0, note: expect.stringContaining("WHMCS") });
  }
  expect((await db.prepare("SELECT user_id FROM logins").all()).results).toEqual([{ user_id: 8 }]);
});

test("sign-ins and other mails are WHMCS's own, and the console says so", async () => {
  const { operator } = operatorOn();
  expect(await operator.unlock(7)).toMatchObject({ isDone: false });
  expect(await operator.sendMailAgain(1)).toMatchObject({ isDone: false });
  expect(await operator.mails()).toEqual([]);
});
