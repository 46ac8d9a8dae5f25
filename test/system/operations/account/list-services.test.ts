import { describe, expect, test } from "vitest";
import { AccountClient, type Caller } from "../../../support/account-client.ts";
import { describeList, expectFirstPage, expectProblem, idsOf } from "../../../support/account-lists.ts";

interface Service {
  id: number;
  status: string;
  [key: string]: unknown;
}

const api = new AccountClient();
const servicesOf = async (query: string, by: Caller = {}) =>
  (await api.read<{ services: Service[] }>(`/account/services${query}`, by)).services;

test("without a status: services in use, by id, with the account and its currency", () =>
  expectFirstPage(
    api,
    "services",
    ["id", "status"],
    [
      [2101, "active"],
      [2102, "active"],
      [2103, "suspended"],
      [2105, "active"],
      [2107, "pending"],
    ],
  ));

test("every member of one service", async () => {
  const [{ next_due_date, manage_url, ...service } = {} as Service] = await servicesOf("?domain=shop.studio-ana.ca");
  expect(service).toEqual({
    id: 2102,
    plan: "WordPress Start",
    plan_id: "wp-start",
    line: "wordpress-hosting",
    domain: "shop.studio-ana.ca",
    status: "active",
    billing_cycle: "monthly",
    recurring_price: 11.99,
    cancellation: null,
  });
  expect(next_due_date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(new URL(manage_url as string).pathname).toBe("/client-area/services/2102");
});

test("status=all includes terminated services; a plan outside the catalogue has no id", async () => {
  const services = await servicesOf("?status=all");
  expect(idsOf(services)).toEqual([2101, 2102, 2103, 2104, 2105, 2106, 2107, 2108]);
  expect(services.find(({ id }) => id === 2106)).toMatchObject({
    plan: "Site migration",
    plan_id: null,
    line: null,
    domain: null,
    status: "completed",
    billing_cycle: "one_time",
    next_due_date: null,
    recurring_price: 150,
  });
});

test("a requested cancellation is shown", async () => {
  const [service] = await servicesOf("?domain=build.ana.dev");
  expect(service?.cancellation).toEqual({
    when: "end_of_period",
    effective_on: service?.next_due_date,
    requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT15:20:00Z$/),
  });
});

test.each<[query: string, ids: number[], by?: Caller]>([
  ["?domain=studio-ana.ca", [2101, 2102]],
  ["?domain=WWW.Studio-Ana.CA.", [2101, 2102]],
  ["?domain=shop.studio-ana.ca", [2102]],
  ["?domain=ana.dev", [2103, 2105, 2107]],
  ["?domain=www.build.ana.dev", [2105]],
  ["?domain=na.dev", []],
  ["?domain=studio-ana.com", []],
  ["?domain=free-nothing.ca", []],
  ["?domain=studio-ana.com&status=all", [2108]],
  ["?status=all", [2101], { limit: "service:2101" }],
  ["?domain=shop.studio-ana.ca", [], { limit: "service:2101" }],
  ["?status=all", [2101, 2102], { limit: "domain:studio-ana.ca" }],
  ["?domain=shop.studio-ana.ca", [2102], { limit: "domain:studio-ana.ca" }],
  ["?domain=ana.dev", [], { limit: "domain:studio-ana.ca" }],
  ["?status=all&limit=100", [2201, 2202], { account: 1002 }],
  ["?status=all&domain=studio-ana.ca", [], { account: 1002 }],
])("%s: %j by %j", async (query, ids, by) => {
  expect(idsOf(await servicesOf(query, by))).toEqual(ids);
});

describeList<Service>(api, {
  name: "services",
  refused: [
    ...["status=", "status=Active", "status=pending", "domain=", "domain=localhost", "domain=%25", "domain=a_b.ca"],
    ...["domain=studio-ana.ca%0d%0aX", "domain=127.0.0.1"],
  ],
  pages: { limits: [1, 7, 25, 100], length: 60 },
  key: ({ id }) => String(id),
  order: "ascending",
  isCurrent: ({ status }) => status !== "terminated",
  cursor: {
    path: "/account/services?limit=2",
    others: [
      "/account/services?limit=2&status=all",
      "/account/services?limit=2&domain=ana.dev",
      "/account/domains?limit=2",
    ],
  },
});

describe("a login without the permission", () => {
  const by = { login: "contact" };

  test("is refused", () => expectProblem(api, "/account/services", by, { status: 403, code: "permission_denied" }));

  test("is refused a bad parameter first", () =>
    expectProblem(api, "/account/services?limit=0", by, {
      status: 400,
      code: "invalid_parameter",
      parameters: ["limit"],
    }));
});
