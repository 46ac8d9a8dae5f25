import { describe, expect, inject, test } from "vitest";
import { getAccount } from "../../../../workers/account/operations/get-account.ts";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { getPaymentMethodsLink } from "../../../../workers/account/operations/get-payment-methods-link.ts";
import { quoteCancellation } from "../../../../workers/account/operations/quote-cancellation.ts";
import { quoteDomainOrder } from "../../../../workers/account/operations/quote-domain-order.ts";
import { quotePlanChange } from "../../../../workers/account/operations/quote-plan-change.ts";
import { quotePlanOrder } from "../../../../workers/account/operations/quote-plan-order.ts";
import { AccountClient, type CallOptions } from "../../../support/account-client.ts";
import { expectAccountHeaders, expectProblem } from "../../../support/account-lists.ts";
import { expectAnswer, type Input, type Ruled } from "../../../support/operation-rules.ts";

const api = new AccountClient();

/** What is asked, members of the answer over HTTP and as a tool, and who asks. */
type Row = [input: Input, expected: object, by?: CallOptions];

const PRICE = { amount: expect.any(Number), currency: "CAD" };
const SENTENCE = expect.stringMatching(/\.$/);
const TERMS = { version: expect.any(String) };
const LINK = { payment_methods_url: expect.stringMatching(/^http.*\/client-area\/payment-methods$/) };
const stated = (when: string) => ({
  service: { id: 2101, status: "active", cancellation: null },
  ...{ when, done: false, confirm: expect.any(String), consequences: expect.arrayContaining([SENTENCE]) },
});
const ALLOWED = { allowed: true, rule: null, note: expect.stringMatching(/the plan changes/i) };
const NOT_ALLOWED = { allowed: false, rule: SENTENCE, note: expect.stringMatching(/^The change cannot be made now/) };
const HERE = {
  nameservers: expect.arrayContaining([expect.any(String), expect.any(String)]),
  locked: expect.any(Boolean),
};
const NOT_HERE = { nameservers: [], locked: null, eligible_for_transfer: false, reasons: [SENTENCE] };

const READS: [operation: Ruled, ...Row][] = [
  [
    getAccount,
    {},
    {
      account: {
        ...{ id: 1001, name: "Studio Ana Inc.", company: "Studio Ana Inc.", email: "owner@maple.example" },
        ...{ country: "CA", currency: "CAD", credit_balance: 25 },
      },
      client_area_url: expect.stringMatching(/^http:\/\/[^/]+\/client-area$/),
    },
  ],
  [
    getAccount,
    {},
    { account: { id: 1002, name: "Ana Europe SARL", country: "FR", currency: "EUR", credit_balance: 0 } },
    { account: 1002 },
  ],
  [getAccount, {}, { account: { id: 1001 } }, { limit: "service:2101" }],
  [getAccount, {}, { account: { id: 1001 } }, { limit: "domain:studio-ana.ca" }],
  [getPaymentMethodsLink, {}, { account: { id: 1001 }, ...LINK }],
  [getPaymentMethodsLink, {}, { account: { id: 1001 }, ...LINK }, { login: "contact" }],
  [getPaymentMethodsLink, {}, { account: { id: 1004 }, ...LINK }, { login: "nocard", account: 1004 }],
  [getPaymentMethodsLink, {}, { account: { id: 1001 }, ...LINK }, { limit: "service:2101" }],
  [
    getDomainRegistrarSettings,
    { domain: "studio-ana.ca" },
    { ...HERE, lock_supported: true, eligible_for_transfer: true, reasons: [] },
  ],
  [getDomainRegistrarSettings, { domain: "STUDIO-ANA.ca." }, { ...HERE, domain: "studio-ana.ca" }],
  [
    getDomainRegistrarSettings,
    { domain: "studio-ana.quebec" },
    { ...HERE, eligible_for_transfer: false, reasons: [SENTENCE] },
  ],
  [
    getDomainRegistrarSettings,
    { domain: "ana-europe.eu" },
    { ...HERE, account: { id: 1002 }, lock_supported: false },
    { account: 1002 },
  ],
  [getDomainRegistrarSettings, { domain: "ana.dev" }, { ...HERE, domain: "ana.dev" }, { limit: "domain:ana.dev" }],
  [getDomainRegistrarSettings, { domain: "ana.dev" }, { ...HERE, domain: "ana.dev" }, { login: "contact" }],
  [getDomainRegistrarSettings, { domain: "studio-ana.net" }, NOT_HERE],
  [getDomainRegistrarSettings, { domain: "studio-ana.io" }, NOT_HERE],
  [quotePlanOrder, { plan: "web-start" }, { domain: null, first_payment: PRICE, renewal: PRICE, terms: TERMS }],
  [
    quotePlanOrder,
    { plan: "web-start", billing_cycle: "monthly", domain: "Studio-Ana.CA." },
    {
      ...{ billing_cycle: "monthly", domain: "studio-ana.ca", first_payment: { ...PRICE, covers: "monthly" } },
      note: expect.stringMatching(
        /studio-ana\.ca already has a service: 2101 \(Web Plus\)\. A plan change moves that service/,
      ),
    },
  ],
  [quotePlanChange, { id: 2101, plan: "web-pro" }, { ...ALLOWED, due_now: PRICE, credit: { amount: 0 } }],
  [quotePlanChange, { id: 2101, plan: "web-start" }, { ...ALLOWED, due_now: { amount: 0 }, credit: PRICE }],
  [quotePlanChange, { id: 2101, plan: "web-plus" }, NOT_ALLOWED],
  [quotePlanChange, { id: 2105, plan: "vps-4" }, NOT_ALLOWED],
  [quoteCancellation, { id: 2101 }, stated("end_of_period")],
  [quoteCancellation, { id: 2101, when: "end_of_period" }, stated("end_of_period")],
  [quoteCancellation, { id: 2101, when: "immediately" }, stated("immediately")],
  [quoteCancellation, { id: 2101 }, stated("end_of_period"), { limit: "service:2101" }],
];

test.each(READS.map(([operation, input, expected, by = {}]) => ({ operation, input, expected, by })))(
  "$operation.id of $input by $by",
  async ({ operation, input, expected, by }) => {
    const body = await expectAnswer(api, operation, input, by);
    expect(body).toMatchObject({ account: { id: by.account ?? 1001 }, ...expected });
  },
);

test("a quoted cancellation at the end of the period is effective on the day the service is next due", async () => {
  const body = await expectAnswer(api, quoteCancellation, { id: 2101 });
  expect((body.consequences as string[]).length).toBeGreaterThan(1);
  expect(body.effective_on).toBe((body.service as { next_due_date: string }).next_due_date);
});

test("a plan change to more is due now, to less is credited", async () => {
  const quote = async (plan: string) => {
    const body = await expectAnswer(api, quotePlanChange, { id: 2101, plan });
    return body as { due_now: { amount: number }; credit: { amount: number } };
  };
  expect((await quote("web-pro")).due_now.amount).toBeGreaterThan(0);
  expect((await quote("web-start")).credit.amount).toBeGreaterThan(0);
});

describe("quoteDomainOrder", () => {
  const eligible = (rule: unknown) => ({ registrant: { country: "CA", eligible: true, rule } });

  test.each<Row>([
    [{ domain: "free-quote-domain.com" }, { available: true, years: 1, price: PRICE, ...eligible(null) }],
    [{ domain: "taken-quote-domain.com" }, { available: false }],
    [
      { domain: "taken-quote-domain.com", type: "transfer" },
      { available: true, type: "transfer", years: 1 },
    ],
    [
      { domain: "free-quote-domain.ca", years: 2 },
      { years: 2, ...eligible(expect.any(String)) },
    ],
    [{ domain: "free-quote-domain.fr" }, { registrant: { eligible: false, rule: expect.any(String) } }],
  ])("%j is answered %j", async (input, expected) => {
    const body = await expectAnswer(api, quoteDomainOrder, input);
    expect(body).toMatchObject({ account: { id: 1001 }, terms: TERMS, ...expected });
    const note = String(body.note);
    expect(note).toContain("Renewal: ");
    expect(note.includes("Auto-renewal is on")).toBe(body.available);
    expect(note.match(/cannot be|already/g) ?? []).toHaveLength(body.available ? 0 : 1);
    expect(note.includes("An order would be refused.")).toBe(!body.available);
  });

  test.each<[Input, RegExp]>([
    [{ domain: "taken-quote.nl", type: "transfer" }, /^A transfer adds no time: .* Renewal: /],
    [{ domain: "free-quote-two.ai", years: 2 }, /Renewal: 279\.98 CAD for 2 years/],
  ])("%j: its note says %s", async (input, words) => {
    expect((await expectAnswer(api, quoteDomainOrder, input)).note).toMatch(words);
  });

  test("a registry's extra fields are all said", async () => {
    const fields = (await expectAnswer(api, quoteDomainOrder, { domain: "free-quote-domain.ca" })).fields as object[];
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      expect(Object.keys(field)).toEqual(["name", "label", "type", "required", "description", "options", "default"]);
    }
  });
});

describe("getAccount", () => {
  test.each(["id=1002", "lang=fr", "currency=EUR"])("takes no %s: there is no other account to ask for", (query) => {
    const parameters = [query.split("=")[0] as string];
    return expectProblem(api, `/account?${query}`, {}, { status: 400, code: "invalid_parameter", parameters });
  });

  test("every answer has its id, what is left of the minute, and is kept by nobody", async () => {
    const left = async () => {
      const response = await api.request("/account", { login: "nocard" });
      expectAccountHeaders(response);
      return Number(/r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);
    };
    const first = await left();
    expect(first).toBeLessThan(120);
    expect(await left()).toBe(first - 1);
  });

  test.each<[string, RequestInit, object]>([
    ["/account?lang=fr", {}, { status: 400, code: "invalid_parameter", title: "Invalid parameter" }],
    ["/account/nothing?lang=fr", {}, { status: 404, title: "Not found" }],
    ["/account?lang=fr", { method: "DELETE" }, { status: 405, title: "Method not allowed" }],
  ])("%s %j is refused in English whatever language is asked for", async (path, init, problem) => {
    const response = await fetch(`${inject("origin")}/api/v1${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${await api.token()}` },
    });
    expect(await response.json()).toMatchObject(problem);
  });
});
