import { describe, expect, test } from "vitest";
import { accountToken, getAccountApi, readAccountApi } from "../../../support/account-api.ts";
import {
  expectAccountHeaders,
  expectListParameters,
  expectOwnCursorsAlone,
  expectProblem,
  type ListAnswer,
  walkList,
} from "../../../support/account-lists.ts";

interface Domain {
  id: number;
  domain: string;
  unicode_domain: string;
  status: string;
  renewal_price: number | null;
  [key: string]: unknown;
}
interface Domains extends ListAnswer {
  currency: string;
  domains: Domain[];
}

const owner = () => accountToken("owner", { account: 1001 });

async function domainsOf(query: string, token?: string): Promise<Domain[]> {
  return (await readAccountApi<Domains>(`/account/domains${query}`, token ?? (await owner()))).domains;
}

const namesOf = (domains: Domain[]) => domains.map(({ domain }) => domain);

test("gives the names still held, by name, with the account and its currency", async () => {
  const response = await getAccountApi("/account/domains", await owner());
  expectAccountHeaders(response);
  const { account, currency, domains, next_cursor } = (await response.json()) as Domains;
  expect({ account, currency, next_cursor }).toEqual({
    account: { id: 1001, name: "Studio Ana Inc." },
    currency: "CAD",
    next_cursor: null,
  });
  expect(domains.map(({ domain, status }) => [domain, status])).toEqual([
    ["ana.dev", "active"],
    ["studio-ana.ca", "active"],
    ["studio-ana.com", "redemption"],
    ["studio-ana.io", "pending_transfer"],
    ["studio-ana.quebec", "active"],
    ["xn--atelier-ana-montral-rzb.ca", "active"],
  ]);
});

test("one name in full, as it is published", async () => {
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

test("a name beyond ASCII is given in both of its forms, and found by each", async () => {
  for (const asked of ["atelier-ana-montréal.ca", "XN--ATELIER-ANA-MONTRAL-RZB.ca.", "www.Atelier-Ana-Montréal.CA"]) {
    expect(await domainsOf(`?domain=${encodeURIComponent(asked)}`)).toMatchObject([
      { domain: "xn--atelier-ana-montral-rzb.ca", unicode_domain: "atelier-ana-montréal.ca" },
    ]);
  }
});

test("all of them are also those no longer held; what is not renewed has no price", async () => {
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

describe("the domain filter", () => {
  test.each([
    ["studio-ana.ca", ["studio-ana.ca"]],
    ["WWW.Studio-Ana.CA.", ["studio-ana.ca"]],
    ["www.ana.dev", ["ana.dev"]],
    ["shop.studio-ana.ca", []],
    ["ana.ca", []],
    ["ana-europe.fr", []],
  ])("%s", async (domain, names) => {
    expect(namesOf(await domainsOf(`?domain=${domain}`))).toEqual(names);
  });

  test.each(["", ".", "localhost", "*.ca", "a..ca"])("%j is refused", async (domain) => {
    await expectProblem(`/account/domains?domain=${domain}`, await owner(), {
      status: 400,
      code: "invalid_parameter",
      parameters: ["domain"],
    });
  });
});

test("a status that is none of the filter's is refused", async () => {
  await expectProblem("/account/domains?status=expired", await owner(), {
    status: 400,
    code: "invalid_parameter",
    parameters: ["status"],
  });
});

test("limit, cursor and unknown parameters are held to", async () => {
  await expectListParameters("/account/domains", await accountToken("nocard"));
});

describe("paging", () => {
  test.each([7, 25, 100])("pages of %i are the whole list, in its order, nothing twice", async (limit) => {
    const token = await accountToken("big", { scopes: limit === 7 ? ["domains:write"] : [] });
    const domains = await walkList<Domain>(`/account/domains?status=all&limit=${limit}`, "domains", token);
    expect(new Set(domains.map(({ id }) => id)).size).toBe(250);
    expect(domains).toHaveLength(250);
    expect(namesOf(domains)).toEqual(namesOf(domains).toSorted());
  });

  test("those still held are the whole list without the others", async () => {
    const token = await accountToken("big", { scopes: [] });
    const all = await walkList<Domain>("/account/domains?status=all&limit=100", "domains", token);
    const held = await walkList<Domain>("/account/domains?limit=60", "domains", token);
    expect(held).toEqual(all.filter(({ status }) => status !== "expired" && status !== "transferred_away"));
    expect(held.length).toBeLessThan(all.length);
  });

  test("a page has 25 names where no limit is given", async () => {
    expect(await domainsOf("", await accountToken("big", { scopes: [] }))).toHaveLength(25);
  });

  test("a cursor is good for its connection, list and filters alone", async () => {
    await expectOwnCursorsAlone("/account/domains?limit=2", await accountToken("big", { scopes: [] }), {
      paths: [
        "/account/domains?limit=2&status=all",
        "/account/domains?limit=2&domain=a.com",
        "/account/services?limit=2",
      ],
      token: await accountToken("big", { scopes: ["domains:write"] }),
    });
  });
});

describe("a limited connection", () => {
  test("to a domain shows that one", async () => {
    const token = await accountToken("owner", { account: 1001, limit: "domain:studio-ana.ca" });
    expect(namesOf(await domainsOf("?status=all", token))).toEqual(["studio-ana.ca"]);
    expect(await domainsOf("?domain=ana.dev", token)).toEqual([]);
  });

  test("to a service shows none", async () => {
    const token = await accountToken("owner", { account: 1001, limit: "service:2101" });
    expect(await domainsOf("?status=all", token)).toEqual([]);
  });
});

test("a contact with the permission sees them", async () => {
  expect(await domainsOf("", await accountToken("contact"))).toHaveLength(6);
});

test("another account's names are never shown", async () => {
  const token = await accountToken("owner", { account: 1002 });
  expect(namesOf(await domainsOf("?status=all&limit=100", token))).toEqual(["ana-europe.eu", "ana-europe.fr"]);
});
