import { expect, test } from "vitest";
import { quoteCancellation } from "../../../../workers/account/operations/quote-cancellation.ts";
import { AccountClient } from "../../../support/account-client.ts";
import { expectAnswer, refuses, refusesStrangers } from "../../../support/operation-rules.ts";

const api = new AccountClient();

test.each(["end_of_period", "immediately"])("%s: what it would do, and nothing is done", async (when) => {
  const body = await expectAnswer(api, quoteCancellation, { id: 2101, when });
  expect(body).toMatchObject({
    account: { id: 1001 },
    service: { id: 2101, status: "active", cancellation: null },
    when,
    done: false,
    confirm: expect.any(String),
  });
  expect((body.consequences as string[]).length).toBeGreaterThan(1);
});

test("at the end of the period is the day it is next due, and what is said where nothing is", async () => {
  const body = await expectAnswer(api, quoteCancellation, { id: 2101 });
  expect(body).toMatchObject({ when: "end_of_period" });
  expect(body.effective_on).toBe((body.service as { next_due_date: string }).next_due_date);
});

test("a connection limited to the service may ask", async () => {
  const body = await expectAnswer(api, quoteCancellation, { id: 2101 }, { limit: "service:2101" });
  expect(body).toMatchObject({ done: false });
});

refusesStrangers(api, quoteCancellation, { id: 2101 });
refuses(api, quoteCancellation, [
  ["another account's service", { id: 2201 }, { status: 404, code: "not_found" }],
  ["a service that is over", { id: 2104 }, { status: 409, code: "not_cancellable" }],
  ["a one-time service", { id: 2106 }, { status: 409, code: "not_cancellable" }],
  ["cancelled already", { id: 2105 }, { status: 409, code: "already_requested" }],
  ["no such time", { id: 2101, when: "soon" }, { status: 400, errors: [{ parameter: "when" }] }],
]);
