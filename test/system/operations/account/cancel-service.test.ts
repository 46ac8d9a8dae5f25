import { expect, test } from "vitest";
import { cancelService } from "../../../../workers/account/operations/cancel-service.ts";
import { quoteCancellation } from "../../../../workers/account/operations/quote-cancellation.ts";
import { expectDoneOnce, refuses, refusesBadInput, refusesStrangers } from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const MADE_UP = { id: 2101, confirm: "mi4xk2a0.Q2xhcml0eSBpcyBraW5kbmVzcy4" };
const state = async (input: object) => (await api.call(quoteCancellation, { ...input })).body;

test("stated, confirmed and done, once under its key", async () => {
  const asked = { id: 2102, when: "end_of_period" };
  const statement = await state(asked);
  const input = { ...asked, confirm: statement.confirm };
  const body = await expectDoneOnce(api, cancelService, {
    input,
    other: { ...input, reason: "Too slow." },
    target: "service:2102",
  });
  expect(body).toMatchObject({
    account: { id: 1001 },
    service: { id: 2102, cancellation: { when: "end_of_period" } },
    effective_on: statement.effective_on,
    consequences: statement.consequences,
    done: true,
    confirm: null,
  });
  expect((await api.call(cancelService, input)).body).toMatchObject({ code: "already_requested" });
});

test("the tool without a confirm is the statement, and needs no key", async () => {
  const { value } = await api.tool(cancelService, { id: 2101, when: "immediately" }, { key: null });
  expect(Object.keys(value)).toEqual(Object.keys(cancelService.output.shape));
  expect(value).toMatchObject({ done: false, when: "immediately", confirm: expect.any(String) });
});

test("immediately: it is over", async () => {
  const asked = { id: 2103, when: "immediately" };
  const { confirm } = await state(asked);
  const { status, body } = await api.call(cancelService, { ...asked, confirm });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ service: { id: 2103, status: "cancelled" }, done: true });
});

refusesStrangers(api, cancelService, MADE_UP);
refuses(api, cancelService, [
  ...refusesBadInput(MADE_UP),
  ["another account's service", { ...MADE_UP, id: 2201 }, { status: 404, code: "not_found" }],
  ["a service that is over", { ...MADE_UP, id: 2104 }, { status: 409, code: "not_cancellable" }],
  ["cancelled already", { ...MADE_UP, id: 2105 }, { status: 409, code: "already_requested" }],
  [
    "a confirm that was made up",
    MADE_UP,
    { status: 409, code: "refused", statement: { done: false, confirm: expect.any(String) } },
  ],
  ["no such time", { ...MADE_UP, when: "soon" }, { code: "invalid_body", errors: [{ pointer: "/when" }] }],
]);

test("over HTTP the confirm is required", async () => {
  const { status, body } = await api.call(cancelService, { id: 2101 });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/confirm" }] });
});
