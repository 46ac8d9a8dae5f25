import { expect, test } from "vitest";
import { catalogueUrl, problem, request } from "../../../support/catalogue-api.ts";

/** Each test from an address of its own: checks are limited by address. */
let caller = 0;
const check = async (domain: string, query = "") => {
  const headers = { "CF-Connecting-IP": `192.0.2.${++caller}` };
  const response = await request(`/domains/availability?domain=${encodeURIComponent(domain)}${query}`, { headers });
  return (await response.json()) as Record<string, string>;
};

test("gives the price list asked for and the link to register", async () => {
  const { checked_at, order_url, ...answer } = await check("free-shape.ca", "&currency=CAD");
  expect(answer).toEqual({
    ...{ domain: "free-shape.ca", unicode_domain: "free-shape.ca", tld: ".ca", status: "available", available: true },
    ...{ reason: "no_registration_found", source: "rdap", simulated: true, retry_after: null },
    ...{ order_type: "register", register: 15.99, renew: 18.99, transfer: 15.99, currency: "CAD", lang: "en" },
    ...{ period_years: 1, years_sold: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    note: "The name can be taken by someone else in the meantime; premium and reserved names can still be refused at checkout.",
  });
  expect(Math.abs(Date.parse(checked_at ?? "") - Date.now())).toBeLessThan(60_000);
  expect(order_url).toBe(
    `${new URL(catalogueUrl()).origin}/client-area/cart?domain=free-shape.ca&type=register&currency=CAD&lang=en`,
  );
});

test("a taken name gets the link to transfer it", async () => {
  const answer = await check("taken-shape.ca");
  expect(answer).toMatchObject({
    status: "taken",
    order_type: "transfer",
    note: "The name is registered. Its holder can transfer it here. A transfer adds one year to what is left.",
  });
  expect(new URL(answer.order_url ?? "").searchParams.get("type")).toBe("transfer");
});

const WRONG: Record<string, string[]> = {
  "must have at least 3 characters.": ["", "a"],
  "must be a name with its extension, such as example.com.": ["localhost", "127.0.0.1", "com"],
  "must be one name right under .co.uk, such as example.co.uk.": ["co.uk"],
  "must be one name right under .com, such as example.com.": ["www.example.com"],
  "is not a well-formed domain name.": ["a..b.com", "-a.com", `${"a".repeat(64)}.com`, "xn--zzzzzz999999.com"],
  "has a character that no domain name has: letters, digits, hyphens and dots only.": [
    ...["💩.com", "example.com\r\nsecond.com", "exa\u00admple.com", "https://example.com"],
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

test.each([
  ["example.zz", /^\.zz: not sold here\. Extensions sold: \.com, \.ca/],
  // It takes no new names, though names under it are renewed.
  ["free-closed.qc.ca", /^\.qc\.ca: not sold here/],
])("the extension of %s is not found, and those sold are named", async (domain, words) => {
  const refusal = await problem(`/domains/availability?domain=${domain}`);
  expect(refusal).toMatchObject({ code: "not_found", detail: expect.stringMatching(words) });
});

test.each([
  ["taken-shape.nl", "A transfer adds no time: the name keeps its expiry date."],
  ["taken-shape.ai", "A transfer adds two years to what is left."],
  ["taken-shape.de", "After a transfer the name runs for one year from that day; what was left before is lost."],
])("%s: %s", async (domain, words) => {
  expect((await check(domain)).note).toContain(words);
});

test.each<[string, number[]]>([
  ["free-years.de", [1]],
  ["free-years.pt", [1, 3, 5]],
  ["free-years.co", [1, 2, 3, 4, 5]],
  ["free-years.ai", [2, 4, 6, 8, 10]],
])("%s is sold for %j years", async (domain, years) => {
  expect(await check(domain)).toMatchObject({ years_sold: years, period_years: 1 });
});

test.each([
  ["", "The shortest registration is for 2 years and costs 269.98 CAD."],
  ["&lang=fr", "L’enregistrement le plus court est de 2 ans et coûte 269,98 CAD."],
])("an extension whose least term is two years says what those cost%s", async (lang, words) => {
  expect((await check("free-two.ai", `&currency=CAD${lang}`)).note).toContain(words);
});

test.each(["דוגמה.com", "日本語.com", "пример.net"])(
  "%s, in another script, is a name like any other",
  async (domain) => {
    expect(await check(domain)).toMatchObject({ unicode_domain: domain, status: "available" });
  },
);
