import { afterAll, beforeAll, expect, test } from "vitest";
import { type BillingWorker, startBilling } from "./support/billing-worker.ts";
import { LOGINS, valueIn } from "./support/questions.ts";

const OWNER = { email: "owner@maple.example", language: "en" };
const CONTACT = { email: "contact@maple.example", language: "fr" };

let worker: BillingWorker;
beforeAll(async () => {
  worker = await startBilling();
});
afterAll(() => worker.close());

const recipients = (loginId: number, accountId: number) =>
  valueIn(worker.billing.readRecipients({ loginId, accountId }));

test("the owner of the account and the login that asks, each in a language of its own; they may be one", async () => {
  expect(await recipients(LOGINS.contact, 1001)).toEqual({ owner: OWNER, login: CONTACT });
  expect(await recipients(LOGINS.owner, 1001)).toEqual({ owner: OWNER, login: OWNER });
});

test("a login that lost its access is still written to", async () => {
  await worker.db.prepare("DELETE FROM account_logins WHERE login_id = ?").bind(LOGINS.contact).run();
  expect(await recipients(LOGINS.contact, 1001)).toEqual({ owner: OWNER, login: CONTACT });
});

test("who is gone is null", async () => {
  expect(await recipients(9999, 1001)).toEqual({ owner: OWNER, login: null });
  expect(await recipients(LOGINS.contact, 9999)).toEqual({ owner: null, login: CONTACT });
  await worker.db.prepare("DELETE FROM logins WHERE id = ?").bind(LOGINS.nocard).run();
  expect(await recipients(LOGINS.nocard, 1004)).toEqual({ owner: null, login: null });
});
