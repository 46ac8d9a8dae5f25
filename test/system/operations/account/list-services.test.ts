import { describe, expect, test } from "vitest";
import { accountToken, getAccountApi, readAccountApi } from "../../../support/account-api.ts";
import {
  expectAccountHeaders,
  expectListParameters,
  expectOwnCursorsAlone,
  expectProblem,
  idsOf,
  type ListAnswer,
  walkList,
} from "../../../support/account-lists.ts";

interface Service {
  id: number;
  status: string;
  domain: string | null;
  cancellation: object | null;
  [key: string]: unknown;
}
interface Services extends ListAnswer {
  currency: string;
  services: Service[];
}

const owner = () => accountToken("owner", { account: 1001 });

async function servicesOf(query: string, token?: string): Promise<Service[]> {
  return (await readAccountApi<Services>(`/account/services${query}`, token ?? (await owner()))).services;
}

test("gives the services that are in use, by id, with the account and its currency", async () => {
  const response = await getAccountApi("/account/services", await owner());
  expectAccountHeaders(response);
  const { account, currency, services, next_cursor } = (await response.json()) as Services;
  expect({ account, currency, next_cursor }).toEqual({
    account: { id: 1001, name: "Studio Ana Inc." },
    currency: "CAD",
    next_cursor: null,
  });
  expect(services.map(({ id, status }) => [id, status])).toEqual([
    [2101, "active"],
    [2102, "active"],
    [2103, "suspended"],
    [2105, "active"],
    [2107, "pending"],
  ]);
});

test("one service in full, as it is published", async () => {
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

test("all of them are also those that are over; what the catalogue does not have has no plan id", async () => {
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

test("a cancellation that was asked for is shown", async () => {
  const [service] = await servicesOf("?domain=build.ana.dev");
  expect(service?.cancellation).toEqual({
    when: "end_of_period",
    effective_on: service?.next_due_date,
    requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT15:20:00Z$/),
  });
});

describe("the domain filter", () => {
  test.each([
    ["studio-ana.ca", [2101, 2102]],
    ["WWW.Studio-Ana.CA.", [2101, 2102]],
    ["shop.studio-ana.ca", [2102]],
    ["ana.dev", [2103, 2105, 2107]],
    ["www.build.ana.dev", [2105]],
    ["na.dev", []],
    ["studio-ana.com", []],
    ["free-nothing.ca", []],
  ])("%s", async (domain, ids) => {
    expect(idsOf(await servicesOf(`?domain=${domain}`))).toEqual(ids);
  });

  test("goes together with the status", async () => {
    expect(idsOf(await servicesOf("?domain=studio-ana.com&status=all"))).toEqual([2108]);
  });

  test.each(["", "localhost", "%25", "a_b.ca", "studio-ana.ca%0d%0aX", "127.0.0.1"])(
    "%j is refused",
    async (domain) => {
      await expectProblem(`/account/services?domain=${domain}`, await owner(), {
        status: 400,
        code: "invalid_parameter",
        parameters: ["domain"],
      });
    },
  );
});

test.each(["status=", "status=Active", "status=pending"])("%s is refused", async (query) => {
  await expectProblem(`/account/services?${query}`, await owner(), {
    status: 400,
    code: "invalid_parameter",
    parameters: ["status"],
  });
});

test("limit, cursor and unknown parameters are held to", async () => {
  await expectListParameters("/account/services", await accountToken("nocard"));
});

describe("paging", () => {
  test.each([1, 7, 25, 100])("pages of %i are the whole list, in its order", async (limit) => {
    const ids = idsOf(
      await walkList<Service>(`/account/services?status=all&limit=${limit}`, "services", await accountToken("big")),
    );
    expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => 2501 + index));
  });

  test("those in use are the whole list without the terminated ones", async () => {
    const token = await accountToken("big");
    const all = await walkList<Service>("/account/services?status=all&limit=100", "services", token);
    const inUse = await walkList<Service>("/account/services?limit=9", "services", token);
    expect(inUse).toEqual(all.filter(({ status }) => status !== "terminated"));
    expect(inUse.length).toBeLessThan(all.length);
  });

  test("a cursor is good for its connection, list and filters alone", async () => {
    await expectOwnCursorsAlone("/account/services?limit=2", await accountToken("big"), {
      paths: [
        "/account/services?limit=2&status=all",
        "/account/services?limit=2&domain=ana.dev",
        "/account/domains?limit=2",
      ],
      token: await accountToken("big", { scopes: ["billing:write"] }),
    });
  });
});

describe("a limited connection", () => {
  const limited = (limit: string) => accountToken("owner", { account: 1001, limit });

  test("to a service shows that one", async () => {
    const token = await limited("service:2101");
    expect(idsOf(await servicesOf("?status=all", token))).toEqual([2101]);
    expect(idsOf(await servicesOf("?domain=shop.studio-ana.ca", token))).toEqual([]);
  });

  test("to a domain shows the services of that name and under it", async () => {
    const token = await limited("domain:studio-ana.ca");
    expect(idsOf(await servicesOf("?status=all", token))).toEqual([2101, 2102]);
    expect(idsOf(await servicesOf("?domain=shop.studio-ana.ca", token))).toEqual([2102]);
    expect(idsOf(await servicesOf("?domain=ana.dev", token))).toEqual([]);
  });
});

test("a login without the permission is told so, after its parameters were looked at", async () => {
  const token = await accountToken("contact");
  await expectProblem("/account/services", token, { status: 403, code: "permission_denied" });
  await expectProblem("/account/services?limit=0", token, {
    status: 400,
    code: "invalid_parameter",
    parameters: ["limit"],
  });
});

test("another account's services are never shown", async () => {
  const token = await accountToken("owner", { account: 1002 });
  expect(idsOf(await servicesOf("?status=all&limit=100", token))).toEqual([2201, 2202]);
  expect(await servicesOf("?status=all&domain=studio-ana.ca", token)).toEqual([]);
});
