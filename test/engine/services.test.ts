import { expect, test } from "vitest";
import { SERVICE_STATUSES, type ServiceList } from "../../shared/billing-contract/customer.ts";
import { asks, EVERYTHING, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, billing } = await seededBilling();

async function list(options: Partial<ServiceList>, accountId = 1001) {
  const asked: ServiceList = { status: "all", limit: 100, within: EVERYTHING, ...options };
  return (await valueIn(billing.listServices(asks(LOGINS.owner, accountId), asked))).items;
}

const ids = async (options: Partial<ServiceList>, accountId = 1001) =>
  (await list(options, accountId)).map(({ id }) => id);

/** One service more per domain name, with ids in that order. */
async function addServices(accountId: number, firstId: number, domains: (string | null)[]): Promise<void> {
  const insert = "INSERT INTO services VALUES (?, ?, NULL, 'Custom', ?, 'active', 'monthly', NULL, 100)";
  await db.batch(domains.map((domain, index) => db.prepare(insert).bind(firstId + index, accountId, domain)));
}

test("a service has its plan, its line, its price and its cancellation", async () => {
  const services = await list({});
  expect(services.find(({ id }) => id === 2101)).toEqual({
    id: 2101,
    plan: "Web Plus",
    planId: "web-plus",
    line: "web-hosting",
    domain: "studio-ana.ca",
    status: "active",
    billingCycle: "annually",
    nextDueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    recurringPrice: 12 * 899,
    cancellation: null,
  });
  const cancelled = services.find(({ id }) => id === 2105);
  expect(cancelled?.cancellation).toEqual({
    when: "end_of_period",
    effectiveOn: cancelled?.nextDueDate,
    requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
});

test("what is no plan of the catalogue has a name and nothing more", async () => {
  expect((await list({})).find(({ id }) => id === 2106)).toMatchObject({
    plan: "Site migration",
    planId: null,
    line: null,
    domain: null,
    nextDueDate: null,
    billingCycle: "one_time",
  });
});

test("active is pending, active and suspended; all is every status", async () => {
  const insert = "INSERT INTO services VALUES (?, 1003, NULL, 'Custom', NULL, ?, 'monthly', NULL, 0)";
  await db.batch(SERVICE_STATUSES.map((status, index) => db.prepare(insert).bind(3001 + index, status)));
  const asked = { limit: 100, within: EVERYTHING };
  const statuses = async (status: "active" | "all") =>
    (await valueIn(billing.listServices(asks(LOGINS.totp, 1003), { ...asked, status }))).items
      .filter(({ id }) => id >= 3001)
      .map((service) => service.status);
  expect(await statuses("active")).toEqual(["pending", "active", "suspended"]);
  expect(await statuses("all")).toEqual([...SERVICE_STATUSES]);
});

test("the domain filter is the name and what is under it", async () => {
  await addServices(1001, 3101, [
    "example.com",
    "www.example.com",
    "a.b.example.com",
    "notexample.com",
    "example.com.au",
    "com",
    "example.co",
    null,
  ]);
  expect(await ids({ domain: "example.com" })).toEqual([3101, 3102, 3103]);
  expect(await ids({ domain: "b.example.com" })).toEqual([3103]);
  expect(await ids({ domain: "nothing.example.com" })).toEqual([]);
});

test.each(["%", "_", "%.com", "exa%le.com", "example_com", "*.example.com", "[a-z]xample.com", "' OR 1=1 --", ""])(
  "%j in the filter means itself",
  async (domain) => {
    expect(await ids({ domain })).toEqual([]);
  },
);

test("a name that has such characters is found by them alone", async () => {
  await addServices(1001, 3201, ["my_site.example.net", "my-site.example.net"]);
  expect(await ids({ domain: "my_site.example.net" })).toEqual([3201]);
});

test("a limit to a service shows it alone, also with filters", async () => {
  const within = { kind: "service", id: 2103 } as const;
  expect(await ids({ within })).toEqual([2103]);
  expect(await ids({ within, status: "active", domain: "ana.dev" })).toEqual([2103]);
  expect(await ids({ within, domain: "studio-ana.ca" })).toEqual([]);
});

test("a limit to a domain shows the services of that name and under it", async () => {
  const within = { kind: "domain", name: "studio-ana.ca" } as const;
  expect(await ids({ within })).toEqual([2101, 2102]);
  expect(await ids({ within, domain: "shop.studio-ana.ca" })).toEqual([2102]);
  expect(await ids({ within, domain: "ana.dev" })).toEqual([]);
});

test("a limit reaches into no other account", async () => {
  expect(await ids({ within: { kind: "service", id: 2201 } })).toEqual([]);
  await addServices(1002, 3301, ["under.studio-ana.ca"]);
  expect(await ids({ within: { kind: "domain", name: "studio-ana.ca" } })).toEqual([2101, 2102]);
  expect(await ids({ domain: "studio-ana.ca" }, 1002)).toEqual([3301]);
});
