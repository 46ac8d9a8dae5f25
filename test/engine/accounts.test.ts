import { expect, test } from "vitest";
import { PERMISSIONS } from "../../shared/billing-contract/actor.ts";
import { asks, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { billing, sql } = await seededBilling();

test("an account is read with its balance, and with nothing that its shape has not", async () => {
  expect(await valueIn(billing.readAccount(asks(LOGINS.owner, 1001, "profile")))).toEqual({
    id: 1001,
    name: "Studio Ana Inc.",
    currency: "CAD",
    company: "Studio Ana Inc.",
    email: "owner@maple.example",
    country: "CA",
    creditBalance: 2500,
  });
});

test("a login's accounts come by id; the owner holds every permission, a contact those it was given", async () => {
  const studio = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" };
  const europe = { id: 1002, name: "Ana Europe SARL", currency: "EUR" };
  const owned = { owner: true, permissions: [...PERMISSIONS] };
  const accountsOf = (login: number) => valueIn(billing.listManagedAccounts(login));
  expect(await accountsOf(LOGINS.owner)).toEqual([
    { ...studio, ...owned },
    { ...europe, ...owned },
  ]);
  expect(await accountsOf(LOGINS.contact)).toEqual([{ ...studio, owner: false, permissions: ["domains", "tickets"] }]);
  expect(await accountsOf(999), "a login that is not there").toEqual([]);
});

const OWNER = { email: "owner@maple.example", language: "en" };
const CONTACT = { email: "contact@maple.example", language: "fr" };
const NO_ACCESS = "DELETE FROM account_logins WHERE login_id = 12";

test.each([
  ["the owner and the login that asks, each in its language", "SELECT 1", LOGINS.contact, 1001, OWNER, CONTACT],
  ["the owner, who is the login that asks", "SELECT 1", LOGINS.owner, 1001, OWNER, OWNER],
  ["a login that lost its access", NO_ACCESS, LOGINS.contact, 1001, OWNER, CONTACT],
  ["no login that never was", "SELECT 1", 9999, 1001, OWNER, null],
  ["no owner of an account that never was", "SELECT 1", LOGINS.contact, 9999, null, CONTACT],
  ["nobody who is gone", "DELETE FROM logins WHERE id = 14", LOGINS.nocard, 1004, null, null],
])("mails about an account go to %s", async (_, before, loginId, accountId, toOwner, login) => {
  await sql.run(before);
  expect(await valueIn(billing.readRecipients({ loginId, accountId }))).toEqual({ owner: toOwner, login });
});
