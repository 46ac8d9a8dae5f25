import { describe, expect, test } from "vitest";
import { publishedSchema } from "../../../shared/api/definition/json-schema.ts";
import { urlReader } from "../../../shared/api/http/url-input.ts";
import { refusedMembers } from "../../../shared/api/pipeline/input-errors.ts";
import { listDomains } from "../../../workers/account/operations/list-domains.ts";
import { listInvoices } from "../../../workers/account/operations/list-invoices.ts";
import { listServices } from "../../../workers/account/operations/list-services.ts";

const { query: read } = urlReader(listServices.input);

/** The input as it is read from a query. */
function parsed(query: string) {
  return listServices.input.safeParse(read(new URLSearchParams(query), {}));
}

test("what is left out has its default", () => {
  expect(parsed("").data).toEqual({ status: "active", limit: 25 });
});

test.each([
  "studio-ana.ca",
  "STUDIO-Ana.CA",
  "studio-ana.ca.",
  "www.studio-ana.ca",
  "WWW.Studio-Ana.ca.",
  "ｓｔｕｄｉｏ-ana.ca",
])("%s is studio-ana.ca", (domain) => {
  expect(parsed(`domain=${encodeURIComponent(domain)}`).data?.domain).toBe("studio-ana.ca");
});

test.each([
  ["Atelier-Ana-Montréal.ca", "xn--atelier-ana-montral-rzb.ca"],
  ["xn--atelier-ana-montral-rzb.ca", "xn--atelier-ana-montral-rzb.ca"],
  ["www.atelier-ana-montréal.ca", "xn--atelier-ana-montral-rzb.ca"],
  ["shop.studio-ana.ca", "shop.studio-ana.ca"],
  ["www.shop.studio-ana.ca", "shop.studio-ana.ca"],
  ["www2.studio-ana.ca", "www2.studio-ana.ca"],
  ["wwwstudio-ana.ca", "wwwstudio-ana.ca"],
  ["www.ca", "www.ca"],
  ["www.www.ca", "www.ca"],
])("%s is read as %s", (domain, name) => {
  expect(parsed(`domain=${encodeURIComponent(domain)}`).data?.domain).toBe(name);
});

describe("is refused by its name:", () => {
  test.each([
    ["domain=", "domain"],
    ["domain=.", "domain"],
    ["domain=localhost", "domain"],
    ["domain=www.", "domain"],
    ["domain=127.0.0.1", "domain"],
    ["domain=%25.ca", "domain"],
    ["domain=a_b.ca", "domain"],
    ["domain=studio-ana.ca%0d%0aHELP", "domain"],
    ["domain=studio%C2%AD-ana.ca", "domain"],
    ["domain=%20studio-ana.ca", "domain"],
    ["domain=xn--a.com", "domain"],
    [`domain=${"a.".repeat(130)}ca`, "domain"],
    ["status=", "status"],
    ["status=ACTIVE", "status"],
    ["status=unpaid", "status"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=-1", "limit"],
    ["limit=2.5", "limit"],
    ["limit=ten", "limit"],
    ["limit=", "limit"],
    ["limit=1e1", "limit"],
    ["limit=01", "limit"],
    ["limit=1.0", "limit"],
    ["limit=%2010", "limit"],
    ["limit=NaN", "limit"],
    ["cursor=", "cursor"],
    [`cursor=${"A".repeat(1001)}`, "cursor"],
    ["page=2", "page"],
    ["Status=all", "Status"],
    ["__proto__=1", "__proto__"],
  ])("%s", (query, name) => {
    const given = read(new URLSearchParams(query), {});
    const result = listServices.input.safeParse(given);
    const refused = refusedMembers(
      result.error?.issues ?? [],
      given,
      Object.keys(listServices.input.shape),
      "parameter",
    );
    expect(refused.map((member) => member.name)).toEqual([name]);
    expect(refused[0]?.message.en).toMatch(/^(?:must|is|has) .*\.$/);
    expect(refused[0]?.message.fr).not.toBe(refused[0]?.message.en);
  });
});

test("a tool takes a limit as a number alone", () => {
  expect(listServices.input.safeParse({ limit: "5" }).success).toBe(false);
  expect(listServices.input.safeParse({ limit: 5 }).success).toBe(true);
});

test("a list without a domain filter knows no domain", () => {
  expect(listInvoices.input.safeParse({ domain: "studio-ana.ca" }).success).toBe(false);
});

test("the domain filter is published as the text it takes", () => {
  const { domain } = publishedSchema(listDomains.input).schema.properties as Record<string, object>;
  expect(domain).toMatchObject({ type: "string", minLength: 3, maxLength: 254 });
});
