import { describe, expect, test } from "vitest";
import type { Availability, DomainOrder } from "../../shared/billing-contract/domain-orders.ts";
import { TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, LOGINS, pointersIn, valueIn } from "../billing-contract/questions.ts";
import { DAY_MS } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { sql, at, owner, customer } = await actingScene("UPDATE accounts SET country = 'FR' WHERE id = 1002");
const european = customer(LOGINS.owner, 1002);
/** By the country of their account. */
const REGISTRANTS = { CA: owner, FR: european, IT: european, US: customer(LOGINS.totp, 1003) };

type More = Partial<DomainOrder>;
const { authCode: _, ...WITHOUT_CODE } = TRANSFER;
const ITALIAN: More = { fields: { entity_type: "7", registration_code: "1" } };

describe("a quote", () => {
  test.each([
    ["CA", "free-a.com", true, "no rule"],
    ["CA", "free-a.fr", false, "a rule"],
    ["FR", "free-a.fr", true, "a rule"],
    ["FR", "free-a.eu", true, "a rule"],
    ["FR", "free-a.ca", false, "a rule"],
    ["US", "free-a.us", true, "a rule"],
    ["CA", "free-a.us", false, "a rule"],
    ["US", "free-a.com.au", false, "a rule"],
    ["US", "free-a.co.uk", true, "no rule"],
  ] as const)("of a registrant in %s for %s: eligible %s, by %s", async (country, domain, eligible, rule) => {
    const { registrant, missing } = await valueIn(REGISTRANTS[country].quoteDomainOrder(domain));
    expect(registrant.eligible).toBe(eligible);
    expect(registrant.rule === null).toBe(rule === "no rule");
    expect(missing.map(({ type }) => type)).toEqual(eligible ? [] : ["update_contact"]);
  });

  const REGISTERED = "registered already. Its holder can transfer it here";
  const TOO_SHORT = "Names under .it have at least 3 characters.";
  test.each<[string, More, Availability, string, string]>([
    ["gone-q.com", {}, "redemption", "redemption period", ""],
    ["gone-q.com", TRANSFER, "redemption", "redemption period", ""],
    ["gone-q.com", {}, "pending_delete", "about to delete", ""],
    ["gone-q.com", TRANSFER, "pending_delete", "about to delete", ""],
    ["gone-q.com", {}, "taken", `${REGISTERED} with its auth code`, "code de transfert"],
    ["gone-q.co.uk", {}, "taken", `${REGISTERED}.`, "transférer ici."],
    ["ana.dev", {}, "taken", "This name is already in your account.", "Ce nom est déjà dans votre compte."],
    ["ana.dev", TRANSFER, "taken", "This name is already in your account.", "Ce nom est déjà dans votre compte."],
    ["gone-q.com", TRANSFER, "available", "This name is not registered:", "Ce nom n’est pas enregistré"],
    [
      "gone-q.com",
      TRANSFER,
      "unavailable",
      "reserved or blocked by its registry",
      "réservé ou bloqué par son registre",
    ],
    ["ana-europe.fr", TRANSFER, "taken", "until its present holder releases it.", "tant que son titulaire actuel"],
    ["gone-q.com", {}, "unavailable", "reserved or blocked by its registry", "réservé ou bloqué par son registre"],
    ["ab.it", ITALIAN, "available", TOO_SHORT, ""],
    ["ab.it", ITALIAN, "unknown", TOO_SHORT, ""],
    ["xn--tda.co.uk", {}, "available", "only the letters a to z", ""],
    ["xn--tda.co.uk", {}, "unknown", "only the letters a to z", ""],
  ])(
    "and an order of %s with %j that is %s say why it cannot be had",
    async (domain, request, availability, en, fr) => {
      const more = { ...request, availability };
      const why = { en: expect.stringContaining(en), fr: expect.stringContaining(fr) };
      expect(await valueIn(owner.quoteDomainOrder(domain, more))).toMatchObject({ available: false, obstacle: why });
      expect(await owner.orderDomain(domain, more)).toMatchObject({ problem: { code: "not_available", reason: why } });
    },
  );
});

describe("refusals", () => {
  const AU = { eligibility_type: "Company", identifier_type: "ABN", identifier: "1", name_relation: "2" };
  const IE = (contact_type: string) => ({ fields: { contact_type, eligibility_confirmed: "true" } });
  test.each<[string, More, string[]]>([
    ["free-f.ca", {}, ["/fields/legal_type"]],
    ["free-f.ca", { fields: { legal_type: "XXX" } }, ["/fields/legal_type"]],
    ["free-f.ca", { fields: { legal_type: "CCO", "a/b": "1" } }, ["/fields/a~1b"]],
    ["free-f.com", { fields: { legal_type: "CCO" } }, ["/fields/legal_type"]],
    ["free-f.co.uk", { fields: { constructor: "1" } }, ["/fields/constructor"]],
    ["free-f.us", { fields: { nexus_category: "C11" } }, ["/fields/application_purpose"]],
    [
      "free-f.com.au",
      { fields: { identifier_type: "ABN", identifier: " " } },
      ["/fields/eligibility_type", "/fields/identifier", "/fields/name_relation", "/fields/eligibility_confirmed"],
    ],
    ["free-f.com.au", { fields: { ...AU, eligibility_confirmed: "yes" } }, ["/fields/eligibility_confirmed"]],
    ["free-f.com.au", { fields: { ...AU, eligibility_confirmed: "false" } }, ["/fields/eligibility_confirmed"]],
    ["free-f.com.au", { years: 6, fields: { ...AU, eligibility_confirmed: "true" } }, ["/years"]],
    ["free-f.ie", IE("COM"), ["/fields/register_number"]],
    ["free-f.ie", IE("CHA"), ["/fields/register_number"]],
    ["free-f.ie", IE("OTH"), []],
    ["taken-f.com", WITHOUT_CODE, ["/auth_code"]],
    ["taken-f.com", { ...TRANSFER, authCode: "  " }, ["/auth_code"]],
    ["taken-f.com", { ...TRANSFER, years: 2 }, ["/years"]],
    ["taken-f.co.uk", TRANSFER, ["/auth_code"]],
    ["free-f.com", { authCode: "x" }, ["/auth_code"]],
  ])("%s with %j: %j", async (domain, more, pointers) => {
    expect(await pointersIn(owner.orderDomain(domain, more))).toEqual(pointers);
  });

  test.each<[string, More, string]>([
    ["free-u.com", { availability: "unknown" }, "server_unavailable"],
    ["free-u.com", { type: "transfer", authCode: "x" }, "not_available"],
    ["ana.dev", TRANSFER, "not_available"],
    ["portfolio-000.com", {}, "not_available"],
    ["studio-ana.io", TRANSFER, "already_requested"],
  ])("%s with %j: %s", async (domain, more, code) => {
    expect(await codeOf(owner.orderDomain(domain, more))).toBe(code);
  });

  test("terms that came into force between quote and order are not accepted yet", async () => {
    await sql.run("INSERT INTO terms VALUES ('', '2026-11-21', 'New', 'Nouveau', 'https://x.example')");
    expect(await codeOf(owner.orderDomain("free-t1.com"))).toBe("ok");
    at.now += DAY_MS;
    const refused = await owner.orderDomain("free-t2.com");
    expect(refused).toMatchObject({ problem: { terms: { version: "2026-11-21" } } });
    await sql.run("DELETE FROM terms WHERE in_force_on = '2026-11-21'");
  });
});

describe("terms", () => {
  test.each<[string, number, RegExp, string | null]>([
    ["taken-t.nl", 0, /adds no time/, null],
    ["taken-t.ch", 0, /adds no time/, null],
    ["taken-t.de", 1099, /one year from that day/, "Transfer of taken-t.de, 1 year from the transfer"],
    ["taken-t.ai", 27_998, /adds two years/, "Transfer of taken-t.ai, 2 years"],
    ["taken-t.com", 1799, /adds one year/, "Transfer of taken-t.com, 1 year"],
  ])("a transfer of %s costs %i and says what it adds", async (domain, amount, en, line) => {
    expect(await valueIn(owner.quoteDomainOrder(domain, TRANSFER))).toMatchObject({
      price: { amount },
      transferTerm: { en: expect.stringMatching(en) },
    });
    const { invoice } = await valueIn(owner.orderDomain(domain, TRANSFER));
    const lines = "SELECT lines ->> '$[0].description.en' FROM invoices WHERE id = ?";
    expect(await sql.value(lines, invoice?.id ?? 0)).toBe(line);
    expect(invoice === null).toBe(line === null);
  });

  test("a transfer that its registrant confirms asks for no code", async () => {
    const quote = await valueIn(owner.quoteDomainOrder("taken-t.lu", WITHOUT_CODE));
    expect(quote).toMatchObject({ needsAuthCode: false });
    expect(await codeOf(owner.orderDomain("taken-t.lu", WITHOUT_CODE))).toBe("ok");
  });
});

describe("what registries ask besides", () => {
  const fieldsOf = async (country: keyof typeof REGISTRANTS, domain: string) =>
    (await valueIn(REGISTRANTS[country].quoteDomainOrder(domain))).fields;

  test.each([
    ["free-g.it", ["entity_type", "registration_code"]],
    ["free-g.es", ["identification_type", "identification_number", "legal_form", "eligibility_confirmed"]],
    ["free-g.pt", ["tax_number"]],
    ["free-g.ie", ["contact_type", "register_number", "eligibility_confirmed"]],
    ["free-g.quebec", ["intended_use", "eligibility_confirmed"]],
    ["free-g.nz", ["co_nz_auth_code"]],
    ["free-g.bzh", ["eligibility_confirmed"]],
    ["free-g.com", []],
  ])("%s: %j", async (domain, names) => {
    expect((await fieldsOf("FR", domain)).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ["IT", "free-g.it", ["1", "2", "3", "4", "5", "6"], "the province"],
    ["FR", "free-g.it", ["1", "7"], "no province"],
    ["US", "free-g.us", ["C11", "C12", "C21"], "no province"],
  ] as const)("an address in %s for %s: one of %j, and %s", async (country, domain, values, province) => {
    if (country !== "US") await sql.run("UPDATE accounts SET country = ? WHERE id = 1002", country);
    const fields = await fieldsOf(country, domain);
    expect(fields[0]?.options?.map(({ value }) => value)).toEqual(values);
    expect(fields.some(({ name }) => name === "province")).toBe(province === "the province");
  });
});
