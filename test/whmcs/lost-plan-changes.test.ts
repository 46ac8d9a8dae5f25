import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextId } from "../../dev/whmcs/state.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/** Two services of one account that are changed in the same minute: nothing in the list of orders says which order is whose. */

const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
const whmcs = await startWhmcs({ profile: "8.13", addonVersion: 1, now: () => clock.now });
const { state, faults } = whmcs.simulator;
const ACCOUNT = 1001;
const QUERY = asks(11, ACCOUNT, "orders");
afterAll(() => whmcs.stop());
beforeEach(() => {
  clock.now += 3 * 86_400_000;
  logLines();
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});

function newService(): number {
  const service = state.services.find(({ billingCycle, name }) => billingCycle === "Annually" && name === "Web Plus");
  if (!service) throw new Error("no service to copy");
  const id = nextId(state, "services");
  state.services.push({ ...service, id, clientId: ACCOUNT, status: "Active", nextDueOn: "2027-06-20", orderId: 0 });
  return id;
}

const change = (serviceId: number) =>
  codeOf(contractCustomer(whmcs.again().billing, QUERY).changePlan(serviceId, "web-pro", {}, `change-${serviceId}`));
const find = (serviceId: number) =>
  whmcs.again().billing.findAction(QUERY, `change-${serviceId}`, {
    operation: "changePlan",
    target: `service:${serviceId}`,
    sentAt: new Date(clock.now).toISOString(),
  });
const upgradesOf = (id: number) => state.upgrades.filter(({ serviceId }) => serviceId === id).length;

test("the order of one is not taken for the other's, whose call was lost", async () => {
  const [lost, made] = [newService(), newService()];
  loseNextOrder();
  expect(await change(lost)).toBe("billing_unavailable");
  loseNextAnswer();
  expect(await change(made)).toBe("billing_unavailable");
  expect([upgradesOf(lost), upgradesOf(made)]).toEqual([0, 1]);
  // As long as the other may still be told which order is its own.
  expect(await codeOf(find(lost))).toBe("billing_unavailable");
  clock.now += 181_000;
  for (const id of [lost, made]) expect(await valueIn(find(id))).toMatchObject({ state: "several" });
});

test("the order of one is found once the other has its own", async () => {
  const [lost, made] = [newService(), newService()];
  loseNextAnswer();
  expect(await change(lost)).toBe("billing_unavailable");
  expect(await change(made)).toBe("ok");
  expect(await valueIn(find(lost))).toMatchObject({ state: "done" });
});

/** What a change costs is asked by the same action: the fault is for the call that orders. */
function loseNextOrder(): void {
  faults.plan({ kind: "write", times: 0, afterMs: 0, answer: { kind: "html_500" } }, { times: 1 });
}

function loseNextAnswer(): void {
  faults.plan({ kind: "write", times: 1, afterMs: 0, answer: { kind: "html_500" } }, { times: 1 });
}
