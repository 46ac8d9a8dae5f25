import { expect, test } from "vitest";
import { AccountClient, type Caller } from "../../../support/account-client.ts";
import { describeList, expectFirstPage } from "../../../support/account-lists.ts";

interface Domain {
  id: number;
  domain: string;
  status: string;
  [key: string]: unknown;
}

const api = new AccountClient();
const domainsOf = async (query: string, by: Caller = {}) =>
  (await api.read<{ domains: Domain[] }>(`/account/domains${query}`, by)).domains;

test("without a status: names still held, by name, with the account and its currency", () =>
  expectFirstPage(
    api,
    "domains",
    ["domain", "status"],
    [
      ["ana.dev", "active"],
      ["studio-ana.ca", "active"],
      ["studio-ana.com", "redemption"],
      ["studio-ana.io", "pending_transfer"],
      ["studio-ana.quebec", "active"],
      ["xn--atelier-ana-montral-rzb.ca", "active"],
    ],
  ));

test("every member of one name", async () => {
  const [{ registered_on, expires_on, next_due_date, manage_url, ...domain } = {} as Domain] =
    await domainsOf("?domain=studio-ana.ca");
  expect(domain).toEqual({
    id: 4101,
    domain: "studio-ana.ca",
    unicode_domain: "studio-ana.ca",
    status: "active",
    renewal_price: 18.99,
    renewal_years: 1,
    auto_renew: true,
  });
  for (const date of [registered_on, expires_on, next_due_date]) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(new URL(manage_url as string).pathname).toBe("/client-area/domains/studio-ana.ca");
});

test.each(["atelier-ana-montréal.ca", "XN--ATELIER-ANA-MONTRAL-RZB.ca.", "www.Atelier-Ana-Montréal.CA"])(
  "%s: an internationalised name is found by each form and given in both",
  async (name) => {
    expect(await domainsOf(`?domain=${encodeURIComponent(name)}`)).toMatchObject([
      { domain: "xn--atelier-ana-montral-rzb.ca", unicode_domain: "atelier-ana-montréal.ca" },
    ]);
  },
);

test("status=all includes names no longer held; what is not renewed has no price", async () => {
  const domains = await domainsOf("?status=all");
  expect(domains).toHaveLength(8);
  expect(domains.find(({ domain }) => domain === "studio-ana.net")).toMatchObject({
    status: "transferred_away",
    renewal_price: null,
    next_due_date: null,
    auto_renew: false,
  });
  expect(domains.find(({ domain }) => domain === "studio-ana.org")).toMatchObject({ status: "expired" });
});

test.each<[query: string, names: string[], by?: Caller]>([
  ["?domain=studio-ana.ca", ["studio-ana.ca"]],
  ["?domain=WWW.Studio-Ana.CA.", ["studio-ana.ca"]],
  ["?domain=www.ana.dev", ["ana.dev"]],
  ["?domain=shop.studio-ana.ca", []],
  ["?domain=ana.ca", []],
  ["?domain=ana-europe.fr", []],
  ["?status=all", ["studio-ana.ca"], { limit: "domain:studio-ana.ca" }],
  ["?domain=ana.dev", [], { limit: "domain:studio-ana.ca" }],
  ["?status=all", [], { limit: "service:2101" }],
  ["?status=all&limit=100", ["ana-europe.eu", "ana-europe.fr"], { account: 1002 }],
])("%s: %j by %j", async (query, names, by) => {
  expect((await domainsOf(query, by)).map(({ domain }) => domain)).toEqual(names);
});

describeList<Domain>(api, {
  name: "domains",
  refused: [...["status=expired", "domain=", "domain=.", "domain=localhost", "domain=*.ca", "domain=a..ca"]],
  pages: { limits: [7, 25, 100], length: 250 },
  key: ({ domain }) => domain,
  order: "ascending",
  isCurrent: ({ status }) => status !== "expired" && status !== "transferred_away",
  cursor: {
    path: "/account/domains?limit=2",
    others: [
      "/account/domains?limit=2&status=all",
      "/account/domains?limit=2&domain=a.com",
      "/account/services?limit=2",
    ],
  },
});

test("a contact with the permission sees the names", async () => {
  expect(await domainsOf("", { login: "contact" })).toHaveLength(6);
});
