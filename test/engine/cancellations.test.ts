import { beforeAll, describe, expect, test } from "vitest";
import { actingEngine, acts, NOW } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, billing, sql } = await seededBilling(new Date(NOW));
const acting = actingEngine(db);
beforeAll(async () => {
  await sql.run("UPDATE services SET next_due_on = '2027-06-20' WHERE id = 2101");
});

const owner = asks(LOGINS.owner, 1001, "products");

describe("a cancellation", () => {
  test.each<[number, string]>([
    [2201, "not_found"],
    [99_999, "not_found"],
    [2105, "already_requested"],
    [2104, "not_cancellable"],
    [2107, "not_cancellable"],
    [2106, "not_cancellable"],
  ])("of service %i is refused, stated or done: %s", async (serviceId, code) => {
    const request = { serviceId, when: "immediately" } as const;
    expect(await acting.engine.stateCancellation(owner, request)).toMatchObject({ problem: { code } });
    const cancelled = await acting.engine.cancelService(acts(), { ...request, reason: null });
    expect(cancelled).toMatchObject({ problem: { code } });
  });

  test("of an active one-time service is refused", async () => {
    await sql.run("UPDATE services SET status = 'active' WHERE id = 2106");
    const request = { serviceId: 2106, when: "immediately" } as const;
    expect(await acting.engine.stateCancellation(owner, request)).toMatchObject({
      problem: { code: "not_cancellable" },
    });
  });

  test("immediately: the service is over and what is unpaid for it is withdrawn", async () => {
    const request = { serviceId: 2103, when: "immediately", reason: null } as const;
    const done = await valueIn(acting.engine.cancelService(acts(), request));
    expect(done).toMatchObject({ effectiveOn: "2026-11-20", service: { status: "cancelled" } });
    const row =
      await sql.row(`SELECT s.status, i.status AS invoice, o.status AS renewal FROM services s, invoices i JOIN orders o ON o.invoice_id = i.id
         WHERE s.id = 2103 AND i.id = 6107`);
    expect(row).toEqual({ status: "cancelled", invoice: "cancelled", renewal: "cancelled" });
  });

  test("twenty times at once with different references is one", async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        billing.cancelService(acts(`c${index}`), { serviceId: 2102, when: "end_of_period", reason: null }),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("at the end of the period: stated as it is then done, cancelled when the day has come, no renewal before", async () => {
    const request = { serviceId: 2101, when: "end_of_period" } as const;
    const statement = await valueIn(acting.engine.stateCancellation(owner, request));
    expect(statement).toMatchObject({ effectiveOn: "2027-06-20", when: "end_of_period" });
    expect(statement.consequences.length).toBeGreaterThan(2);
    const done = await valueIn(acting.engine.cancelService(acts("end"), { ...request, reason: "too big" }));
    expect(done.consequences).toEqual(statement.consequences);
    expect(done.service.cancellation).toEqual({
      when: "end_of_period",
      effectiveOn: "2027-06-20",
      requestedAt: "2026-11-20T15:00:00Z",
    });
    expect(await acting.engine.cancelService(acts("end"), { ...request, reason: null })).toEqual({
      ok: true,
      value: done,
    });
    expect(await acting.engine.cancelService(acts(), { ...request, reason: null })).toMatchObject({
      problem: { code: "already_requested" },
    });

    for (const [day, status] of [
      ["2027-06-19", "active"],
      ["2027-06-20", "cancelled"],
    ] as const) {
      acting.at.now = Date.parse(`${day}T01:00:00Z`);
      await acting.engine.runScheduledJobs();
      expect(await status2101(), day).toBe(status);
    }
    const renewals = await sql.rows("SELECT 1 FROM orders WHERE service_id = 2101");
    expect(renewals).toEqual([]);
  });
});

function status2101() {
  return sql.value<string>("SELECT status FROM services WHERE id = 2101");
}
