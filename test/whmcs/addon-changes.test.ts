import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { PageVisitor } from "../support/page-visitor.ts";
import { answered, CALL, logLines } from "./support/reading.ts";
import { Customer } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

/* What the addon tells that WHMCS's own API does not: what was changed, and what is sold how. */

const START = Date.parse("2026-11-20T15:00:00Z");
const at = { now: START };
const whmcs = await startWhmcs({ now: () => at.now });
const { simulator, db } = whmcs;
const { state, addon } = simulator;
/** Orders stay: their ids are given once. */
const stored = structuredClone({
  ...{ products: state.products, groupNames: {}, cancellations: state.cancellations },
});
const options = { ...addon.options };
await whmcs.runScheduledWork();

let lines: Record<string, unknown>[];
let days = 0;
beforeEach(() => {
  at.now = START + ++days * 10 * 86_400_000;
  lines = logLines();
});
afterEach(async () => {
  Object.assign(state, structuredClone(stored));
  Object.assign(addon.options, options);
  simulator.faults.clear();
  await whmcs.again().runScheduledWork();
  vi.restoreAllMocks();
});
afterAll(() => whmcs.stop());

const product = (id = 41) => {
  const found = state.products.find((one) => one.id === id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
};
const linesOf = (event: string) => lines.filter((line) => line.event === event);
const plans = async () =>
  answered(await whmcs.again().billing.readCatalogue(CALL, { currency: "CAD", language: "en" })).plans;
const customer = () => contractCustomer(whmcs.again().billing, asks(11, 1001, "orders"));
const calls = (name: string) => simulator.calls.filter(({ action }) => action === name).length;
const checked = () => whmcs.again().runScheduledWork();

test("refusals are answers: the host is not spared for them", async () => {
  const { billing } = whmcs.again();
  for (let codes = 0; codes < 6; codes++) {
    const begun = answered(await billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" }));
    const returned = { state: (JSON.parse(begun.state) as { state: string }).state, code: "over" };
    const ended = await billing.endSignIn(CALL, { state: begun.state, returned, returnTo: RETURN_TO });
    expect(ended).toMatchObject({ ok: true, value: { outcome: "expired" } });
  }
  expect(linesOf("billing_circuit_opened")).toEqual([]);
});

test.each([-61_000, 61_000])("clocks that are %i ms apart order nothing, and leave nothing behind", async (apart) => {
  const name = `clock-${days}.com`;
  const own = contractCustomer(whmcs.again({}, undefined, () => at.now + apart).billing, asks(11, 1001, "orders"));
  expect(await codeOf(own.orderDomain(name, {}, name))).toBe("billing_unavailable");
  expect(state.domains.some((row) => row.name === name)).toBe(false);
  expect(linesOf("billing_not_admitted")).not.toEqual([]);
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("ok");
});

describe("what its hooks have noted", () => {
  test("a change of prices is read at once, and once", async () => {
    const system = whmcs.again();
    await system.followChanges();
    const before = calls("GetProducts");
    product().prices.CAD = { ...product().prices.CAD, monthly: 4_321 };
    addon.note("prices");
    await system.followChanges();
    expect(JSON.stringify(await plans())).toContain("4321");
    expect(calls("GetProducts")).toBe(before + 1);
    await system.followChanges();
    expect(calls("GetProducts")).toBe(before + 1);
  });

  test("a request to cancel is shown at once", async () => {
    const system = whmcs.again();
    const service = state.services.find(({ clientId, status }) => clientId === 1001 && status === "Active");
    if (!service) throw new Error("no service");
    const cancellation = { id: 9_001, serviceId: service.id, requestedAt: new Date(at.now).toISOString(), reason: "" };
    state.cancellations.push({ ...cancellation, type: "Immediate" });
    const read = await system.billing.readService(
      { ...CALL, loginId: 11, accountId: 1001, permissions: [] },
      service.id,
    );
    expect(answered(read).service?.cancellation).toMatchObject({ when: "immediately" });
  });

  test("what is older than a new table is told from the beginning", async () => {
    const system = whmcs.again();
    const before = calls("GetProducts");
    await db.prepare("UPDATE addon SET last_event = 100000").run();
    addon.note("prices");
    await system.followChanges();
    expect(calls("GetProducts")).toBe(before + 1);
  });
});

describe("what is sold how", () => {
  test("a product that is retired leaves the catalogue, and is not ordered", async () => {
    product().isRetired = true;
    await checked();
    await checked();
    expect((await plans()).map(({ id }) => id)).not.toContain("web-start");
    expect(await codeOf(customer().quotePlanOrder("web-start", { domain: `retired-${days}.com` }))).toBe("not_offered");
  });

  test("one that is billed pro rata is refused before it is sent, with the reason", async () => {
    product().proRataDay = 1;
    await checked();
    const before = calls("AddOrder");
    const order = customer().orderPlan("web-start", { domain: `prorata-${days}.com` });
    expect(await order).toMatchObject({
      problem: { code: "not_offered", reason: { en: expect.stringContaining("billing day") } },
    });
    expect(calls("AddOrder")).toBe(before);
  });

  test("a change that WHMCS does not allow is not offered", async () => {
    const service = state.services.find(
      ({ clientId, status, name, nextDueOn }) =>
        clientId === 1001 && status === "Active" && name === "Web Plus" && nextDueOn !== null,
    );
    if (!service) throw new Error("no service");
    service.nextDueOn = new Date(at.now + 45 * 86_400_000).toISOString().slice(0, 10);
    await checked();
    expect(await valueIn(customer().quotePlanChange(service.id, "web-pro"))).toMatchObject({ obstacle: null });
    product(service.productId).upgradesTo = [];
    await checked();
    const quote = await valueIn(customer().quotePlanChange(service.id, "web-pro"));
    expect(quote.obstacle).not.toBeNull();
  });
});

describe("a ticket's link", () => {
  test("leads whoever may see it to its page, and nobody else", async () => {
    const described = await whmcs.again().billing.describe(CALL);
    const { links } = answered(described);
    expect(links).toMatchObject({ ticket: "/index.php?m=frontdesk&ticket={id}", tickets: "/supporttickets.php" });
    const ticket = state.tickets.find(({ clientId }) => clientId === 1001);
    const owner = new Customer(whmcs, "owner");
    await owner.signIn();
    const address = (id: number | undefined) => links.ticket.replace("{id}", String(id));
    expect(await owner.visitor.open(address(ticket?.id))).toMatchObject({ status: 200 });
    const foreign = state.tickets.find(({ clientId }) => clientId === 1005);
    expect(await owner.visitor.open(address(foreign?.id))).toMatchObject({ status: 403 });
    const nobody = await new PageVisitor(simulator.url).open(address(ticket?.id));
    expect(nobody.html).toContain('name="username"');
  });
});
