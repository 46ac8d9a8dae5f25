import { expect, test } from "vitest";
import { renewDomain } from "../../../../workers/account/operations/renew-domain.ts";
import { expectDoneOnce, refuses, refusesBadInput, refusesStrangers } from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const RENEWAL = { domain: "studio-ana.ca", years: 2 };

refusesStrangers(api, renewDomain, RENEWAL);
refuses(api, renewDomain, [
  ...refusesBadInput(RENEWAL),
  ["0 years", { ...RENEWAL, years: 0 }, { status: 400, code: "invalid_body", errors: [{ pointer: "/years" }] }],
  ["another account's name", { domain: "ana-europe.fr" }, { status: 404, code: "not_found" }],
  ["a name that left", { domain: "studio-ana.net" }, { status: 409, code: "not_renewable" }],
  ["a name that is not here yet", { domain: "studio-ana.io" }, { code: "not_renewable" }],
  ["more years than the registry keeps", { ...RENEWAL, years: 10 }, { code: "not_renewable" }],
  ["another price", { ...RENEWAL, expected_price: 1 }, { status: 409, code: "refused", price: { amount: 37.98 } }],
  [
    "no payment method",
    { domain: "no-card.ca" },
    { code: "payment_method_missing", action_required: { url: expect.stringMatching(/\/payment-methods$/) } },
    { login: "nocard", account: 1004 },
  ],
]);

test("an order and an invoice, once under its key", async () => {
  const input = { ...RENEWAL, expected_price: 37.98 };
  const body = await expectDoneOnce(api, renewDomain, {
    input,
    other: { ...input, years: 3 },
    target: "domain:studio-ana.ca",
  });
  expect(body).toMatchObject({
    account: { id: 1001 },
    domain: "studio-ana.ca",
    years: 2,
    order_id: expect.any(Number),
    invoice: { status: "unpaid", subtotal: 37.98 },
    action_required: { type: "pay_invoice" },
  });
  expect((await api.call(renewDomain, input)).body).toMatchObject({
    code: "already_requested",
    action_required: body.action_required,
  });
});

test("a connection limited to the name sees no order and no invoice, only where the customer pays", async () => {
  const { status, body } = await api.call(renewDomain, { domain: "ana.dev" }, { limit: "domain:ana.dev" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ order_id: null, invoice: null, action_required: { type: "pay_invoice" } });
});
