import { expect, test } from "vitest";
import { asks, LOGINS, QUESTIONS, writes } from "../../billing-contract/questions.ts";
import { NOW } from "../../engine/support/acting.ts";
import { databaseContract } from "../../engine/support/database-contract.ts";
import { useWorld, World } from "../../support/world.ts";
import { billingThrough, billingWorld } from "./support/billing-worker.ts";

const world = useWorld(billingWorld({ seededOn: new Date(NOW) }));

// The tests of the database contract run on the Worker's own binding.
databaseContract(async () => (await world.system.getWorker<{ DB: D1Database }>("frontdesk-billing").getEnv()).DB);

test("no other Worker can pay an invoice", async () => {
  const pay = Reflect.get(billingThrough(world), "payInvoice");
  await expect(pay(writes(asks(LOGINS.owner, 1001), true), 6110)).rejects.toThrow();
  expect(await world.billing.prepare("SELECT status FROM invoices WHERE id = 6110").first("status")).toBe("unpaid");
});

test("a database without tables causes a problem instead of an exception", async () => {
  const empty = await new World(billingWorld({ isEmpty: true })).start();
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const problem = { code: "billing_unavailable", retryAfter: 5 };
    expect(await ask(billingThrough(empty), asks(LOGINS.owner, 1001)), name).toEqual({ ok: false, problem });
  }
  await empty.close();
});
