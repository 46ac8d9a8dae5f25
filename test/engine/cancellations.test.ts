import { expect, test } from "vitest";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { actingScene } from "./support/scene.ts";

const { sql, owner, at, pass } = await actingScene();
await sql.run("UPDATE services SET next_due_on = '2027-06-20' WHERE id = 2101");

test("immediately: the service is over and what is unpaid for it is withdrawn", async () => {
  const done = await valueIn(owner.cancelService(2103, "immediately"));
  expect(done).toMatchObject({ effectiveOn: "2026-11-20", service: { status: "cancelled" } });
  expect(await owner.service(2103)).toMatchObject({ status: "cancelled" });
  expect(await owner.invoice(6107)).toMatchObject({ status: "cancelled" });
  expect(await sql.value("SELECT status FROM orders WHERE invoice_id = 6107")).toBe("cancelled");
});

test("at the end of the period: cancelled when the day has come, and no renewal before", async () => {
  await valueIn(owner.cancelService(2101, "end_of_period", "too big", "end"));
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
