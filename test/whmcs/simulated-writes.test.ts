import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { productOf, seededState } from "../../dev/whmcs/seed.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";
import { writeFaults } from "../../dev/whmcs/write-faults.ts";
import { askSimulator } from "./support/ask-simulator.ts";

const NOW = Date.parse("2026-11-20T15:00:00Z");
const LATE_MS = 200_000;
const DAY_MS = 86_400_000;
const FAULTS = writeFaults({ lateMs: LATE_MS, slowMs: 30 });
const ORDER = {
  ...{ clientid: 1001, paymentmethod: "mailin", "domain[0]": "faulty.ca" },
  ...{ "domaintype[0]": "register", "regperiod[0]": 1 },
};

let simulator: WhmcsSimulator;
const at = { now: NOW };
beforeAll(async () => {
  simulator = await WhmcsSimulator.start({ now: () => at.now });
});
afterAll(() => simulator.stop());
beforeEach(() => {
  at.now = NOW;
  Object.assign(simulator.state, seededState(new Date(NOW)));
  simulator.installation.journal.length = 0;
  simulator.faults.clear();
});
const ask = (action: string, parameters: Record<string, string | number>) =>
  askSimulator(simulator, action, parameters);

/** The orders that were placed through the API. */
const ordered = ({ state, installation: { adminId } }: WhmcsSimulator) =>
  state.orders.filter(({ adminRequestorId }) => adminRequestorId === adminId);

/** What comes, unless it never does: `answered` with what AddOrder says by itself, `said` with another text, or `none` that a program can read. */
async function outcome(neverEnds = false): Promise<string> {
  const hangUp = new AbortController();
  const before = simulator.calls.length;
  const asked = askSimulator(simulator, "AddOrder", ORDER, hangUp.signal).catch(() => null);
  if (neverEnds) {
    // Its work is done in the turn in which it is noted; an earlier one that was hung up may still be running.
    await expect.poll(() => simulator.calls.length, { interval: 5 }).toBe(before + 1);
    hangUp.abort();
  }
  const answer = await asked;
  if (!answer) return "none";
  return answer.result === "success" && answer.orderid ? "answered" : "said";
}

describe("a write that meets", () => {
  const expected = Object.keys(FAULTS).map((name): [string, number, string] => {
    const [work = "", ...answer] = name.split("_");
    const said = ["error", "warning"].includes(answer.join("_"));
    const own = name === "twice" || name === "done_slow";
    return [name, { nothing: 0, done: 1, late: 1, twice: 2 }[work] ?? -1, own ? "answered" : said ? "said" : "none"];
  });
  test.each(expected)("%s is done %i times, and %s", async (name, times, answered) => {
    const fault = FAULTS[name];
    if (!fault) throw new Error(name);
    const before = simulator.state.orders.filter(({ clientId }) => clientId === 1001).length;
    simulator.faults.plan(fault, { action: "AddOrder", times: 1 });
    expect(await outcome(/never|stalled/.test(name))).toBe(answered);
    const isLate = name.startsWith("late");
    expect(ordered(simulator)).toHaveLength(isLate ? 0 : times);
    at.now = NOW + LATE_MS - 1;
    await ask("GetOrders", { userid: 1001 });
    expect(ordered(simulator)).toHaveLength(isLate ? 0 : times);
    at.now = NOW + LATE_MS;
    const listed = await ask("GetOrders", { userid: 1001 });
    expect(listed.totalresults).toBe(before + times);
    expect(simulator.installation.journal).toHaveLength(times);
    expect(await outcome()).toBe("answered");
  });
});

test("two that are worked on at once do not see each other: an upgrade and a cancellation may be there twice", async () => {
  const { state } = simulator;
  const service = state.services.find(
    ({ clientId, status, billingCycle }) => clientId === 1001 && status === "Active" && billingCycle === "Annually",
  );
  const serviceid = service?.id ?? 0;
  const change = { newproductid: productOf("web-pro"), newproductbillingcycle: "annually", paymentmethod: "mailin" };
  simulator.faults.plan(FAULTS.twice ?? { kind: "empty" }, { times: 2 });
  expect(await ask("UpgradeProduct", { serviceid, type: "product", ...change })).toMatchObject({ result: "success" });
  expect(await ask("AddCancelRequest", { serviceid })).toMatchObject({ result: "success" });
  const of = (rows: { serviceId: number }[]) => rows.filter(({ serviceId }) => serviceId === serviceid).length;
  expect([of(state.upgrades), of(state.cancellations), ordered(simulator).length]).toEqual([2, 2, 2]);
});

test("work that is late is done by the clock itself, unless the installation stops", async () => {
  const live = await WhmcsSimulator.start();
  live.faults.plan({ kind: "write", times: 1, afterMs: 20, answer: { kind: "reset" } }, { times: 1 });
  await askSimulator(live, "AddOrder", ORDER).catch(() => null);
  await expect.poll(() => ordered(live).length).toBe(1);
  live.faults.plan({ kind: "write", times: 1, afterMs: 60_000, answer: { kind: "reset" } }, { times: 1 });
  await askSimulator(live, "AddOrder", ORDER).catch(() => null);
  expect(live.late.count).toBe(1);
  await live.stop();
  expect([live.late.count, ordered(live).length]).toEqual([0, 1]);
});

describe("a registrar's module", () => {
  const domain = () => simulator.state.domains.find(({ name }) => name === "studio-ana.ca");
  const of = (more: Record<string, string | number> = {}) => ({ domainid: domain()?.id ?? 0, ...more });
  const useModule = (name: string) => Object.assign(domain() ?? {}, { registrar: name });
  const unsupported = { result: "error", message: "Registrar Function Not Supported" };

  test("keeps nameservers, five at most, and the lock, off where nothing is said", async () => {
    const hosts = [1, 2, 3, 4, 5, 6].map((index) => [`ns${index}`, `ns${index}.other.example`]);
    expect(await ask("DomainUpdateNameservers", of(Object.fromEntries(hosts)))).toEqual({ result: "success" });
    expect(await ask("DomainGetNameservers", of())).toEqual({
      result: "success",
      ...Object.fromEntries(hosts.slice(0, 5)),
    });
    expect(await ask("DomainUpdateNameservers", of({ ns1: "ns1.other.example" }))).toMatchObject({ result: "error" });
    expect(await ask("DomainGetLockingStatus", of())).toMatchObject({ lockstatus: "locked" });
    await ask("DomainUpdateLockingStatus", of());
    expect(await ask("DomainGetLockingStatus", of())).toMatchObject({ lockstatus: "unlocked" });
    // As PHP reads a text.
    await ask("DomainUpdateLockingStatus", of({ lockstatus: "false" }));
    expect(await ask("DomainGetLockingStatus", of())).toMatchObject({ lockstatus: "locked" });
  });

  test("gives the code as a page shows it, or mails it to the registrant and gives none", async () => {
    const { eppcode } = await ask("DomainRequestEPP", of());
    expect(eppcode).toMatch(/&lt;.*&quot;/);
    useModule("mailer");
    expect(await ask("DomainRequestEPP", of())).toEqual({ result: "success" });
    expect(simulator.installation.registrar.mailedCodes).toEqual(["studio-ana.ca"]);
  });

  test("cannot do all, fails on the change alone, or succeeds without an answer", async () => {
    useModule("bare");
    for (const action of ["DomainGetNameservers", "DomainGetLockingStatus", "DomainUpdateLockingStatus"]) {
      expect(await ask(action, of())).toEqual(unsupported);
    }
    useModule("lockfail");
    expect(await ask("DomainGetNameservers", of())).toEqual({ result: "success" });
    expect(await ask("DomainGetLockingStatus", of())).toMatchObject({ lockstatus: "unlocked" });
    expect(await ask("DomainUpdateLockingStatus", of({ lockstatus: 1 }))).toMatchObject({ result: "error" });
    useModule("");
    expect(await ask("DomainGetLockingStatus", of())).toMatchObject({ result: "success" });
  });

  test("fails with the texts that are planned, and of a name that it has not", async () => {
    simulator.installation.registrar.failures.push("Registrar Error Message: cURL error 28: timed out");
    expect(await ask("DomainGetNameservers", of())).toMatchObject({
      message: expect.stringContaining("cURL error 28"),
    });
    expect(await ask("DomainGetNameservers", of())).toMatchObject({ result: "success" });
    simulator.installation.registrar.names.delete("studio-ana.ca");
    expect(await ask("DomainGetNameservers", of())).toMatchObject({ result: "error" });
    expect(await ask("DomainGetNameservers", { domainid: 9 })).toEqual({
      result: "error",
      message: "Domain ID Not Found",
    });
  });
});

describe("the daily run", () => {
  const passDays = (count: number) => {
    for (let day = 0; day < count; day++) {
      at.now += DAY_MS;
      simulator.control.runDay();
    }
  };
  const orderedPlan = () =>
    simulator.control.order(
      { clientId: 1001, products: [{ productId: productOf("web-plus"), cycle: "monthly", domain: "run.ca" }] },
      { userId: 11 },
    );
  const serviceOf = (orderId: number) => simulator.state.services.find((service) => service.orderId === orderId);

  test("ends what is to be cancelled: at once, or with its term", async () => {
    const { state, control } = simulator;
    const [atOnce, atEnd] = [orderedPlan(), orderedPlan()];
    for (const [{ id, invoiceId }, type] of [
      [atOnce, "Immediate"],
      [atEnd, "End of Billing Period"],
    ] as const) {
      control.pay(invoiceId ?? 0);
      const request = { serviceid: serviceOf(id)?.id ?? 0, type, reason: "moving" };
      expect(await ask("AddCancelRequest", request)).toMatchObject({ result: "success", userid: 1001 });
      expect(await ask("AddCancelRequest", request)).toMatchObject({ message: "Existing Cancellation Request Exists" });
      expect(serviceOf(id)).toMatchObject({ status: "Active" });
    }
    expect(state.cancellations.at(-1)).toMatchObject({ reason: "moving", requestedAt: new Date(NOW).toISOString() });
    passDays(1);
    expect([serviceOf(atOnce.id)?.status, serviceOf(atEnd.id)?.status]).toEqual(["Cancelled", "Active"]);
    passDays(29);
    expect(serviceOf(atEnd.id)?.status).toBe("Cancelled");
  });

  test("invoices a renewal once, and suspends and ends what is not paid", () => {
    const { state, control } = simulator;
    const { id, invoiceId } = orderedPlan();
    control.pay(invoiceId ?? 0);
    const service = serviceOf(id);
    passDays(20);
    const renewals = () =>
      state.invoices.filter(
        (invoice) => invoice.id !== invoiceId && invoice.items?.some(({ relatedId }) => relatedId === service?.id),
      );
    expect(renewals()).toMatchObject([{ status: "Unpaid", dueOn: "2026-12-20" }]);
    passDays(16);
    expect(service?.status).toBe("Suspended");
    control.pay(renewals()[0]?.id ?? 0);
    expect(service).toMatchObject({ status: "Active", nextDueOn: "2027-01-20" });
    passDays(60);
    expect(service?.status).toBe("Terminated");
  });

  test("captures what is on such a gateway, for who has a card stored, and leaves the rest", () => {
    const { state, control } = simulator;
    const domains = [{ name: "captured.ca", type: "Register" as const, years: 1 }];
    const captured = control.order({ clientId: 1001, domains, paymentMethod: "stripe" }, { adminId: 1 });
    const left = control.order({ clientId: 1001, domains }, { adminId: 1 });
    expect(captured).toMatchObject({ adminRequestorId: 1, requestorId: 0 });
    passDays(1);
    const statusOf = (invoiceId: number | null) => state.invoices.find(({ id }) => id === invoiceId)?.status;
    expect([statusOf(captured.invoiceId), statusOf(left.invoiceId)]).toEqual(["Paid", "Unpaid"]);
  });

  test("completes a transfer that was paid", () => {
    const { state, control } = simulator;
    const domains = [{ name: "moved.ca", type: "Transfer" as const, years: 1, authCode: "code" }];
    const { invoiceId } = control.order({ clientId: 1001, domains }, { userId: 11 });
    const status = () => state.domains.find(({ name }) => name === "moved.ca")?.status;
    control.pay(invoiceId ?? 0);
    expect(status()).toBe("Pending Transfer");
    passDays(1);
    expect(status()).toBe("Active");
  });
});
