import { expect, test } from "vitest";
import { extensions } from "../../../../dev/seed/extensions.ts";
import { get, problem } from "../../../support/catalogue-api.ts";

interface Pricing {
  currency: string;
  period_years: number;
  order_url: string;
  domains: { tld: string; register: number; transfer: number; renew: number }[];
}

test.each(["", "&tld=all"])("gives every extension that takes new names, featured ones first%s", async (filter) => {
  const { domains } = await get<Pricing>(`/domains/pricing?currency=EUR${filter}`);
  expect(domains).toEqual(
    extensions
      .filter(({ tld }) => tld !== ".qc.ca")
      .map(({ tld, prices: { EUR } }) => ({
        tld,
        register: EUR.register / 100,
        transfer: EUR.transfer / 100,
        renew: EUR.renew / 100,
      })),
  );
  expect(domains.length).toBeGreaterThanOrEqual(60);
});

test("picks extensions, with or without the dot and in any case, in the order asked for", async () => {
  const { domains, ...envelope } = await get<Pricing>("/domains/pricing?tld=CA,.co.uk,com&currency=CAD");
  expect(domains.map(({ tld }) => tld)).toEqual([".ca", ".co.uk", ".com"]);
  const order_url = expect.stringMatching(/\?type=register&currency=CAD&lang=en$/);
  expect(envelope).toEqual({ currency: "CAD", order_url, period_years: 1 });
});

test("an extension that is not sold is not found and named", async () => {
  const closed = await problem("/domains/pricing?tld=qc.ca");
  expect(closed).toMatchObject({ code: "not_found", detail: expect.stringMatching(/^\.qc\.ca: not sold here/) });
  const { code, detail } = await problem("/domains/pricing?tld=com,zz,qq");
  expect(code).toBe("not_found");
  expect(detail).toMatch(/^\.zz, \.qq: not sold here\. Extensions sold: \.com, \.ca/);
});

test("what cannot be an extension is not repeated", async () => {
  const { code, detail } = await problem("/domains/pricing?tld=%3Cb%3E");
  expect(code).toBe("not_found");
  expect(detail).not.toContain("<");
});

test("takes a repeated parameter for a list", async () => {
  const path = "/domains/pricing?currency=CAD";
  expect(await get<Pricing>(`${path}&tld=ca&tld=com`)).toEqual(await get<Pricing>(`${path}&tld=ca,com`));
});

test.each(["/domains/pricing?tld=", "/domains/pricing?tld=com,com", "/domains/pricing?tld=com,.COM"])(
  "%s is refused by name",
  async (path) => {
    expect(await problem(path)).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "tld" }] });
  },
);
