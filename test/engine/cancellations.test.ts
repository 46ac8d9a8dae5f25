import { expect, test } from "vitest";
import { codeOf, valueIn } from "./support/questions.ts";
import { actingScene } from "./support/scene.ts";

const { sql, owner, at, pass } = await actingScene();
await sql.run("UPDATE services SET next_due_on = '2027-06-20' WHERE id = 2101");

test.each([
  ["another account's", 2201, "not_found"],
  ["none", 99_999, "not_found"],
  ["being cancelled", 2105, "already_requested"],
  ["terminated", 2104, "not_cancellable"],
  ["pending", 2107, "not_cancellable"],
  ["one-time", 2106, "not_cancellable"],
  ["one-time and active", 2106, "not_cancellable"],
])("a service that is %s (%i) is not cancelled, stated or done: %s", async (name, serviceId, code) => {
  if (name.endsWith("active")) await sql.run("UPDATE services SET status = 'active' WHERE id = ?", serviceId);
  expect(await codeOf(owner.stateCancellation(serviceId, "immediately"))).toBe(code);
  expect(await codeOf(owner.cancelService(serviceId, "immediately"))).toBe(code);
});

test("at the end of a period that is over: today", async () => {
  const statement = await valueIn(owner.stateCancellation(2103, "end_of_period"));
  expect(statement.service.nextDueDate && statement.service.nextDueDate < "2026-11-20").toBe(true);
  expect(statement.effectiveOn).toBe("2026-11-20");
});

test("immediately: the service is over and what is unpaid for it is withdrawn", async () => {
  const done = await valueIn(owner.cancelService(2103, "immediately"));
  expect(done).toMatchObject({ effectiveOn: "2026-11-20", service: { status: "cancelled" } });
  expect(await owner.service(2103)).toMatchObject({ status: "cancelled" });
  expect(await owner.invoice(6107)).toMatchObject({ status: "cancelled" });
  expect(await sql.value("SELECT status FROM orders WHERE invoice_id = 6107")).toBe("cancelled");
});

test("twenty times at once with different references is one", async () => {
  const asked = Array.from({ length: 20 }, () => owner.cancelService(2102, "end_of_period"));
  expect((await Promise.all(asked)).filter(({ ok }) => ok)).toHaveLength(1);
});

test("at the end of the period: stated as it is then done, cancelled when the day has come, no renewal before", async () => {
  const statement = await valueIn(owner.stateCancellation(2101, "end_of_period"));
  expect(statement).toMatchObject({ effectiveOn: "2027-06-20", when: "end_of_period" });
  expect(statement.consequences.length).toBeGreaterThan(2);
  const done = await valueIn(owner.cancelService(2101, "end_of_period", "too big", "end"));
  expect(done.consequences).toEqual(statement.consequences);
  expect(done.service.cancellation).toEqual({
    when: "end_of_period",
    effectiveOn: "2027-06-20",
    requestedAt: "2026-11-20T15:00:00Z",
  });
  expect(await valueIn(owner.cancelService(2101, "end_of_period", null, "end"))).toEqual(done);
  expect(await codeOf(owner.cancelService(2101, "end_of_period"))).toBe("already_requested");

  for (const [day, status] of [
    ["2027-06-19", "active"],
    ["2027-06-20", "cancelled"],
  ] as const) {
    at.now = Date.parse(`${day}T01:00:00Z`);
    await pass(0);
    expect(await owner.service(2101), day).toMatchObject({ status });
  }
  expect(await codeOf(owner.cancelService(2101, "immediately"))).toBe("already_requested");
  expect(await sql.count("orders WHERE service_id = 2101")).toBe(0);
});
