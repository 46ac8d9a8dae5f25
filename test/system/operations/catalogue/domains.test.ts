import { describe, expect, test } from "vitest";
import { extensions } from "../../../../dev/seed/catalogue.ts";
import { catalogueUrl, get, problem, request } from "../../../support/catalogue-api.ts";

interface Pricing {
  domains: { tld: string; register: number; transfer: number; renew: number }[];
}

describe("getDomainPricing", () => {
  test.each(["", "&tld=all"])("has every extension that takes new names, featured ones first%s", async (filter) => {
    const { domains } = await get<Pricing>(`/domains/pricing?currency=EUR${filter}`);
    expect(domains).toEqual(
      extensions
        .filter(({ tld }) => tld !== ".qc.ca")
        .map(({ tld, prices: { EUR } }) => ({
          tld,
          ...{ register: EUR.register / 100, transfer: EUR.transfer / 100, renew: EUR.renew / 100 },
        })),
    );
  });

  test("picks extensions in the order asked for, with or without the dot and in any case; a repeated parameter is a list", async () => {
    const { domains } = await get<Pricing>("/domains/pricing?tld=CA,.co.uk,com");
    expect(domains.map(({ tld }) => tld)).toEqual([".ca", ".co.uk", ".com"]);
    expect(await get<Pricing>("/domains/pricing?tld=CA&tld=.co.uk&tld=com")).toEqual(
      await get<Pricing>("/domains/pricing?tld=CA,.co.uk,com"),
    );
  });

  test.each([
    ["qc.ca", "not_found", /^\.qc\.ca: not sold here/],
    ["com,zz,qq", "not_found", /^\.zz, \.qq: not sold here\. Extensions sold: \.com, \.ca/],
    ["%3Cb%3E", "not_found", /^[^<]+$/],
    ["", "invalid_parameter", /^tld /],
    ["com,.COM", "invalid_parameter", /^tld /],
  ])("of %s is %s", async (tld, code, words) => {
    expect(await problem(`/domains/pricing?tld=${tld}`)).toMatchObject({ code, detail: expect.stringMatching(words) });
  });
});

/** Each test from an address of its own: checks are limited by address. */
let caller = 0;
const check = async (domain: string, query = "") => {
  const headers = { "CF-Connecting-IP": `192.0.2.${++caller}` };
  const response = await request(`/domains/availability?domain=${encodeURIComponent(domain)}${query}`, { headers });
  return (await response.json()) as Record<string, string>;
};

describe("checkDomain", () => {
  test.each([
    ["free-shape.ca", "available", "register"],
    ["taken-shape.ca", "taken", "transfer"],
  ])("%s is %s, with the link to %s it at the price list asked for", async (domain, status, type) => {
    const { order_url, ...answer } = await check(domain, "&currency=CAD");
    expect(answer).toMatchObject({ status, order_type: type, register: 15.99, renew: 18.99, currency: "CAD" });
    const query = `domain=${domain}&type=${type}&currency=CAD&lang=en`;
    expect(order_url).toBe(`${new URL(catalogueUrl()).origin}/client-area/cart?${query}`);
  });

  test.each([
    ["taken-shape.nl", "", "A transfer adds no time: the name keeps its expiry date."],
    ["taken-shape.ai", "", "A transfer adds two years to what is left."],
    ["taken-shape.de", "", "After a transfer the name runs for one year from that day; what was left before is lost."],
    ["free-two.ai", "&currency=CAD", "The shortest registration is for 2 years and costs 269.98 CAD."],
    ["free-two.ai", "&currency=CAD&lang=fr", "L’enregistrement le plus court est de 2 ans et coûte 269,98 CAD."],
  ])("%s%s: %s", async (domain, query, words) => {
    expect((await check(domain, query)).note).toContain(words);
  });

  test.each<[string, number[]]>([
    ["free-years.pt", [1, 3, 5]],
    ["free-years.ai", [2, 4, 6, 8, 10]],
  ])("%s is sold for %j years", async (domain, years_sold) => {
    expect(await check(domain)).toMatchObject({ years_sold });
  });

  const WRONG: Record<string, string[]> = {
    "must have at least 3 characters.": ["", "a"],
    "must be a name with its extension, such as example.com.": ["localhost", "127.0.0.1", "com"],
    "must be one name right under .co.uk, such as example.co.uk.": ["co.uk"],
    "must be one name right under .com, such as example.com.": ["www.example.com"],
    "is not a well-formed domain name.": ["a..b.com", "-a.com", `${"a".repeat(64)}.com`, "xn--zzzzzz999999.com"],
    "has a character that no domain name has: letters, digits, hyphens and dots only.": [
      "💩.com",
      "https://example.com",
    ],
    "must have at most 254 characters.": ["a".repeat(300)],
  };
  test.each(Object.entries(WRONG).flatMap(([why, domains]) => domains.map((domain) => [domain, `domain ${why}`])))(
    "%j is refused: %s",
    async (domain, detail) => {
      const refusal = await problem(`/domains/availability?domain=${encodeURIComponent(domain)}`);
      expect(refusal).toMatchObject({ code: "invalid_parameter", detail, errors: [{ parameter: "domain" }] });
    },
  );

  test.each(["example.zz", "free-closed.qc.ca"])("of %s names the extensions that are sold", async (domain) => {
    const { code, detail } = await problem(`/domains/availability?domain=${domain}`);
    expect([code, detail]).toEqual(["not_found", expect.stringContaining("not sold here. Extensions sold: .com, .ca")]);
  });
});

test("getStatus says that every part works, is never stored, and is 304 to whoever has any answer", async () => {
  const response = await request("/status");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const names = ["billing", "cache", "registries", "scheduled_work"];
  expect(await response.json()).toMatchObject({ status: "ok", checks: names.map((name) => ({ name, status: "ok" })) });
  expect((await request("/status", { headers: { "If-None-Match": "*" } })).status).toBe(304);
});
