import { afterEach, expect, test } from "vitest";
import { domainOrder, TRANSFER } from "../billing-contract/customer.ts";
import {
  ACCESS_CHECKED_WRITES,
  asks,
  codeOf,
  LOGINS,
  sendWrite,
  WRITE_REQUESTS,
  type WriteName,
  writes,
} from "../billing-contract/questions.ts";
import { everyRow } from "../support/every-row.ts";
import { useWhmcs } from "./support/use-whmcs.ts";

const whmcs = await useWhmcs({ now: () => Date.parse("2026-11-20T15:00:00Z") });
const { simulator, db, billing } = whmcs;
const OWNER = asks(LOGINS.owner, 1001, "orders");
afterEach(() => db.batch(["DELETE FROM actions", "DELETE FROM acting_stopped"].map((sql) => db.prepare(sql))));

const SUBJECT = { serviceId: 2101, domain: "studio-ana.ca" };
/** Previews a write. Each preview uses a separate host, because failures would open the circuit of a shared one. */
const judge = (name: WriteName) =>
  codeOf(sendWrite(whmcs.again().billing, name, writes(OWNER, false), WRITE_REQUESTS[name](SUBJECT)));

test.each(ACCESS_CHECKED_WRITES)("a preview of %s gets billing_unavailable if WHMCS fails", async (name) => {
  simulator.faults.plan({ kind: "html_500" });
  expect(await judge(name)).toBe("billing_unavailable");
});

test("a preview neither sends nor stores the data that only the write needs", async () => {
  const before = simulator.calls.length;
  const order = domainOrder("taken-check.com", { ...TRANSFER, authCode: "canary-9Zk!code" });
  expect(await codeOf(billing.orderDomain(writes(OWNER, false), order))).toBe("ok");
  const cancellation = { serviceId: 2101, when: "immediately", reason: "canary reason" } as const;
  expect(await codeOf(billing.cancelService(writes(OWNER, false), cancellation))).toBe("ok");
  expect(JSON.stringify(simulator.calls.slice(before)) + (await everyRow(db))).not.toContain("canary");
});

test("a preview on a target with an open action returns already_requested, but only to a login with access", async () => {
  const judgeOrder = (domain: string, by = OWNER) =>
    codeOf(billing.orderDomain(writes(by, false), domainOrder(domain)));
  simulator.faults.plan({ kind: "html_500" }, { action: "AddOrder", times: 1 });
  const unheard = billing.orderDomain(writes(OWNER, true), domainOrder("held-check.com"));
  expect(await codeOf(unheard)).toBe("billing_unavailable");
  expect(await judgeOrder("held-check.com")).toBe("already_requested");
  expect(await judgeOrder("held-check.com", asks(LOGINS.big, 1001))).toBe("access_lost");
  expect(await judgeOrder("other-check.com")).toBe("ok");
});

test("every preview except that of a zone notice is refused while orders and changes are stopped", async () => {
  await db.prepare("INSERT INTO acting_stopped VALUES (1, '2026-11-20T15:00:00Z', 'order_was_paid', 1001, 1)").run();
  for (const name of ACCESS_CHECKED_WRITES)
    if (name !== "notifyZoneChange") expect(await judge(name), name).toBe("not_offered");
});
