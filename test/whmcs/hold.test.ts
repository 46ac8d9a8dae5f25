import { afterAll, expect, test } from "vitest";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs({ profile: "8.13", now: () => Date.parse("2026-11-20T15:00:00Z") });
const { simulator, billing, operator } = whmcs;
const customer = contractCustomer(billing, asks(11, 1001, "orders"));
afterAll(() => whmcs.stop());

test("a database on hold refuses what would change something, sends none of it, and answers questions", async () => {
  await valueIn(customer.orderDomain("before-hold.com", {}, "known"));
  await operator.hold();
  const orders = simulator.state.orders.length;
  expect(await codeOf(customer.orderDomain("while-held.com", {}, "another"))).toBe("changes_held");
  // It was sent before: not to be called undone.
  expect(await codeOf(customer.orderDomain("before-hold.com", {}, "known"))).toBe("billing_unavailable");
  expect(simulator.state.orders).toHaveLength(orders);
  expect((await billing.readAccount(asks(11, 1001))).ok).toBe(true);
});
