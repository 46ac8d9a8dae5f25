import { afterEach, describe, expect, test, vi } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { CALL, codeOf, QUESTIONS, valueIn, writes } from "../billing-contract/questions.ts";
import { DAY_MS, NOW } from "./support/acting.ts";
import { engineAt } from "./support/engine.ts";
import { actingScene, loggedErrors } from "./support/scene.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";

const UNAVAILABLE = { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } };
/** Matches the id of a scheduled run. */
const RUN = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const { db, sql, engine, owner, registrar, pass, settled } = await actingScene(
  ...seedStatements(new Date(NOW)),
  "DELETE FROM actions",
  "DELETE FROM orders",
  "DELETE FROM cancellations WHERE service_id = 2101",
  "UPDATE services SET status = 'active', billing_cycle = 'monthly', next_due_on = '2026-11-21' WHERE id IN (2101, 2102)",
);
const lines = loggedErrors();
const logged = (event: string) => lines.filter((line) => line.event === event);

const address = "unknown";
const others: [string, (billing: BillingSystem) => Promise<unknown>][] = [
  ["readCatalogue", (billing) => billing.readCatalogue(CALL, { currency: "CAD", language: "en" })],
  ["checkHealth", (billing) => billing.checkHealth(CALL)],
  [
    "signIn",
    (billing) => billing.signIn(CALL, { email: "owner@maple.example", password: "maple-owner", address, marks: [] }),
  ],
  [
    "signInSecondStep",
    (billing) => billing.signInSecondStep(CALL, { challenge: "x", code: "123456", address, marks: [] }),
  ],
  ["listManagedAccounts", (billing) => billing.listManagedAccounts({ ...CALL, loginId: 11 })],
  ["readHolding", (billing) => billing.readHolding({ ...CALL, loginId: 11, accountId: 1001 })],
  ["readRecipients", (billing) => billing.readRecipients({ ...CALL, loginId: 11, accountId: 1001 })],
];
const questions = Object.entries(QUESTIONS).map(([name, ask]): (typeof others)[number] => [
  name,
  (billing) => ask(billing, owner.query),
]);

test.each([...others, ...questions])(
  "%s returns a problem and does not throw if the database fails",
  async (_, ask) => {
    expect(await ask(engineAt(sqliteD1(), Date.now))).toEqual(UNAVAILABLE);
  },
);

test("an unknown time zone makes invoices unavailable, but not services", async () => {
  const nowhere = engineAt(db, NOW, "America/Montréal");
  expect(await QUESTIONS.listInvoices(nowhere, owner.query)).toEqual(UNAVAILABLE);
  expect(await QUESTIONS.listServices(nowhere, owner.query)).toMatchObject({ ok: true });
  expect(await QUESTIONS.listInvoices(engine, owner.query)).toMatchObject({ ok: true });
});

describe("a row that cannot be written", () => {
  afterEach(() => sql.run("DROP TRIGGER IF EXISTS fails"));
  const failAt = (when: string, message: string) =>
    sql.run(`CREATE TRIGGER fails BEFORE ${when} BEGIN SELECT RAISE(ABORT, '${message}'); END`);
  const code = expect.stringMatching(/^(?:D1|SQLITE)_/);

  test.each([
    ["a constraint that no concurrent change explains", "CHECK constraint failed: services.secret", true],
    ["another error", "the words of another party", false],
  ])("is logged and stops neither other rows nor later steps: %s", async (_, message, isConstraint) => {
    // Service 2102 is another row of the same account, and a later step changes this domain.
    await sql.run(
      "UPDATE domains SET expires_on = '2026-11-25', status = 'active', auto_renew = 0 WHERE name = 'ana.dev'",
    );
    await pass(0);
    await failAt("UPDATE OF status ON services WHEN OLD.id = 2101", message);
    await pass(9 * DAY_MS);
    await pass(0);
    expect(await owner.service(2101)).toMatchObject({ status: "active" });
    expect(await owner.service(2102)).toMatchObject({ status: "suspended" });
    expect(await owner.domain("ana.dev")).toMatchObject({ status: "grace" });
    const cause = { code, name: expect.any(String), where: expect.any(String) };
    expect(logged("row_failed")).toContainEqual({
      event: "row_failed",
      request_id: RUN,
      account: 1001,
      step: "service_is_suspended",
      service: 2101,
      cause: expect.objectContaining(isConstraint ? { ...cause, constraint: message } : cause),
    });
    expect(JSON.stringify(lines)).not.toContain("another party");
  });

  test("is logged as a failed action if the account has not changed", async () => {
    await failAt("INSERT ON cancellations", "CHECK constraint failed: x");
    const action = writes({ ...owner.query, requestId: "r-cancel" }, true);
    const cancelled = engine.cancelService(action, { serviceId: 2101, when: "immediately", reason: null });
    expect(await codeOf(cancelled)).toBe("billing_unavailable");
    const where = expect.stringContaining("account-store.ts");
    const cause = { name: "RevisionConflict", code, where, constraint: "CHECK constraint failed: x" };
    expect(lines).toEqual([
      {
        event: "action_failed",
        request_id: "r-cancel",
        account: 1001,
        operation: "cancelService",
        cause: expect.objectContaining(cause),
      },
    ]);
  });
});

test("a paid order that waits is logged with its account, age and number of attempts", async () => {
  const { orderId, invoice } = await valueIn(owner.orderDomain("free-waits-long.com"));
  registrar.available = false;
  await valueIn(engine.payInvoice(writes({ ...owner.query, requestId: "r-pay" }, true), invoice?.id ?? 0));
  await settled();
  await pass(DAY_MS);
  const waits = {
    event: "order_not_done_yet",
    account: 1001,
    order: orderId,
    kind: "register",
    why: "registrar_unavailable",
    placed_at: "2026-11-20T15:00:00Z",
  };
  expect(logged("order_not_done_yet")).toEqual([
    { ...waits, request_id: "r-pay", age_hours: 0, tries: 1 },
    { ...waits, request_id: RUN, age_hours: 24, tries: 2 },
  ]);
  expect(JSON.stringify(lines)).not.toContain("free-waits-long");
});

describe("a paid renewal", () => {
  const placedRenewal = async () => {
    registrar.hold("ana.dev", { expiresOn: "2027-02-24" });
    return valueIn(owner.renewDomain("ana.dev", { years: 1, expectedPrice: 2199 }));
  };

  test("resumes two minutes after its run stopped", async () => {
    const placed = await placedRenewal();
    vi.spyOn(registrar, "renew").mockRejectedValueOnce(new Error("died"));
    await valueIn(owner.payInvoice(placed));
    await pass(119_000);
    expect(registrar.timesAsked("renew")).toBe(0);
    await pass(1_000);
    expect(await owner.domain("ana.dev")).toMatchObject({ expiresOn: "2028-02-24" });
  });
});
