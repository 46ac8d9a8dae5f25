import { expect, test } from "vitest";
import type { ResourceLimit } from "../../shared/billing-contract/actor.ts";
import { SERVICE_STATUSES, type ServiceList } from "../../shared/billing-contract/customer.ts";
import { LOGINS } from "../billing-contract/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { sql, owner, customer } = await seededBilling();
const french = customer(LOGINS.owner, 1002);

const ids = async (list: Partial<ServiceList>, by = owner) => (await by.services(list)).map(({ id }) => id);

/** One service more for each domain name or status, with ids in that order. */
async function addServices(accountId: number, firstId: number, rows: { domain?: string | null; status?: string }[]) {
  const insert = "INSERT INTO services VALUES (?, ?, NULL, 'Custom', ?, ?, 'monthly', NULL, 100)";
  for (const [index, { domain = null, status = "active" }] of rows.entries()) {
    await sql.run(insert, firstId + index, accountId, domain, status);
  }
}

test("a service has its plan, its line, its price and its cancellation", async () => {
  expect(await owner.service(2101)).toEqual({
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
  const cancelled = await owner.service(2105);
  expect(cancelled?.cancellation).toEqual({
    when: "end_of_period",
    effectiveOn: cancelled?.nextDueDate,
    requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
});

test("what is no plan of the catalogue has a name and nothing more", async () => {
  const nothing = { planId: null, line: null, domain: null, nextDueDate: null };
  expect(await owner.service(2106)).toMatchObject({ ...nothing, plan: "Site migration", billingCycle: "one_time" });
});

test("active is pending, active and suspended; all is every status", async () => {
  const american = customer(LOGINS.totp, 1003);
  const statuses = SERVICE_STATUSES.map((status) => ({ status }));
  await addServices(1003, 3001, statuses);
  const listed = async (status: ServiceList["status"]) =>
    (await american.services({ status })).filter(({ id }) => id >= 3001).map((service) => service.status);
  expect(await listed("active")).toEqual(["pending", "active", "suspended"]);
  expect(await listed("all")).toEqual([...SERVICE_STATUSES]);
});

test("the domain filter is the name and what is under it", async () => {
  const alike = ["notexample.com", "example.com.au", "com", "example.co", null];
  const domains = ["example.com", "www.example.com", "a.b.example.com", ...alike].map((domain) => ({ domain }));
  await addServices(1001, 3101, domains);
  expect(await ids({ domain: "example.com" })).toEqual([3101, 3102, 3103]);
  expect(await ids({ domain: "b.example.com" })).toEqual([3103]);
  expect(await ids({ domain: "nothing.example.com" })).toEqual([]);
});

test.each(["%", "_", "%.com", "exa%le.com", "example_com", "*.example.com", "[a-z]xample.com", "' OR 1=1 --", ""])(
  "%j in the filter means itself",
  async (domain) => expect(await ids({ domain })).toEqual([]),
);

test("a name that has such characters is found by them alone", async () => {
  await addServices(1001, 3201, [{ domain: "my_site.example.net" }, { domain: "my-site.example.net" }]);
  expect(await ids({ domain: "my_site.example.net" })).toEqual([3201]);
});

const SERVICE: ResourceLimit = { kind: "service", id: 2103 };
const DOMAIN: ResourceLimit = { kind: "domain", name: "studio-ana.ca" };
test.each<[Partial<ServiceList>, number[]]>([
  [{ within: SERVICE }, [2103]],
  [{ within: SERVICE, status: "active", domain: "ana.dev" }, [2103]],
  [{ within: SERVICE, domain: "studio-ana.ca" }, []],
  [{ within: DOMAIN }, [2101, 2102]],
  [{ within: DOMAIN, domain: "shop.studio-ana.ca" }, [2102]],
  [{ within: DOMAIN, domain: "ana.dev" }, []],
  // Of another account.
  [{ within: { kind: "service", id: 2201 } }, []],
])("a limit to a service shows it alone, one to a domain those of that name and under it: %j", async (list, shown) => {
  expect(await ids(list)).toEqual(shown);
});

test("a limit to a domain shows no service of another account", async () => {
  await addServices(1002, 3301, [{ domain: "under.studio-ana.ca" }]);
  expect(await ids({ within: DOMAIN })).toEqual([2101, 2102]);
  expect(await ids({ domain: "studio-ana.ca" }, french)).toEqual([3301]);
});
