import { expect, test } from "vitest";
import { cancelService } from "../../../../workers/account/operations/cancel-service.ts";
import { changePlan } from "../../../../workers/account/operations/change-plan.ts";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { getPaymentMethodsLink } from "../../../../workers/account/operations/get-payment-methods-link.ts";
import { orderDomain } from "../../../../workers/account/operations/order-domain.ts";
import { orderPlan } from "../../../../workers/account/operations/order-plan.ts";
import { quoteCancellation } from "../../../../workers/account/operations/quote-cancellation.ts";
import { quoteDomainOrder } from "../../../../workers/account/operations/quote-domain-order.ts";
import { quotePlanChange } from "../../../../workers/account/operations/quote-plan-change.ts";
import { quotePlanOrder } from "../../../../workers/account/operations/quote-plan-order.ts";
import { renewDomain } from "../../../../workers/account/operations/renew-domain.ts";
import { setDomainAutoRenew } from "../../../../workers/account/operations/set-domain-auto-renew.ts";
import { setDomainLock } from "../../../../workers/account/operations/set-domain-lock.ts";
import { setDomainNameservers } from "../../../../workers/account/operations/set-domain-nameservers.ts";
import { transferDomainOut } from "../../../../workers/account/operations/transfer-domain-out.ts";
import { AccountClient, type CallOptions, EVERY_SCOPE } from "../../../support/account-client.ts";
import { expectRefused, type Input, type Ruled } from "../../../support/operation-rules.ts";

/** What is asked instead of the example's members, the problem's status and code, more of its members, and who asks. */
type Row = [
  operation: Ruled & { example: Input },
  change: Input,
  status: number,
  code: string,
  more?: object,
  by?: CallOptions,
];

const parameter = (name: string) => ({ errors: [{ parameter: name }] });
const pointer = (place: string) => ({ errors: [{ pointer: place }] });
const says = (words: RegExp) => ({ detail: expect.stringMatching(words) });
const NO_CARD = { login: "nocard", account: 1004 };
const TO_ADD_ONE = { action_required: { url: expect.stringMatching(/\/client-area\/payment-methods$/) } };
const both = (domain: string) => ({ domain, confirm_domain: domain });

/** What each operation refuses besides what all do. */
const ROWS: Row[] = [
  [
    quoteDomainOrder,
    { domain: "free-quote.ai" },
    400,
    "invalid_parameter",
    { ...parameter("years"), ...says(/2, 4, 6, 8 or 10/) },
  ],
  [quoteDomainOrder, { domain: "-" }, 400, "invalid_parameter", parameter("domain")],
  [quoteDomainOrder, { domain: "free-quote.qc.ca" }, 409, "not_offered", says(/^Names in \.qc\.ca are not sold/)],
  [quoteDomainOrder, { domain: "free-quote.zz" }, 409, "not_offered", says(/^Names in \.zz are not sold here\.$/)],
  [
    quoteDomainOrder,
    { domain: "www.free-quote.com" },
    400,
    "invalid_parameter",
    says(/^domain must be one name right under \.com, such as example\.com\.$/),
  ],
  [orderDomain, { domain: "-" }, 400, "invalid_body", pointer("/domain")],
  [orderDomain, { years: 0 }, 400, "invalid_body", pointer("/years")],
  [orderDomain, { domain: "free-order.zz" }, 409, "not_offered"],
  [orderDomain, { domain: "taken-order-domain.com" }, 409, "not_available"],
  [orderDomain, { domain: "ana.dev" }, 409, "not_available", says(/^This name is already in your account\.$/)],
  [
    orderDomain,
    { domain: "free-order-domain.com", type: "transfer", auth_code: "code" },
    409,
    "not_available",
    says(/^This name is not registered:/),
  ],
  [orderDomain, { accept_terms: undefined }, 409, "terms_not_accepted"],
  [orderDomain, { accept_terms: "2020-01-01" }, 409, "terms_not_accepted", { terms: { version: expect.any(String) } }],
  [orderDomain, { expected_price: 1 }, 409, "refused", { price: { currency: "CAD" } }],
  [orderDomain, { domain: "free-order.fr", expected_price: undefined }, 409, "registrant_ineligible"],
  [orderDomain, { expected_price: undefined }, 409, "payment_method_missing", TO_ADD_ONE, NO_CARD],
  [quotePlanOrder, { plan: "web-nothing" }, 409, "not_offered"],
  [quotePlanOrder, { billing_cycle: "daily" }, 400, "invalid_parameter", parameter("billing_cycle")],
  [orderPlan, { expected_price: 1.005 }, 400, "invalid_body", pointer("/expected_price")],
  [orderPlan, { plan: "web-nothing" }, 409, "not_offered"],
  [
    orderPlan,
    { plan: "web-plus", domain: "www.studio-ana.ca" },
    409,
    "already_requested",
    says(/already has this plan: service 2101 \(Web Plus\)\./),
  ],
  [orderPlan, { accept_terms: "2020-01-01" }, 409, "terms_not_accepted", { terms: { version: expect.any(String) } }],
  [orderPlan, { expected_price: 1 }, 409, "refused", { price: { currency: "CAD" } }],
  [orderPlan, {}, 409, "payment_method_missing", TO_ADD_ONE, NO_CARD],
  [setDomainAutoRenew, { auto_renew: "yes" }, 400, "invalid_body", pointer("/auto_renew")],
  [setDomainAutoRenew, { domain: "studio-ana.net" }, 409, "not_allowed"],
  [renewDomain, { years: 0 }, 400, "invalid_body", pointer("/years")],
  [renewDomain, { domain: "studio-ana.net" }, 409, "not_renewable"],
  [renewDomain, { domain: "studio-ana.io" }, 409, "not_renewable"],
  [renewDomain, { years: 10 }, 409, "not_renewable"],
  [renewDomain, { years: 2, expected_price: 1 }, 409, "refused", { price: { amount: 37.98 } }],
  [renewDomain, { domain: "no-card.ca" }, 409, "payment_method_missing", TO_ADD_ONE, NO_CARD],
  [quotePlanChange, { plan: "web-nothing" }, 409, "not_offered"],
  [quotePlanChange, { billing_cycle: "daily" }, 400, "invalid_parameter", parameter("billing_cycle")],
  [changePlan, { plan: "web-nothing" }, 409, "not_offered", says(/^There is no such plan\. Plans: .*web-pro/)],
  [
    changePlan,
    { billing_cycle: "one_time" },
    409,
    "not_offered",
    says(/^The plan web-pro .* cycle\. Its cycles: .*annually/),
  ],
  [changePlan, { id: 2105, plan: "vps-4" }, 409, "not_changeable"],
  [changePlan, { expected_price: 1 }, 409, "refused", { price: { currency: "CAD" } }],
  [quoteCancellation, { id: 2104 }, 409, "not_cancellable"],
  [quoteCancellation, { id: 2105 }, 409, "already_requested"],
  [quoteCancellation, { when: "soon" }, 400, "invalid_parameter", parameter("when")],
  [cancelService, { id: 2104 }, 409, "not_cancellable"],
  [cancelService, { id: 2105 }, 409, "already_requested"],
  // The example's confirm is made up.
  [cancelService, {}, 409, "refused", { statement: { done: false, confirm: expect.any(String) } }],
  [cancelService, { when: "soon" }, 400, "invalid_body", pointer("/when")],
  [getPaymentMethodsLink, { card: "1" }, 400, "invalid_parameter", parameter("card")],
  [getDomainRegistrarSettings, { domain: "free-registrar-settings.ca" }, 404, "not_found"],
  // The others that an engine's nameservers may not be are in test/engine/registrar-settings.test.ts.
  [setDomainNameservers, { nameservers: ["ns1.elsewhere.net"] }, 400, "invalid_body", pointer("/nameservers")],
  [
    setDomainNameservers,
    { nameservers: ["ns1.elsewhere.net", "192.0.2.1"] },
    400,
    "invalid_body",
    pointer("/nameservers/1"),
  ],
  [setDomainNameservers, { domain: "studio-ana.net" }, 409, "not_allowed"],
  [setDomainLock, { domain: "studio-ana.quebec", locked: false }, 409, "not_allowed"],
  [setDomainLock, { domain: "ana-europe.eu", locked: true }, 409, "not_allowed", {}, { account: 1002 }],
  [transferDomainOut, { confirm_domain: "ana.dev" }, 400, "invalid_body", pointer("/confirm_domain")],
  [transferDomainOut, both("studio-ana.quebec"), 409, "not_allowed"],
  [transferDomainOut, both("studio-ana.net"), 409, "not_allowed"],
];

/** A connection has 120 requests a minute: the rows are asked through two by turns. */
const clients = [0, 1].map(() => new AccountClient({ scopes: EVERY_SCOPE }));

test.each(ROWS.map((row, index) => ({ row, id: row[0].id, change: row[1], code: row[3], api: clients[index % 2] })))(
  "$id of $change is $code",
  ({ row: [operation, change, status, code, more = {}, by = {}], api = new AccountClient() }) =>
    expectRefused(api, operation, { ...operation.example, ...change }, { status, code, ...more }, by),
);

test("what a registry asks for is refused by its place, each in a sentence of its own", async () => {
  const api = new AccountClient({ scopes: EVERY_SCOPE });
  const placesOf = async (more: Input) => {
    const { status, body } = await api.call(orderDomain, { domain: "free-order-fields.ca", ...more });
    expect(status).toBe(400);
    const errors = body.errors as { pointer: string; message: string }[];
    const messages = errors.map(({ pointer: place, message }) => `${place} ${message}`);
    for (const message of messages) expect(message).toMatch(/[^.]\.$/);
    expect(body.detail).toBe(messages.join(" "));
    return errors.map(({ pointer: place }) => place);
  };
  const missing = await placesOf({});
  expect(missing.length).toBeGreaterThan(0);
  for (const place of missing) expect(place).toMatch(/^\/fields\/./);
  const wrong = await placesOf({ years: 10, fields: { colour: "red", size: "big" } });
  expect(wrong.length).toBeGreaterThan(1);
  expect(wrong).toContain("/fields/colour");
});

test("a plan change without a payment method is refused at the right price too", async () => {
  const api = new AccountClient({ scopes: EVERY_SCOPE, ...NO_CARD });
  const wanted = { id: 2401, plan: "web-pro" };
  const { due_now } = (await api.call(quotePlanChange, wanted)).body as { due_now: { amount: number } };
  const problem = { status: 409, code: "payment_method_missing", ...TO_ADD_ONE };
  await expectRefused(api, changePlan, { ...wanted, expected_price: due_now.amount }, problem);
});
