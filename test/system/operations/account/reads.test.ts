import { expect, test } from "vitest";
import { getAccount } from "../../../../workers/account/operations/get-account.ts";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { quoteCancellation } from "../../../../workers/account/operations/quote-cancellation.ts";
import { quoteDomainOrder } from "../../../../workers/account/operations/quote-domain-order.ts";
import { quotePlanChange } from "../../../../workers/account/operations/quote-plan-change.ts";
import { quotePlanOrder } from "../../../../workers/account/operations/quote-plan-order.ts";
import { AccountClient, type Callable, type CallOptions } from "../../../support/account-client.ts";
import { expectAccountHeaders } from "../../../support/account-lists.ts";

const api = new AccountClient();
const SENTENCE = expect.stringMatching(/\.$/);
const says = (words: RegExp) => ({ note: expect.stringMatching(words) });
const HERE = { nameservers: expect.arrayContaining([expect.any(String)]), locked: expect.any(Boolean) };
const NOT_HERE = { nameservers: [], locked: null, eligible_for_transfer: false, reasons: [SENTENCE] };
const registrant = (eligible: boolean) => ({ registrant: { eligible, rule: expect.any(String) } });
const quoted = (words: RegExp) => says(new RegExp(`${words.source}.*Renewal: |Renewal: .*${words.source}`, "s"));

/** What depends on who asks and what about; answers to the examples are in workers/account/recorded. */
const READS: [
  operation: Callable & { id: string },
  input: Record<string, unknown>,
  expected: object,
  by?: CallOptions,
][] = [
  [getAccount, {}, { account: { id: 1002, name: "Ana Europe SARL", currency: "EUR" } }, { account: 1002 }],
  [getDomainRegistrarSettings, { domain: "STUDIO-ANA.ca." }, { ...HERE, domain: "studio-ana.ca", reasons: [] }],
  [getDomainRegistrarSettings, { domain: "studio-ana.quebec" }, { ...HERE, eligible_for_transfer: false }],
  [getDomainRegistrarSettings, { domain: "ana-europe.eu" }, { ...HERE, lock_supported: false }, { account: 1002 }],
  [getDomainRegistrarSettings, { domain: "studio-ana.net" }, NOT_HERE],
  [getDomainRegistrarSettings, { domain: "studio-ana.io" }, NOT_HERE],
  [
    quotePlanOrder,
    { plan: "web-start", billing_cycle: "monthly", domain: "Studio-Ana.CA." },
    {
      domain: "studio-ana.ca",
      first_payment: { covers: "monthly" },
      ...says(/studio-ana\.ca already has a service: 2101/),
    },
  ],
  [
    quotePlanChange,
    { id: 2101, plan: "web-start" },
    { allowed: true, due_now: { amount: 0 }, ...says(/the plan changes/i) },
  ],
  [
    quotePlanChange,
    { id: 2101, plan: "web-plus" },
    { allowed: false, rule: SENTENCE, ...says(/^The change cannot be made/) },
  ],
  [quotePlanChange, { id: 2105, plan: "vps-4" }, { allowed: false, rule: SENTENCE }],
  [quoteCancellation, { id: 2101, when: "immediately" }, { when: "immediately", done: false }],
  [quoteDomainOrder, { domain: "taken-quote.com" }, { available: false, ...quoted(/An order would be refused\./) }],
  [quoteDomainOrder, { domain: "free-quote.ca", years: 2 }, { available: true, years: 2, ...registrant(true) }],
  [quoteDomainOrder, { domain: "free-quote.fr" }, { ...registrant(false) }],
  [
    quoteDomainOrder,
    { domain: "taken-quote.nl", type: "transfer" },
    { available: true, ...quoted(/^A transfer adds no time: /) },
  ],
  [quoteDomainOrder, { domain: "free-quote.ai", years: 2 }, says(/Renewal: 279\.98 CAD for 2 years/)],
];

test.each(READS.map(([operation, input, expected, by = {}]) => ({ id: operation.id, operation, input, expected, by })))(
  "$id of $input by $by",
  async ({ operation, input, expected, by }) => {
    const { status, body } = await api.call(operation, input, by);
    expect([status, body]).toMatchObject([200, { account: { id: by.account ?? 1001 }, ...expected }]);
  },
);

test("a quoted cancellation at the end of the period is effective on the day the service is next due", async () => {
  const { body } = await api.call(quoteCancellation, { id: 2101 });
  expect(body.effective_on).toBe((body.service as { next_due_date: string }).next_due_date);
});

test("every answer has its id, what is left of the minute, and is kept by nobody", async () => {
  const left = async () => {
    const response = await api.request("/account", { login: "nocard" });
    expectAccountHeaders(response);
    return Number(/r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);
  };
  const first = await left();
  expect(await left()).toBe(first - 1);
});

test.each([
  ["/account?lang=fr", "GET", "Invalid parameter"],
  ["/account/nothing?lang=fr", "GET", "Not found"],
  ["/account?lang=fr", "DELETE", "Method not allowed"],
])("%s %s is refused in English whatever language is asked for", async (path, method, title) => {
  expect(await (await api.request(path, {}, { method })).json()).toMatchObject({ title });
});
