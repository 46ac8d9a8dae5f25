import { expect, test } from "vitest";
import { LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const OWNER = { email: "owner@maple.example", language: "en" };
const CONTACT = { email: "contact@maple.example", language: "fr" };

const { billing, sql } = await seededBilling();

const recipients = (loginId: number, accountId: number) => valueIn(billing.readRecipients({ loginId, accountId }));

test("the owner of the account and the login that asks, each in a language of its own; they may be one", async () => {
  expect(await recipients(LOGINS.contact, 1001)).toEqual({ owner: OWNER, login: CONTACT });
  expect(await recipients(LOGINS.owner, 1001)).toEqual({ owner: OWNER, login: OWNER });
});

test("a login that lost its access is still written to", async () => {
  await sql.run("DELETE FROM account_logins WHERE login_id = ?", LOGINS.contact);
  expect(await recipients(LOGINS.contact, 1001)).toEqual({ owner: OWNER, login: CONTACT });
});

test("who is gone is null", async () => {
  expect(await recipients(9999, 1001)).toEqual({ owner: OWNER, login: null });
  expect(await recipients(LOGINS.contact, 9999)).toEqual({ owner: null, login: CONTACT });
  await sql.run("DELETE FROM logins WHERE id = ?", LOGINS.nocard);
  expect(await recipients(LOGINS.nocard, 1004)).toEqual({ owner: null, login: null });
});
