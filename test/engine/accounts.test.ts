import { expect, test } from "vitest";
import { PERMISSIONS } from "../../shared/billing-contract/actor.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { billing } = await seededBilling();

test("an account is read with its balance, and with nothing that its shape has not", async () => {
  expect(await billing.readAccount(asks(LOGINS.owner, 1001, "profile"))).toEqual({
    ok: true,
    value: {
      id: 1001,
      name: "Studio Ana Inc.",
      currency: "CAD",
      company: "Studio Ana Inc.",
      email: "owner@maple.example",
      country: "CA",
      creditBalance: 2500,
    },
  });
});

test("a login's accounts come by id; the owner holds every permission, a contact those it was given", async () => {
  expect(await valueIn(billing.listManagedAccounts(LOGINS.owner))).toEqual([
    { id: 1001, name: "Studio Ana Inc.", currency: "CAD", owner: true, permissions: [...PERMISSIONS] },
    { id: 1002, name: "Ana Europe SARL", currency: "EUR", owner: true, permissions: [...PERMISSIONS] },
  ]);
  expect(await valueIn(billing.listManagedAccounts(LOGINS.contact))).toEqual([
    { id: 1001, name: "Studio Ana Inc.", currency: "CAD", owner: false, permissions: ["domains", "tickets"] },
  ]);
});

test("a login that is not there manages nothing", async () => {
  expect(await valueIn(billing.listManagedAccounts(999))).toEqual([]);
});
