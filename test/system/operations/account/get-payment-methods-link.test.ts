import { expect, test } from "vitest";
import { getPaymentMethodsLink } from "../../../../workers/account/operations/get-payment-methods-link.ts";
import { AccountClient, type CallOptions } from "../../../support/account-client.ts";
import { expectAnswer, refuses } from "../../../support/operation-rules.ts";

const api = new AccountClient();

test.each<[string, CallOptions, number]>([
  ["an owner", {}, 1001],
  ["a contact with no permission for it", { login: "contact", scopes: [] }, 1001],
  ["an owner without a payment method", { login: "nocard", account: 1004 }, 1004],
  ["a connection limited to a service", { limit: "service:2101" }, 1001],
])("%s gets the link", async (_, by, id) => {
  const body = await expectAnswer(api, getPaymentMethodsLink, {}, by);
  expect(body).toMatchObject({
    account: { id },
    payment_methods_url: expect.stringMatching(/^http.*\/client-area\/payment-methods$/),
  });
});

refuses(api, getPaymentMethodsLink, [
  ["a parameter", { card: "1" }, { status: 400, code: "invalid_parameter", errors: [{ parameter: "card" }] }],
]);
