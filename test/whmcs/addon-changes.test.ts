import { afterEach, describe, expect, test } from "vitest";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { answered, CALL } from "./support/reading.ts";
import { useActingWhmcs } from "./support/use-whmcs.ts";

/* Tests what the addon adds to WHMCS's API: a clock check, price changes, and how products are sold. */

const scene = await useActingWhmcs();
const { simulator, db, clock, customer, callsOf } = scene;
const { state, addon } = simulator;
const products = structuredClone(state.products);
afterEach(async () => {
  Object.assign(state, { products: structuredClone(products) });
  await scene.again().runScheduledWork();
});

const product = (id = 41) => state.products.find((one) => one.id === id) ?? expect.fail("no product");
const plans = async () =>
  answered(await scene.again().billing.readCatalogue(CALL, { currency: "CAD", language: "en" })).plans;

test.each([-61_000, 61_000])(
  "a call with a clock difference of %i ms orders nothing, and its reference can be used again",
  async (apart) => {
    const { now } = clock;
    const other = contractCustomer(scene.again({}, undefined, () => now + apart).billing, asks(11, 1001));
    expect(await codeOf(other.orderDomain(scene.name, {}, scene.name))).toBe("billing_unavailable");
    expect(state.domains.some(({ name }) => name === scene.name)).toBe(false);
    expect(scene.events()).toContain("billing_not_admitted");
    expect(await codeOf(customer().orderDomain(scene.name, {}, scene.name))).toBe("ok");
  },
);

test("the Worker reads prices once for each change that the hooks record, even after the addon was reinstalled", async () => {
  const system = scene.again();
  await system.followChanges();
  const before = callsOf("GetProducts");
  product().prices.CAD = { ...product().prices.CAD, monthly: 4_321 };
  addon.notePrices();
  for (let time = 0; time < 2; time++) await system.followChanges();
  expect(JSON.stringify(await plans())).toContain("4321");
  expect(callsOf("GetProducts")).toBe(before + 1);
  await db.prepare("UPDATE addon SET last_event = 100000").run();
  addon.notePrices();
  await system.followChanges();
  expect(callsOf("GetProducts")).toBe(before + 2);
});

test("a price change is read again if the first read fails", async () => {
  const system = scene.again();
  await system.followChanges();
  product().prices.CAD = { ...product().prices.CAD, monthly: 8_765 };
  addon.notePrices();
  simulator.faults.plan({ kind: "html_500" }, { action: "GetProducts" });
  await system.followChanges();
  expect(scene.events()).toContain("scheduled_work_failed");
  simulator.faults.clear();
  await system.followChanges();
  expect(JSON.stringify(await plans())).toContain("8765");
});

describe("products in WHMCS", () => {
  const checked = () => scene.again().runScheduledWork();

  test("a retired product is not in the catalogue and cannot be ordered", async () => {
    product().isRetired = true;
    await checked();
    expect((await plans()).map(({ id }) => id)).not.toContain("web-start");
    expect(await codeOf(customer().quotePlanOrder("web-start", { domain: scene.name }))).toBe("not_offered");
  });

  test("an order for a pro rata product is refused with the reason, before it is sent", async () => {
    product().isProRata = true;
    await checked();
    const before = callsOf("AddOrder");
    expect(await customer().orderPlan("web-start", { domain: scene.name })).toMatchObject({
      problem: { code: "not_offered", reason: { en: expect.stringContaining("billing day") } },
    });
    expect(callsOf("AddOrder")).toBe(before);
  });

  test("a plan change that WHMCS does not allow is not offered", async () => {
    const service = state.services.find(
      ({ clientId, status, name, nextDueOn }) =>
        clientId === 1001 && status === "Active" && name === "Web Plus" && nextDueOn !== null,
    );
    if (!service) throw new Error("no service");
    service.nextDueOn = new Date(clock.now + 45 * 86_400_000).toISOString().slice(0, 10);
    const obstacle = async () => (await valueIn(customer().quotePlanChange(service.id, "web-pro"))).obstacle;
    await checked();
    expect(await obstacle()).toBeNull();
    product(service.productId).upgradesTo = [];
    await checked();
    expect(await obstacle()).not.toBeNull();
  });
});
