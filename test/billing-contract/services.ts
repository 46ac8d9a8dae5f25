import { beforeAll, describe, expect, test } from "vitest";
import { BILLING_CYCLES } from "../../shared/billing-contract/billing-cycle.ts";
import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import { SERVICE_STATUSES, type ServiceList } from "../../shared/billing-contract/customer.ts";
import type { ContractCustomer } from "./customer.ts";
import { EVERYTHING, valueIn, writes } from "./questions.ts";
import { type BillingUnderTest, newOwner } from "./scene.ts";

const PLAN = { planId: "web-plus", domain: "plan.example.ca", billingCycle: "annually", price: 10_788 } as const;
const REQUESTED_AT = "2026-11-01T14:30:00Z";

export function readServiceCases(system: BillingUnderTest): void {
  const { billing, scene } = system;

  test("returns the service as in the list, and null for another account's service or an unknown id", async () => {
    const [owner, other] = [await newOwner(system), await newOwner(system)];
    const id = await scene.service(owner.query.accountId, { ...PLAN, nextDueOn: "2027-06-20" });
    await scene.service(owner.query.accountId);
    const foreign = await scene.service(other.query.accountId, { name: "Foreign" });
    const read = async (serviceId: number) => (await valueIn(billing.readService(owner.query, serviceId))).service;
    expect(await read(id)).toMatchObject({ id, planId: "web-plus", nextDueDate: "2027-06-20", recurringPrice: 10_788 });
    expect(await read(id)).toEqual(await owner.service(id));
    for (const nothing of [foreign, 99_999_999]) expect(await read(nothing)).toBeNull();
    await scene.remove("services", id);
    expect(await read(id)).toBeNull();
  });

  test("returns a service's server and user, or null if it has none, and lists never include them", async () => {
    const [owner, other] = [await newOwner(system), await newOwner(system)];
    const place = { server: { id: 7, user: "user-7@panel.example" } };
    const placed = await scene.service(owner.query.accountId, place);
    const nowhere = await scene.service(owner.query.accountId);
    const foreign = await scene.service(other.query.accountId, place);
    const serverOf = async (id: number) => (await valueIn(billing.readService(owner.query, id))).server;
    expect(await serverOf(placed)).toEqual({ server: "7", user: "user-7@panel.example" });
    for (const none of [nowhere, foreign, 99_999_999]) expect(await serverOf(none)).toBeNull();
    expect(JSON.stringify(await owner.services())).not.toContain("panel.example");
  });
}

export function zoneNoticeCases(system: BillingUnderTest): void {
  const { billing, scene } = system;

  test("accepts only the account's own services", async () => {
    const [owner, other] = [await newOwner(system), await newOwner(system)];
    const own = await scene.service(owner.query.accountId);
    const foreign = await scene.service(other.query.accountId);
    const notify = (serviceId: number) =>
      billing.notifyZoneChange(writes(owner.query, true), { serviceId, zone: "example.ca", added: [], removed: [] });
    expect(await notify(own)).toMatchObject({ ok: true, value: { account: { id: owner.query.accountId } } });
    for (const nothing of [foreign, 99_999_999]) {
      expect(await notify(nothing)).toEqual({ ok: false, problem: { code: "not_found" } });
    }
  });
}

export function serviceCases(system: BillingUnderTest): void {
  const { scene, what } = system;

  test("a service has its plan, its product line, its dates and its price", async () => {
    const owner = await newOwner(system);
    const id = await scene.service(owner.query.accountId, { ...PLAN, nextDueOn: "2027-06-20" });
    expect(await owner.services()).toEqual([
      {
        id,
        plan: "Web Plus",
        planId: "web-plus",
        line: "web-hosting",
        domain: "plan.example.ca",
        status: "active",
        billingCycle: "annually",
        nextDueDate: "2027-06-20",
        recurringPrice: 10_788,
        cancellation: null,
      },
    ]);
  });

  test("a service that is not based on a plan of the catalogue has only a name", async () => {
    const owner = await newOwner(system);
    const sold = { name: "Ana & Co’s «site» <migration>", billingCycle: "one_time", price: 15_000 } as const;
    const id = await scene.service(owner.query.accountId, { ...sold, status: "completed" });
    expect(await owner.service(id)).toMatchObject({
      ...{ plan: sold.name, planId: null, line: null, domain: null, nextDueDate: null, status: "completed" },
      ...{ billingCycle: "one_time", recurringPrice: 15_000 },
    });
  });

  test("lists every billing cycle and every amount exactly", async () => {
    const owner = await newOwner(system);
    const prices = [0, 1, 99, 100, 1005, 123_456, 99_999_999, 4];
    for (const [index, billingCycle] of BILLING_CYCLES.entries()) {
      await scene.service(owner.query.accountId, { billingCycle, price: prices[index] ?? 0 });
    }
    const services = await owner.services();
    expect(services.map(({ billingCycle }) => billingCycle)).toEqual([...BILLING_CYCLES]);
    expect(services.map(({ recurringPrice }) => recurringPrice)).toEqual(prices.slice(0, BILLING_CYCLES.length));
  });

  test("the active list has pending, active and suspended services, and the full list has every status", async () => {
    const owner = await newOwner(system);
    for (const status of SERVICE_STATUSES) await scene.service(owner.query.accountId, { status });
    const listed = async (status: ServiceList["status"]) => (await owner.services({ status })).map((one) => one.status);
    expect(await listed("active")).toEqual(["pending", "active", "suspended"]);
    expect(await listed("all")).toEqual([...SERVICE_STATUSES]);
  });

  test("a cancellation request has its date and the day on which it takes effect", async () => {
    const owner = await newOwner(system);
    const due = { nextDueOn: "2027-06-20" };
    const [ending, ended] = [
      await scene.service(owner.query.accountId, due),
      await scene.service(owner.query.accountId, due),
    ];
    const atEnd = { when: "end_of_period", effectiveOn: "2027-06-20", requestedAt: REQUESTED_AT } as const;
    const atOnce = { when: "immediately", effectiveOn: "2026-11-01", requestedAt: REQUESTED_AT } as const;
    await scene.cancellation(ending, atEnd);
    await scene.cancellation(ended, atOnce);
    expect((await owner.service(ending))?.cancellation).toEqual(atEnd);
    const effectiveOn = what.cancelsAtOnce ? "2026-11-01" : "2026-11-02";
    expect((await owner.service(ended))?.cancellation).toEqual({ ...atOnce, effectiveOn });
  });
}

/** Checks that services are filtered by domain name and by a connection's limit. */
export function serviceFilterCases(system: BillingUnderTest): void {
  const { scene } = system;

  describe("the list of services with a filter", () => {
    let owner: ContractCustomer;
    const ids: Record<string, number> = {};
    const NAMES = ["example.com", "www.example.com", "a.b.example.com"];
    const ALIKE = ["notexample.com", "example.com.au", "example.co"];
    beforeAll(async () => {
      owner = await newOwner(system);
      for (const domain of [...NAMES, ...ALIKE]) ids[domain] = await scene.service(owner.query.accountId, { domain });
      await scene.service(owner.query.accountId);
      const other = await newOwner(system);
      await scene.service(other.query.accountId, { domain: "other.example.com" });
    });
    const found = async (list: Partial<ServiceList>) => (await owner.services(list)).map(({ domain }) => domain);

    test("has the services for the domain and its subdomains, only from this account", async () => {
      expect(await found({ domain: "example.com" })).toEqual(NAMES);
      expect(await found({ domain: "b.example.com" })).toEqual(["a.b.example.com"]);
      expect(await found({ domain: "nothing.example.com" })).toEqual([]);
    });

    test.each(["%", "_", "%.com", "exa%le.com", "example_com", "*.example.com", "[a-z]xample.com", "' OR 1=1 --", ""])(
      "treats %j in the domain filter as plain text",
      async (domain) => expect(await found({ domain })).toEqual([]),
    );

    test.each<[string, Partial<ServiceList> | (() => Partial<ServiceList>), string[]]>([
      ["to the account", { within: EVERYTHING, domain: "example.com" }, NAMES],
      ["to a domain: that name and those under it", { within: { kind: "domain", name: "example.com" } }, NAMES],
      [
        "to a domain, filtered by a name under it",
        { within: { kind: "domain", name: "example.com" }, domain: "www.example.com" },
        ["www.example.com"],
      ],
      [
        "to a domain, filtered by another name",
        { within: { kind: "domain", name: "example.com" }, domain: "example.co" },
        [],
      ],
      [
        "to a service: only that service",
        () => ({ within: { kind: "service", id: ids["example.co"] ?? 0 } }),
        ["example.co"],
      ],
      [
        "to a service, filtered by another name",
        () => ({ within: { kind: "service", id: ids["example.co"] ?? 0 }, domain: "example.com" }),
        [],
      ],
      ["to another account's service", { within: { kind: "service", id: 2201 } }, []],
    ])("has only the services within the limit (limited %s)", async (_, list, shown) => {
      expect(await found(typeof list === "function" ? list() : list)).toEqual(shown);
    });
  });
}

/** Checks that a connection with a limit never gets an unfiltered list. */
export function limitCases(system: BillingUnderTest, method: "listServices" | "listDomains"): void {
  test.each([
    ["without a limit", {}],
    ["with an unknown kind of limit", { within: { kind: "line", id: "web-hosting" } as unknown as ResourceLimit }],
  ])("refuses a list %s", async (_, limit) => {
    const { query } = await newOwner(system);
    await system.scene.service(query.accountId);
    await system.scene.domain(query.accountId, { name: `limit-${query.accountId}.ca` });
    const list = { status: "all", limit: 100, ...limit } as ServiceList;
    expect(await system.billing[method](query, list as never)).toMatchObject({
      problem: { code: "billing_unavailable" },
    });
  });
}
