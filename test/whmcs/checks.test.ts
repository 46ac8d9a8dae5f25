import { afterAll, afterEach, expect, test } from "vitest";
import { isWrite } from "../../dev/whmcs/actions/index.ts";
import { RequestParameters } from "../../dev/whmcs/request-parameters.ts";
import type { CheckedCommand } from "../../shared/billing-contract/actions.ts";
import { contractCustomer, domainOrder, planOrder, TRANSFER } from "../billing-contract/customer.ts";
import { asks, codeOf, LOGINS } from "../billing-contract/questions.ts";
import { everyRow } from "../support/every-row.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs({ now: () => Date.parse("2026-11-20T15:00:00Z") });
const { simulator, db, billing } = whmcs;
const owner = contractCustomer(billing, asks(LOGINS.owner, 1001, "orders"));
afterEach(async () => {
  simulator.faults.clear();
  await db.batch(["DELETE FROM actions", "DELETE FROM acting_stopped"].map((sql) => db.prepare(sql)));
});
afterAll(() => whmcs.stop());

const check = (command: CheckedCommand, by = owner.query) => codeOf(billing.checkAction(by, command));

const serviceId = 2101;
const domain = "studio-ana.ca";
const COMMANDS: CheckedCommand[] = [
  { operation: "orderDomain", request: domainOrder("taken-check.com", { ...TRANSFER, authCode: "canary-9Zk!code" }) },
  { operation: "orderPlan", request: planOrder("web-plus") },
  { operation: "renewDomain", request: { domain, years: 1, expectedPrice: null } },
  { operation: "changePlan", request: { serviceId, planId: "web-pro", billingCycle: null, expectedPrice: null } },
  { operation: "cancelService", request: { serviceId, when: "immediately", reason: "canary reason" } },
  { operation: "transferDomainOut", request: { domain } },
  { operation: "setDomainAutoRenew", request: { domain, autoRenew: false } },
  { operation: "setDomainNameservers", request: { domain, nameservers: ["ns1.other.example", "ns2.other.example"] } },
  { operation: "setDomainLock", request: { domain, locked: false } },
];

test.each(COMMANDS)("$operation is judged by reading alone, and no auth code leaves", async (command) => {
  const before = simulator.calls.length;
  expect(await check(command)).toBe("ok");
  const calls = simulator.calls.slice(before);
  expect(calls.length).toBeGreaterThan(0);
  const writes = calls.filter(({ action, parameters }) =>
    isWrite(action, new RequestParameters(new URLSearchParams(parameters))),
  );
  expect(writes).toEqual([]);
  expect(JSON.stringify(calls) + (await everyRow(db))).not.toContain("canary");
});

test("a command whose target another action holds is already requested, but to nobody who may not see that", async () => {
  const order = { operation: "orderDomain", request: domainOrder("held-check.com") } as const;
  expect(await check(order)).toBe("ok");
  simulator.faults.plan({ kind: "html_500" }, { action: "AddOrder", times: 1 });
  expect(await codeOf(owner.orderDomain("held-check.com"))).toBe("billing_unavailable");
  expect(await check(order)).toBe("already_requested");
  expect(await check(order, asks(LOGINS.big, 1001))).toBe("access_lost");
  expect(await check({ ...order, request: domainOrder("other-check.com") })).toBe("ok");
});

test("nothing is possible while no orders and changes are taken", async () => {
  await db.prepare("INSERT INTO acting_stopped VALUES (1, '2026-11-20T15:00:00Z', 'order_was_paid', 1001, 1)").run();
  for (const command of COMMANDS) expect(await check(command), command.operation).toBe("not_offered");
});

test.each(COMMANDS)("$operation that cannot be judged is unavailable, not possible", async (command) => {
  simulator.faults.plan({ kind: "html_500" });
  expect(await codeOf(whmcs.again().billing.checkAction(owner.query, command))).toBe("billing_unavailable");
});
