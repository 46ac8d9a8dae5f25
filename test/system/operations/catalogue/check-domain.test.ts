import { expect, test } from "vitest";
import { catalogueUrl, problem, request } from "../../../support/catalogue-api.ts";

/** Each test from an address of its own: checks are limited by address. */
let caller = 0;
const check = (domain: string, query = "") =>
  request(`/domains/availability?domain=${encodeURIComponent(domain)}${query}`, {
    headers: { "CF-Connecting-IP": `192.0.2.${++caller}` },
  });

test("gives the price list asked for and the link to register", async () => {
  const response = await check("free-shape.ca", "&currency=CAD");
  const { checked_at, order_url, ...answer } = (await response.json()) as Record<string, string>;
  expect(answer).toMatchInlineSnapshot(`
    {
      "available": true,
      "currency": "CAD",
      "domain": "free-shape.ca",
      "lang": "en",
      "note": "The name can be taken by someone else in the meantime; premium and reserved names can still be refused at checkout.",
      "order_type": "register",
      "period_years": 1,
      "reason": "no_registration_found",
      "register": 15.99,
      "renew": 18.99,
      "retry_after": null,
      "simulated": true,
      "source": "rdap",
      "status": "available",
      "tld": ".ca",
      "transfer": 15.99,
      "unicode_domain": "free-shape.ca",
      "years_sold": [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
      ],
    }
  `);
  expect(Math.abs(Date.parse(checked_at ?? "") - Date.now())).toBeLessThan(60_000);
  expect(order_url).toBe(
    `${new URL(catalogueUrl()).origin}/client-area/cart?domain=free-shape.ca&type=register&currency=CAD&lang=en`,
  );
});

test("a taken name gets the link to transfer it", async () => {
  const answer = (await (await check("taken-shape.ca")).json()) as Record<string, string>;
  expect(answer).toMatchObject({
    status: "taken",
    order_type: "transfer",
    note: "The name is registered. Its holder can transfer it here. A transfer adds one year to what is left.",
  });
  expect(new URL(answer.order_url ?? "").searchParams.get("type")).toBe("transfer");
});

test.each([
  ["", "domain must have at least 3 characters."],
  ["a", "domain must have at least 3 characters."],
  ["localhost", "domain must be a name with its extension, such as example.com."],
  ["127.0.0.1", "domain must be a name with its extension, such as example.com."],
  ["com", "domain must be a name with its extension, such as example.com."],
  ["co.uk", "domain must be one name right under .co.uk, such as example.co.uk."],
  ["www.example.com", "domain must be one name right under .com, such as example.com."],
  ["a..b.com", "domain is not a well-formed domain name."],
  ["-a.com", "domain is not a well-formed domain name."],
  [`${"a".repeat(64)}.com`, "domain is not a well-formed domain name."],
  ["xn--zzzzzz999999.com", "domain is not a well-formed domain name."],
  ["💩.com", "domain has a character that no domain name has: letters, digits, hyphens and dots only."],
  [
    "example.com\r\nsecond.com",
    "domain has a character that no domain name has: letters, digits, hyphens and dots only.",
  ],
  ["exa\u00admple.com", "domain has a character that no domain name has: letters, digits, hyphens and dots only."],
  ["https://example.com", "domain has a character that no domain name has: letters, digits, hyphens and dots only."],
  ["a".repeat(300), "domain must have at most 254 characters."],
])("%j is refused", async (domain, detail) => {
  const refusal = await problem(`/domains/availability?domain=${encodeURIComponent(domain)}`);
  expect(refusal).toMatchObject({ code: "invalid_parameter", detail, errors: [{ parameter: "domain" }] });
});

test("an extension that is not sold is not found, and those sold are named", async () => {
  const refusal = await problem("/domains/availability?domain=example.zz");
  expect(refusal.code).toBe("not_found");
  expect(refusal.detail).toMatch(/^\.zz: not sold here\. Extensions sold: \.com, \.ca/);
});

test.each([
  ["taken-shape.nl", "A transfer adds no time: the name keeps its expiry date."],
  ["taken-shape.ai", "A transfer adds two years to what is left."],
  ["taken-shape.de", "After a transfer the name runs for one year from that day; what was left before is lost."],
])("%s: %s", async (domain, words) => {
  expect(((await (await check(domain)).json()) as { note: string }).note).toContain(words);
});

test.each<[string, number[]]>([
  ["free-years.de", [1]],
  ["free-years.pt", [1, 3, 5]],
  ["free-years.co", [1, 2, 3, 4, 5]],
  ["free-years.ai", [2, 4, 6, 8, 10]],
])("%s is sold for %j years", async (domain, years) => {
  expect(await (await check(domain)).json()).toMatchObject({ years_sold: years, period_years: 1 });
});

test("an extension whose least term is two years says what those cost", async () => {
  const note = async (query: string) => ((await (await check("free-two.ai", query)).json()) as { note: string }).note;
  expect(await note("&currency=CAD")).toContain("The shortest registration is for 2 years and costs 269.98 CAD.");
  expect(await note("&currency=CAD&lang=fr")).toContain(
    "L’enregistrement le plus court est de 2 ans et coûte 269,98 CAD.",
  );
});

test("an extension that takes no new names is not sold, though names under it are renewed", async () => {
  const refusal = await problem("/domains/availability?domain=free-closed.qc.ca");
  expect(refusal).toMatchObject({ code: "not_found", detail: expect.stringMatching(/^\.qc\.ca: not sold here/) });
});

test("right-to-left text and other scripts are names like any other", async () => {
  for (const domain of ["דוגמה.com", "日本語.com", "пример.net"]) {
    const answer = (await (await check(domain)).json()) as Record<string, string>;
    expect(answer).toMatchObject({ unicode_domain: domain, status: "available" });
  }
});
