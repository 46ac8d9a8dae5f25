import { afterEach, describe, expect, test } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import { act, audit, bodyOf, eachWithNewAccount, fetchAccount, queued, useNewAccount } from "../support/account-api.ts";
import { control, FULL_STANDING } from "../support/account-world.ts";
import type { TestGrant } from "../support/acting-application.ts";
import { script } from "../support/scripted-billing.ts";

eachWithNewAccount();

const ORDER = { domain: "free-garden.com", accept_terms: "2026-01-01" };
const RENEW = "/account/domains/studio-ana.ca/renew";
const CODE_SENT_TO = "a•••@maple.example";
const answerOf = async (response: Response) => ({ status: response.status, body: await bodyOf(response) });
const get = async (path: string, own: TestGrant = {}) => answerOf(await fetchAccount(path, { own }));
const send = async (path: string, body: unknown, options: { key?: string; method?: string; own?: TestGrant } = {}) =>
  answerOf(await act(path, body, options));
const setting = (path: string, body: object) => send(path, body, { method: "PUT" });

describe("what an order answers", () => {
  test("a domain: the specification's keys, a link to pay, the terms", async () => {
    const { status, body } = await send("/account/orders/domain", ORDER, { key: "k" });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual([
      ...["account", "domain", "type", "years", "order_id", "invoice", "action_required", "terms_version", "next"],
    ]);
    expect(body).toMatchObject({
      account: { id: 1001 },
      order_id: 7001,
      invoice: { total: 19.94, view_url: expect.stringMatching(/\/invoices\/9001$/) },
      action_required: { type: "pay_invoice", url: expect.stringMatching(/^http.*\/invoices\/9001$/) },
    });
  });

  test("a quote: the specification's keys, and nothing is done", async () => {
    const { status, body } = await get("/account/orders/domain?domain=FREE-garden.com.&years=2");
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      ...["account", "domain", "type", "years", "available", "price", "registrant", "fields", "terms", "note"],
    ]);
    expect(body).toMatchObject({ domain: "free-garden.com", years: 2, price: { amount: 18.99, currency: "CAD" } });
    expect(body.note).toContain("21.99 CAD");
    expect(script.asked).toEqual([]);
  });

  const NAME = "/account/domains/studio-ana.ca";
  const AFTER = "/account/services/2101/plan-change";
  const SERVERS = ["ns1.other.net", "ns2.other.net"];

  test.each<[path: string, body: object, expected: object]>([
    ["/account/orders/plan", { plan: "web-start", accept_terms: "x" }, { service_id: 2999, plan: "web-start" }],
    [RENEW, { years: 2 }, { domain: "studio-ana.ca", years: 2 }],
    [AFTER, { plan: "web-pro", expected_price: 10 }, { service: { id: 2101 }, plan: "web-pro" }],
    [`${NAME}/transfer-out`, { confirm_domain: "Studio-Ana.ca" }, { unlocked: true, code_sent_to: CODE_SENT_TO }],
  ])("POST %s", async (path, body, expected) => {
    expect(await send(path, body, { key: "k" })).toMatchObject({ status: 201, body: expected });
  });

  test.each<[path: string, body: object, expected: object]>([
    [`${NAME}/auto-renew`, { auto_renew: false }, { domain: { auto_renew: false } }],
    [`${NAME}/nameservers`, { nameservers: ["NS1.other.net", "ns2.other.net"] }, { nameservers: SERVERS }],
    [`${NAME}/lock`, { locked: false }, { locked: false }],
  ])("PUT %s needs no key, counts towards no order, and is in the log", async (path, body, expected) => {
    expect(await setting(path, body)).toMatchObject({ status: 200, body: expected });
    const entry = { target: "domain:studio-ana.ca", outcome: "succeeded", status: 200 };
    expect(await audit()).toMatchObject([{ ...entry, operation: expect.stringMatching(/^setDomain/) }]);
  });

  test.each<[path: string, expected: object]>([
    ["/account/orders/plan?plan=web-start", { first_payment: { amount: 71.91, covers: "annually" }, setup_fee: 0 }],
    [`${AFTER}?plan=web-pro`, { due_now: { amount: 10 }, allowed: true, rule: null }],
    ["/account/payment-methods", { payment_methods_url: expect.stringMatching(/\/payment-methods$/) }],
    [`${NAME}/registrar`, { locked: true, lock_supported: true }],
  ])("GET %s", async (path, expected) => {
    expect(await get(path)).toMatchObject({ status: 200, body: expected });
  });
});

describe("a cancellation", () => {
  const path = "/account/services/2101/cancellation";
  const state = async () => (await get(`${path}?when=immediately`)).body as { confirm: string; consequences: string[] };

  test("is stated, confirmed and done", async () => {
    const statement = await state();
    expect(statement).toMatchObject({ done: false, consequences: ["Its site and mail stop."], when: "immediately" });
    const { status, body } = await send(path, { when: "immediately", confirm: statement.confirm }, { key: "k" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ done: true, confirm: null });
    expect(Object.keys(body)).toEqual(Object.keys(statement));
  });

  const statedBefore = async (change: () => void) => {
    const { confirm } = await state();
    change();
    return { when: "immediately", confirm };
  };
  const madeUp = () => `${Date.now().toString(36)}.${"A".repeat(24)}`;

  test.each<[string, () => Promise<object>]>([
    ["of another time", async () => ({ confirm: (await state()).confirm })],
    ["that was made up", async () => ({ when: "immediately", confirm: madeUp() })],
    [
      "of what is not so any more",
      () => statedBefore(() => void Object.assign(script, { consequences: "More stops." })),
    ],
    ["of 15 minutes ago", () => statedBefore(() => void Object.assign(control, { shift: 15 * 60_000 + 1_000 }))],
  ])("with a confirm %s: nothing is done, and the new statement comes", async (_, make) => {
    const { status, body } = await send(path, await make(), { key: "k" });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "refused", statement: { done: false, confirm: expect.any(String) } });
    const { statement } = body as { statement: { confirm: string; when: string } };
    const done = await send(path, { when: statement.when, confirm: statement.confirm }, { key: "k" });
    expect(done.status).toBe(201);
    expect(script.done).toHaveLength(1);
  });

  test("without a confirm is a bad body", async () => {
    const { status, body } = await send(path, {}, { key: "k" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/confirm" }] });
  });
});

describe("what is refused, and for what first", () => {
  test.each<[string, string | undefined, number, string]>([
    ["none", undefined, 400, "idempotency_key_required"],
    ["an empty one in quotes", '""', 400, "idempotency_key_required"],
    ["256 characters", "k".repeat(256), 400, "invalid_parameter"],
    ["255 characters", "k".repeat(255), 201, ""],
    ["255 characters in quotes", `"${"k".repeat(255)}"`, 201, ""],
    ["two headers", "one, two", 400, "invalid_parameter"],
    ["a comma", "one,two", 400, "invalid_parameter"],
    ["a letter outside ASCII", "cl\u00e9", 400, "invalid_parameter"],
  ])("a key: %s", async (_, key, status, code) => {
    const answer = await send(RENEW, {}, key === undefined ? {} : { key });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (code) expect(answer.body.code).toBe(code);
  });

  test.each<[string, string, string[]]>([
    ["a member nobody knows", '{"colour":"red"}', ["/colour"]],
    ["the path's own member", '{"domain":"ana.dev"}', ["/domain"]],
    ["years 0", '{"years":0}', ["/years"]],
    ["years 11", '{"years":11}', ["/years"]],
    ["years as text", '{"years":"1"}', ["/years"]],
    ["1e400", '{"years":1e400}', ["/years"]],
    ["three decimals", '{"expected_price":18.999}', ["/expected_price"]],
    ["a list", "[]", [""]],
    ["a prototype", '{"__proto__":{"years":2}}', ["/__proto__"]],
  ])("a body: %s", async (_, body, pointers) => {
    const answer = await send(RENEW, body, { key: "k" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "invalid_body", errors: pointers.map((pointer) => ({ pointer })) });
  });

  test.each<[string, string, Record<string, string>, number, string, string?]>([
    ["a member twice", '{"years":1,"years":2}', {}, 400, "invalid_body", "/years"],
    ["33 levels", `{"years":${"[".repeat(33)}${"]".repeat(33)}}`, {}, 400, "invalid_body", "/years"],
    ["no JSON", "{", {}, 400, "invalid_body", ""],
    ["64 KiB and more", JSON.stringify({ years: "x".repeat(65_536) }), {}, 413, "payload_too_large"],
    ["a form", "years=1", { "Content-Type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
  ])("a body comes before the credential: %s", async (_, body, headers, status, code, pointer) => {
    const response = await fetchAccount(RENEW, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", Authorization: "none", ...headers },
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, ...(pointer !== undefined && { errors: [{ pointer }] }) });
  });

  test("a renewal without a body takes every default, and the same key with {} is the same request", async () => {
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

  test("parameters before the key, the key before the body, the body before the name", async () => {
    const wrong = { code: "invalid_parameter", errors: [{ parameter: "colour" }] };
    expect((await send(`${RENEW}?colour=red`, { years: 0 })).body).toMatchObject(wrong);
    expect((await send(RENEW, { years: 0 })).body.code).toBe("idempotency_key_required");
    const nobody = await send("/account/domains/-/renew", { years: 0 }, { key: "k" });
    expect(nobody.body).toMatchObject({ errors: [{ pointer: "/years" }] });
    expect((await send("/account/domains/-/renew", {}, { key: "k" })).status).toBe(404);
    expect((await get("/account/services/abc/plan-change?plan=web-pro")).status).toBe(404);
    expect((await get("/account/services/02101/plan-change?plan=web-pro")).status).toBe(404);
  });

  test("scope before limit before everything that is sent", async () => {
    const limit = { kind: "domain" as const, name: "ana.dev" };
    const reads = { scopes: ["account:read" as const] };
    expect((await send(RENEW, { years: 0 }, { own: { ...reads, limit } })).body.code).toBe("insufficient_scope");
    expect((await send(RENEW, { years: 0 }, { own: { limit } })).body.code).toBe("outside_limit");
    const token = { operations: ["renewDomain" as const], scopes: ["account:read" as const, "billing:write" as const] };
    expect((await send(RENEW, {}, { key: "k", own: token })).status).toBe(201);
    const other = await send("/account/orders/domain", ORDER, { key: "k2", own: token });
    expect(other.body.code).toBe("insufficient_scope");
  });

  const FOURTEEN = Array.from({ length: 14 }, (_, n) => `ns${n}.other.net`);
  test.each<[string, string, object, string]>([
    ["one", "nameservers", { nameservers: ["ns1.other.net"] }, "/nameservers"],
    ["fourteen", "nameservers", { nameservers: FOURTEEN }, "/nameservers"],
    ["the same twice", "nameservers", { nameservers: ["ns1.other.net", "NS1.other.net."] }, "/nameservers/1"],
    ["an address", "nameservers", { nameservers: ["192.0.2.1", "ns1.other.net"] }, "/nameservers/0"],
    ["no truth value", "lock", { locked: "yes" }, "/locked"],
  ])("a setting: %s", async (_, what, body, pointer) => {
    const answer = await setting(`/account/domains/studio-ana.ca/${what}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "invalid_body", errors: [{ pointer }] });
    expect(script.asked).toEqual([]);
  });

  test("a transfer away with another name", async () => {
    const transfer = "/account/domains/studio-ana.ca/transfer-out";
    const answer = await send(transfer, { confirm_domain: "ana.dev" }, { key: "k" });
    expect(answer.body).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/confirm_domain" }] });
  });

  test("each reason of the billing system, with what belongs to it", async () => {
    const reason = { en: "Because.", fr: "Parce que." };
    const required = { type: "update_contact" as const, message: reason, path: "/profile" };
    const plain = (["not_offered", "already_requested", "not_allowed", "not_renewable"] as const).map((code) => ({
      code,
      reason,
    }));
    const refusals = [
      ...plain,
      { code: "registrant_ineligible" as const, reason, actionRequired: required },
      { code: "payment_method_missing" as const, actionRequired: required },
      { code: "invalid_body" as const, refused: [{ pointer: "/fields/cira", message: reason }] },
    ];
    const action_required = { type: "update_contact", url: expect.stringMatching(/^http.*\/profile$/) };
    for (const refuses of refusals) {
      script.moods = [{ refuses }];
      const { status, body } = await send(RENEW, {}, { key: "k" });
      expect(status, refuses.code).toBe(refuses.code === "invalid_body" ? 400 : 409);
      expect(body.code).toBe(refuses.code);
      if ("actionRequired" in refuses) expect(body).toMatchObject({ action_required });
    }
    const price = { amount: 1_234, currency: "CAD" } as const;
    for (const [path, body, nothing] of [
      [RENEW, {}, "nothing was renewed"],
      ["/account/services/2101/plan-change", { plan: "web-pro", expected_price: 10 }, "the plan was not changed"],
    ] as const) {
      script.moods = [{ refuses: { code: "price_changed", price } }];
      const answer = await send(path, body, { key: "k" });
      const refused = { code: "refused", price: { amount: 12.34, currency: "CAD" } };
      expect(answer).toMatchObject({ status: 409, body: refused });
      expect(answer.body.detail).toContain(nothing);
      expect(answer.body.detail).not.toContain("ordered");
    }
    const ofOwn = { code: "refused", reason, price } as const;
    script.moods = [{ refuses: ofOwn }];
    const body = { code: "refused", detail: "Because.", price: { amount: 12.34, currency: "CAD" } };
    // The second one is what its key keeps.
    for (let time = 0; time < 2; time++)
      expect(await send(RENEW, {}, { key: "k-own" })).toMatchObject({ status: 409, body });
    script.moods = [{ refuses: { code: "not_found" } }];
    expect((await send(RENEW, {}, { key: "k" })).status).toBe(404);
  });
});

describe("a limited connection", () => {
  const domain: TestGrant = { limit: { kind: "domain", name: "studio-ana.ca" } };
  const service: TestGrant = { limit: { kind: "service", id: 2101 } };

  test("acts on what is in reach, and sees no orders and no invoices, replayed or not", async () => {
    for (const own of [{}, domain, domain]) {
      const { status, body } = await send(RENEW, {}, { key: "k", own });
      expect(status).toBe(201);
      const isWhole = own !== domain;
      expect(body.order_id).toBe(isWhole ? 7001 : null);
      expect(body.invoice === null).toBe(!isWhole);
      expect(body.action_required).toMatchObject({ type: "pay_invoice" });
    }
    expect(script.done).toHaveLength(1);
  });

  const PLAN_CHANGE = (id: string) => `/account/services/${id}/plan-change?plan=web-pro`;
  test.each<[limit: string, TestGrant, status: number, ...paths: string[]]>([
    ["the domain", domain, 200, PLAN_CHANGE("2101"), "/account/domains/studio-ana.ca/registrar"],
    ["the domain", domain, 403, ...["2102", "999999", "abc"].map(PLAN_CHANGE), "/account/orders/plan?plan=web-start"],
    ["the domain", domain, 403, ...["ana.dev", "nobody.example"].map((name) => `/account/domains/${name}/registrar`)],
    ["the domain", domain, 403, "/account/orders/domain?domain=studio-ana.ca"],
    ["the service", service, 200, PLAN_CHANGE("2101"), "/account/payment-methods", "/account/audit"],
    ["the service", service, 403, PLAN_CHANGE("2102"), "/account/domains/studio-ana.ca/registrar"],
  ])("to %s, %o: %i to %s", async (_, own, status, ...paths) => {
    for (const path of paths) {
      const answer = await get(path, own);
      expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(status);
      if (status === 403) expect(answer.body.code, path).toBe("outside_limit");
    }
  });
});

describe("an action that waited asks the connection once more, just before it is sent", () => {
  afterEach(() => {
    control.standing = FULL_STANDING;
    control.frozen = null;
  });

  /** A renewal and a change of plan wait for the one before them; meanwhile the customer changes the connection. */
  async function whileWaiting(standing: Standing | null) {
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
    // Longer than an admission is trusted.
    control.shift = 300;
    control.standing = standing;
    script.isHeld = false;
    expect((await before).status, "it was sent already").toBe(201);
    const answers = await Promise.all(waiting);
    return { answers: answers.map(({ status, body }) => [status, body.code]), done: script.asked.length };
  }

  test("it has ended: 401, and nothing is sent", async () => {
    const { answers, done } = await whileWaiting(null);
    expect(answers).toEqual(Array(4).fill([401, "unauthorized"]));
    expect(done).toBe(1);
  });

  test("a scope was taken away, of an API token an operation: 403", async () => {
    const narrowed = await whileWaiting({ ...FULL_STANDING, scopes: ["account:read", "domains:write"] });
    const lacking = [403, "insufficient_scope"];
    expect(narrowed.answers).toEqual([lacking, lacking, [200, undefined], lacking]);
    expect(narrowed.done).toBe(2);
  });

  test("it was limited: what is in reach is done, all else is 403", async () => {
    const { answers } = await whileWaiting({ ...FULL_STANDING, limit: { kind: "domain", name: "studio-ana.ca" } });
    const outside = [403, "outside_limit"];
    expect([answers[0], answers[2], answers[3]]).toEqual([outside, outside, outside]);
    expect(answers[1]?.[0], "a service of the domain").toBe(201);
    const token = await whileWaiting({ ...FULL_STANDING, operations: ["renewDomain"] });
    expect(token.answers.map(([status]) => status)).toEqual([201, 403, 403, 403]);
  });

  test.each([
    [250, 201, 0],
    [251, 401, 1],
  ])("what was admitted %i ms ago: %i", async (admittedAgo, status, times) => {
    Object.assign(control, { standing: null, frozen: Date.now(), standings: 0 });
    const answer = await send(RENEW, {}, { key: "k", own: { admittedAgo } });
    expect(answer.status).toBe(status);
    expect(control.standings).toBe(times);
  });

  test("the key is free again, and the log says that it was refused", async () => {
    await whileWaiting(null);
    expect((await send("/account/domains/ana.dev/renew", { years: 1 }, { key: "second" })).status).toBe(201);
    expect((await audit()).filter(({ code }) => code === "unauthorized")).toHaveLength(4);
  });
});

test.each([
  ["/account/nothing?lang=fr", "GET", 404],
  ["/account/domains?lang=fr", "DELETE", 405],
])("what there is nothing at, or what takes another method, is said in English: %s", async (path, method, status) => {
  const answer = await answerOf(await fetchAccount(path, { method }));
  expect(answer.status).toBe(status);
  expect(answer.body.detail).toMatch(/^Th(?:ere is nothing|is address takes)/);
});

test("a member that is not known is told those of the body, not what the address says", async () => {
  const answer = await send(RENEW, { year: 2 }, { key: "unknown-member" });
  const errors = [{ pointer: "/year", message: "is not known here; known are years, expected_price." }];
  expect(answer).toMatchObject({ status: 400, body: { errors } });
});
