import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { productOf, seededState } from "../../dev/whmcs/seed.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";

const NOW = Date.parse("2026-11-20T15:00:00Z");
let simulator: WhmcsSimulator;
const DAY_MS = 86_400_000;
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
const ask = (action: string, parameters: Record<string, string | number>) => simulator.ask(action, parameters);

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
