import { describe, expect, test } from "vitest";
import type { Availability, DomainOrder } from "../../shared/billing-contract/domain-orders.ts";
import { TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, LOGINS, pointersIn, valueIn } from "../billing-contract/questions.ts";
import { casesOf } from "../support/cases.ts";
import { DAY_MS } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { sql, at, owner, customer } = await actingScene("UPDATE accounts SET country = 'FR' WHERE id = 1002");
const european = customer(LOGINS.owner, 1002);
/** Customers by the country of their account. */
const REGISTRANTS = { CA: owner, FR: european, IT: european, US: customer(LOGINS.totp, 1003) };

type More = Partial<DomainOrder>;
const CASES = casesOf<{
  eligible: [country: keyof typeof REGISTRANTS, domain: string, eligible: boolean, rule: "a rule" | "no rule"][];
  obstacles: [domain: string, more: More, availability: Availability, en: string, fr: string][];
  refused: [domain: string, more: More, pointers: string[]][];
  codes: [domain: string, more: More, code: string][];
  fields: [domain: string, names: string[]][];
}>(import.meta.url);
const { authCode: _, ...WITHOUT_CODE } = TRANSFER;

describe("a quote", () => {
  test.each(CASES.eligible)(
    "for a registrant in %s and the domain %s has eligible: %s, and %s",
    async (country, domain, eligible, rule) => {
      const { registrant, missing } = await valueIn(REGISTRANTS[country].quoteDomainOrder(domain));
      expect(registrant.eligible).toBe(eligible);
      expect(registrant.rule === null).toBe(rule === "no rule");
      expect(missing.map(({ type }) => type)).toEqual(eligible ? [] : ["update_contact"]);
    },
  );

  test.each(CASES.obstacles)(
    "gives the same obstacle as the order, for %s with %j when the domain is %s",
    async (domain, request, availability, en, fr) => {
      const more = { ...request, availability };
      const why = { en: expect.stringContaining(en), fr: expect.stringContaining(fr) };
      expect(await valueIn(owner.quoteDomainOrder(domain, more))).toMatchObject({ available: false, obstacle: why });
      expect(await owner.orderDomain(domain, more)).toMatchObject({ problem: { code: "not_available", reason: why } });
    },
  );
});

describe("a refused order", () => {
  test.each(CASES.refused)("for %s with %j names the invalid fields %j", async (domain, more, pointers) => {
    expect(await pointersIn(owner.orderDomain(domain, more))).toEqual(pointers);
  });

  test.each(CASES.codes)("for %s with %j has the problem code %s", async (domain, more, code) => {
    expect(await codeOf(owner.orderDomain(domain, more))).toBe(code);
  });

  test("names new terms from the day on which they come into force", async () => {
    await sql.run("INSERT INTO terms VALUES ('', '2026-11-21', 'New', 'Nouveau', 'https://x.example')");
    expect(await codeOf(owner.orderDomain("free-t1.com"))).toBe("ok");
    at.now += DAY_MS;
    const refused = await owner.orderDomain("free-t2.com");
    expect(refused).toMatchObject({ problem: { terms: { version: "2026-11-21" } } });
    await sql.run("DELETE FROM terms WHERE in_force_on = '2026-11-21'");
  });
});

describe("transfer terms", () => {
  test.each<[string, number, RegExp, string | null]>([
    ["taken-t.nl", 0, /adds no time/, null],
    ["taken-t.ch", 0, /adds no time/, null],
    ["taken-t.de", 1099, /one year from that day/, "Transfer of taken-t.de, 1 year from the transfer"],
    ["taken-t.ai", 27_998, /adds two years/, "Transfer of taken-t.ai, 2 years"],
    ["taken-t.com", 1799, /adds one year/, "Transfer of taken-t.com, 1 year"],
  ])("a transfer of %s costs %i and states the time that it adds", async (domain, amount, en, line) => {
    expect(await valueIn(owner.quoteDomainOrder(domain, TRANSFER))).toMatchObject({
      price: { amount },
      transferTerm: { en: expect.stringMatching(en) },
    });
    const { invoice } = await valueIn(owner.orderDomain(domain, TRANSFER));
    const lines = "SELECT lines ->> '$[0].description.en' FROM invoices WHERE id = ?";
    expect(await sql.value(lines, invoice?.id ?? 0)).toBe(line);
    expect(invoice === null).toBe(line === null);
  });

  test("a transfer that the registrant confirms needs no auth code", async () => {
    const quote = await valueIn(owner.quoteDomainOrder("taken-t.lu", WITHOUT_CODE));
    expect(quote).toMatchObject({ needsAuthCode: false });
    expect(await codeOf(owner.orderDomain("taken-t.lu", WITHOUT_CODE))).toBe("ok");
  });
});

describe("a registry's own fields", () => {
  const fieldsOf = async (country: keyof typeof REGISTRANTS, domain: string) =>
    (await valueIn(REGISTRANTS[country].quoteDomainOrder(domain))).fields;

  test.each(CASES.fields)("for %s are %j", async (domain, names) => {
    expect((await fieldsOf("FR", domain)).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ["IT", "free-g.it", ["1", "2", "3", "4", "5", "6"], "the province"],
    ["FR", "free-g.it", ["1", "7"], "no province"],
    ["US", "free-g.us", ["C11", "C12", "C21"], "no province"],
  ] as const)(
    "for an address in %s and the domain %s have the options %j and %s",
    async (country, domain, values, province) => {
      if (country !== "US") await sql.run("UPDATE accounts SET country = ? WHERE id = 1002", country);
      const fields = await fieldsOf(country, domain);
      expect(fields[0]?.options?.map(({ value }) => value)).toEqual(values);
      expect(fields.some(({ name }) => name === "province")).toBe(province === "the province");
    },
  );
});
