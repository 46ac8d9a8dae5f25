import { expect, test } from "vitest";
import { quoteDomainOrder } from "../../../../workers/account/operations/quote-domain-order.ts";
import { AccountClient } from "../../../support/account-client.ts";
import { expectAnswer, refuses, refusesStrangers } from "../../../support/operation-rules.ts";

const api = new AccountClient();
const QUOTE = { domain: "free-quote-domain.com" };

test.each<[string, object, object]>([
  [
    "free-quote-domain.com",
    {},
    {
      available: true,
      years: 1,
      price: { currency: "CAD" },
      registrant: { country: "CA", eligible: true, rule: null },
    },
  ],
  ["taken-quote-domain.com", {}, { available: false }],
  ["taken-quote-domain.com", { type: "transfer" }, { available: true, type: "transfer", years: 1 }],
  ["free-quote-domain.ca", { years: 2 }, { years: 2, registrant: { eligible: true, rule: expect.any(String) } }],
  ["free-quote-domain.fr", {}, { registrant: { eligible: false, rule: expect.any(String) } }],
])("%s %j", async (domain, more, expected) => {
  const body = await expectAnswer(api, quoteDomainOrder, { domain, ...more });
  expect(body).toMatchObject({ account: { id: 1001 }, terms: { version: expect.any(String) }, ...expected });
  expect(body.note).toContain("Renewal: ");
  expect(String(body.note).includes("Auto-renewal is on")).toBe(body.available);
  expect(String(body.note).match(/cannot be|already/g) ?? []).toHaveLength(body.available ? 0 : 1);
  expect(String(body.note).includes("An order would be refused.")).toBe(!body.available);
});

test("a transfer says what it adds, and a term of several years what a renewal is for", async () => {
  const noteOf = async (call: Record<string, string | number>) =>
    String((await expectAnswer(api, quoteDomainOrder, call)).note);
  expect(await noteOf({ domain: "taken-quote.nl", type: "transfer" })).toMatch(
    /^A transfer adds no time: .* Renewal: /,
  );
  expect(await noteOf({ domain: "free-quote-two.ai", years: 2 })).toContain("Renewal: 279.98 CAD for 2 years");
});

test("a registry's extra fields are all said", async () => {
  const body = await expectAnswer(api, quoteDomainOrder, { domain: "free-quote-domain.ca" });
  const fields = body.fields as object[];
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    expect(Object.keys(field)).toEqual(["name", "label", "type", "required", "description", "options", "default"]);
  }
});

refusesStrangers(api, quoteDomainOrder, QUOTE);
refuses(api, quoteDomainOrder, [
  [
    "a year where terms have two",
    { domain: "free-quote.ai" },
    {
      status: 400,
      code: "invalid_parameter",
      errors: [{ parameter: "years", message: expect.stringMatching(/2, 4, 6, 8 or 10/) }],
    },
  ],
  [
    "an extension that takes no new names",
    { domain: "free-quote.qc.ca" },
    { status: 409, code: "not_offered", detail: "Names in .qc.ca are not sold here." },
  ],
  ["no name", { domain: "-" }, { status: 400, code: "invalid_parameter", errors: [{ parameter: "domain" }] }],
  ["11 years", { ...QUOTE, years: 11 }, { code: "invalid_parameter", errors: [{ parameter: "years" }] }],
  [
    "an extension nobody sells",
    { domain: "free-quote.zz" },
    { status: 409, code: "not_offered", detail: "Names in .zz are not sold here." },
  ],
  [
    "a label too many",
    { domain: "www.free-quote.com" },
    {
      status: 400,
      code: "invalid_parameter",
      detail: "domain must be one name right under .com, such as example.com.",
    },
  ],
]);
