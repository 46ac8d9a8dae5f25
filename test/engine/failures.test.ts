import { expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { engineAt } from "./support/engine.ts";
import { asks, LOGINS, QUESTIONS } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";

const UNAVAILABLE = { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } };

const withoutTables = engineAt(sqliteD1(), Date.now);

const others: [string, (billing: BillingSystem) => Promise<unknown>][] = [
  ["readCatalogue", (billing) => billing.readCatalogue({ currency: "CAD", language: "en" })],
  ["checkHealth", (billing) => billing.checkHealth()],
  [
    "signIn",
    (billing) => billing.signIn({ email: "owner@maple.example", password: "maple-owner", address: "unknown" }),
  ],
  ["signInSecondStep", (billing) => billing.signInSecondStep({ challenge: "x", code: "123456", address: "unknown" })],
  ["listManagedAccounts", (billing) => billing.listManagedAccounts(11)],
  ["readRecipients", (billing) => billing.readRecipients({ loginId: 11, accountId: 1001 })],
];
const questions = Object.entries(QUESTIONS).map(([name, ask]): (typeof others)[number] => [
  name,
  (billing) => ask(billing, asks(LOGINS.owner, 1001)),
]);

test.each([...others, ...questions])("%s: a database that fails is an answer, not an exception", async (_, ask) => {
  expect(await ask(withoutTables)).toEqual(UNAVAILABLE);
});

test("a time zone that does not exist stops invoices alone: what is overdue is not guessed", async () => {
  const { db, billing } = await seededBilling();
  const engine = engineAt(db, Date.now(), "America/Montréal");
  const query = asks(LOGINS.owner, 1001);
  expect(await QUESTIONS.listInvoices?.(engine, query)).toEqual(UNAVAILABLE);
  expect(await QUESTIONS.listServices?.(engine, query)).toMatchObject({ ok: true });
  expect(await QUESTIONS.listInvoices?.(billing, query)).toMatchObject({ ok: true });
});
