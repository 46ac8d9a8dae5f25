import { describe, expect, test } from "vitest";
import { getOrder } from "../../../../workers/account/operations/get-order.ts";
import { orderDomain } from "../../../../workers/account/operations/order-domain.ts";
import { AccountClient } from "../../../support/account-client.ts";
import { expectProblem } from "../../../support/account-lists.ts";
import { expectAnswer, expectLogged } from "../../../support/operation-rules.ts";
import { payInvoice } from "../../../support/pay-invoice.ts";
import { useWorld } from "../../../support/world.ts";

const world = useWorld();
const api = new AccountClient({ scopes: ["billing:write"] }, () => world.origin);
const reading = new AccountClient({}, () => world.origin);

const TERMS = { accept_terms: "2026-09-01" };
const OWNER = { email: "owner@maple.example", password: "maple-owner" };

test("an order is followed from its payment to its end, and each reading is logged", async () => {
  const { body: placed } = await api.call(orderDomain, { domain: "free-to-follow.com", ...TERMS });
  const { order_id, invoice, action_required } = placed as {
    order_id: number;
    invoice: { id: number };
    action_required: { url: string };
  };
  const waiting = await expectAnswer(reading, getOrder, { order_id });
  expect(waiting).toEqual({
    account: { id: 1001, name: "Studio Ana Inc." },
    ...{ order_id, operation: "orderDomain", target: "domain:free-to-follow.com", status: "awaiting_payment" },
    ...{ ordered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/), invoice, action_required },
    next: "Give the customer action_required.url, where only they can pay. The name is registered once that is done.",
  });

  await payInvoice(world.origin, action_required.url, OWNER);
  const done = { status: "completed", invoice: { id: invoice.id, status: "paid" }, action_required: null };
  const { body, headers } = await reading.call(getOrder, { order_id });
  expect(body).toMatchObject({ ...done, next: "The name is registered. Nothing more is to be done." });
  const target = `order:${order_id}`;
  await expectLogged(reading, headers, { operation: "getOrder", target, status: 200, outcome: "succeeded" });
});

describe("an id", () => {
  test.each(["99999999", "0", "-1", "abc", "6110x", "1.5", "6110%20", "99999999999999999999", "2101", "6107"])(
    "%s names no order of the account: not_found",
    (id) => expectProblem(reading, `/account/orders/${id}`, {}, { status: 404, code: "not_found" }),
  );

  test("of another account's order is answered as one of nobody's", async () => {
    const problem = async (id: number) => {
      const { body, status } = await reading.call(getOrder, { order_id: id });
      return { status, ...body, instance: null, request_id: null };
    };
    expect(await problem(6202)).toEqual(await problem(99_999_999));
    expect((await reading.call(getOrder, { order_id: 6202 }, { account: 1002 })).body).toMatchObject({
      ...{ account: { id: 1002 }, operation: "renewDomain", target: "domain:ana-europe.eu" },
      status: "awaiting_payment",
    });
  });
});

describe("beside the quotes of the same path", () => {
  test("domain and plan are theirs, and methods that a path has not are named", async () => {
    const answer = await reading.request("/account/orders/domain?domain=free-beside.com");
    expect(await answer.json()).toMatchObject({ domain: "free-beside.com", available: true });
    for (const [method, path, allowed] of [
      ["POST", "6110", "GET, HEAD, OPTIONS"],
      ["DELETE", "6110", "GET, HEAD, OPTIONS"],
      ["DELETE", "domain", "GET, HEAD, POST, OPTIONS"],
      ["PUT", "plan", "GET, HEAD, POST, OPTIONS"],
    ] as const) {
      const refused = await reading.request(`/account/orders/${path}`, {}, { method });
      expect(refused.status).toBe(405);
      expect(refused.headers.get("Allow")).toBe(allowed);
    }
  });
});
