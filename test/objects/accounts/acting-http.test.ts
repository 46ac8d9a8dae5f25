import { describe, expect, test } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { act, audit, bodyOf, eachWithNewAccount, fetchAccount, queued, useNewAccount } from "../support/account-api.ts";
import { control, FULL_STANDING } from "../support/account-world.ts";
import type { TestGrant } from "../support/acting-application.ts";
import { script } from "../support/scripted-billing.ts";

eachWithNewAccount();

const RENEW = "/account/domains/studio-ana.ca/renew";
const answerOf = async (response: Response) => ({ status: response.status, body: await bodyOf(response) });
const get = async (path: string, own: TestGrant = {}) => answerOf(await fetchAccount(path, { own }));
const send = async (path: string, body: unknown, options: { key?: string; method?: string; own?: TestGrant } = {}) =>
  answerOf(await act(path, body, options));
const setting = (path: string, body: object) => send(path, body, { method: "PUT" });

describe("a cancellation over HTTP", () => {
  const path = "/account/services/2101/cancellation";
  const state = async () => (await get(`${path}?when=immediately`)).body as { confirm: string; consequences: string[] };

  const statedBefore = async (change: () => void) => {
    const { confirm } = await state();
    change();
    return { when: "immediately", confirm };
  };
  const madeUp = () => `${Date.now().toString(36)}.${"A".repeat(24)}`;

  test.each<[string, () => Promise<object>]>([
    ["for another time", async () => ({ confirm: (await state()).confirm })],
    ["that is made up", async () => ({ when: "immediately", confirm: madeUp() })],
    [
      "for an outdated statement",
      () => statedBefore(() => void Object.assign(script, { consequences: "More stops." })),
    ],
    ["from 15 minutes ago", () => statedBefore(() => void Object.assign(control, { shift: 15 * 60_000 + 1_000 }))],
  ])("a confirm value %s changes nothing and returns the current statement", async (_, make) => {
    const { status, body } = await send(path, await make(), { key: "k" });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "refused", statement: { done: false, confirm: expect.any(String) } });
    const { statement } = body as { statement: { confirm: string; when: string } };
    const done = await send(path, { when: statement.when, confirm: statement.confirm }, { key: "k" });
    expect(done.status).toBe(201);
  });
});

test("a renewal without a body uses every default, and an empty JSON body is the same request", async () => {
  const bare = (path: string, key: string, headers: Record<string, string> = {}) =>
    fetchAccount(path, { method: "POST", headers: { "Idempotency-Key": key, ...headers } });
  const renewed = await bare(RENEW, "bare");
  const body = { domain: "studio-ana.ca", years: 1 };
  expect(await answerOf(renewed)).toMatchObject({ status: 201, body });
  expect((await bare(RENEW, "bare", { "Content-Type": "application/json" })).status).toBe(201);
  expect((await send(RENEW, {}, { key: "bare" })).status).toBe(201);
  expect((await send(RENEW, { years: 2 }, { key: "bare" })).status).toBe(422);

  const incomplete = await answerOf(await bare("/account/orders/plan", "bare-2"));
  const problem = { code: "invalid_body", errors: [{ pointer: "/plan" }] };
  expect(incomplete).toMatchObject({ status: 400, body: problem });
});

const domain: TestGrant = { limit: { kind: "domain", name: "studio-ana.ca" } };

test("a limited connection acts within its limit, and sees no orders and no invoices, even in a replay", async () => {
  for (const own of [{}, domain, domain]) {
    const { status, body } = await send(RENEW, {}, { key: "k", own });
    expect(status).toBe(201);
    const isWhole = own !== domain;
    expect(body.order_id).toBe(isWhole ? 7001 : null);
    expect(body.invoice === null).toBe(!isWhole);
    expect(body.action_required).toMatchObject({ type: "pay_invoice" });
  }
});

describe("the connection check before an action is sent", () => {
  /** Ends the connection while a renewal, a plan change, a lock and an order wait for an earlier action. */
  async function whileEnded() {
    useNewAccount();
    Object.assign(script, { moods: ["held"], isHeld: true });
    Object.assign(control, { standing: FULL_STANDING, timing: TIMING });
    const before = send(RENEW, { years: 1 }, { key: "first" });
    await expect.poll(() => script.asked.length).toBe(1);
    const waiting = await queued(() => [
      send("/account/domains/ana.dev/renew", { years: 1 }, { key: "second" }),
      send("/account/services/2101/plan-change", { plan: "web-pro", expected_price: 10 }, { key: "third" }),
      setting("/account/domains/ana.dev/lock", { locked: true }),
      send("/account/orders/plan", { plan: "web-start", accept_terms: "2026-01-01" }, { key: "fourth" }),
    ]);
    // This exceeds the time for which an admission stays valid.
    control.shift = 300;
    control.standing = null;
    script.isHeld = false;
    expect((await before).status, "it was sent already").toBe(201);
    const answers = await Promise.all(waiting);
    return { answers: answers.map(({ status, body }) => [status, body.code]), done: script.asked.length };
  }

  test("actions of an ended connection get 401 and are not sent", async () => {
    const { answers, done } = await whileEnded();
    expect(answers).toEqual(Array(4).fill([401, "unauthorized"]));
    expect(done).toBe(1);
  });

  test.each([
    [250, 201, 0],
    [251, 401, 1],
  ])("an action admitted %i ms ago gets %i after its connection ended", async (admittedAgo, status, times) => {
    Object.assign(control, { standing: null, frozen: Date.now(), standings: 0 });
    const answer = await send(RENEW, {}, { key: "k", own: { admittedAgo } });
    expect(answer.status).toBe(status);
    expect(control.standings).toBe(times);
  });

  test("a refused action releases its key and is logged", async () => {
    await whileEnded();
    expect((await send("/account/domains/ana.dev/renew", { years: 1 }, { key: "second" })).status).toBe(201);
    expect((await audit()).filter(({ code }) => code === "unauthorized")).toHaveLength(4);
  });
});
