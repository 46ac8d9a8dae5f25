import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { keyPair, OPEN_ID_DEFAULTS, type OpenIdOptions } from "../../dev/whmcs/open-id/provider.ts";
import { Bridge, directHost } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { OpenId } from "../../workers/billing-whmcs/sign-in/open-id.ts";
import { Customer, end, handedOut, watchLog } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const NOT_ACCEPTED = { outcome: "refused", reason: "not_accepted" };
const EXPIRED = { outcome: "expired" };
const MINUTE = 60_000;
const now = () => Math.floor(Date.now() / 1_000);

let clock = 0;
const whmcs = await startWhmcs({ now: () => Date.now() + clock });
const { simulator } = whmcs;
const { options } = simulator.openId;
const log = watchLog();

beforeEach(() => {
  log.since();
});
afterEach(async () => {
  Object.assign(options, OPEN_ID_DEFAULTS);
  simulator.openId.otherKeys.length = 0;
  simulator.pages.clear();
  clock = 0;
  await whmcs.db.prepare("DELETE FROM logins").run();
});
afterAll(() => whmcs.stop());

/** A sign-in in an isolate of its own, so that nothing is left of another one's keys. */
const signIn = () => new Customer(whmcs, "owner").signIn(whmcs.again().billing);
const keptLogins = () => whmcs.db.prepare("SELECT count(*) AS n FROM logins").first<number>("n");

describe("an ID token or userinfo that does not prove who it is opens nothing", () => {
  const rows: [name: string, changed: Partial<OpenIdOptions>, logged: Record<string, unknown>][] = [
    ["another issuer", { claims: { iss: "https://elsewhere.example" } }, { claim: "iss" }],
    ["the issuer with a final slash", { claims: { iss: `${simulator.url}/` } }, { claim: "iss" }],
    ["another audience", { claims: { aud: "another" } }, { claim: "aud" }],
    ["no audience", { claims: { aud: undefined } }, { claim: "aud" }],
    ["several audiences", { claims: { aud: [options.clientId, "another"] } }, { reason: "for_another_party" }],
    ["another authorized party", { claims: { azp: "another" } }, { reason: "for_another_party" }],
    ["another nonce", { claims: { nonce: "of-another-sign-in" } }, { reason: "nonce_of_another" }],
    ["no nonce", { hasNonce: false }, { reason: "no_nonce" }],
    ["an end that has passed", { tokenLife: -40 }, { reason: "ERR_JWT_EXPIRED" }],
    ["no end", { claims: { exp: undefined } }, { claim: "exp" }],
    ["an end in words", { claims: { exp: "tomorrow" } }, { claim: "exp" }],
    ["a time that has not come", { claims: { nbf: now() + 600 } }, { claim: "nbf" }],
    ["an issue in the future", { claims: { iat: now() + 600 } }, { reason: "issued_later" }],
    ["a question in the future", { claims: { auth_time: now() + 600 } }, { reason: "asked_later" }],
    ["a question at no time", { claims: { auth_time: "yesterday" } }, { reason: "asked_later" }],
    ["no subject", { claims: { sub: undefined } }, { claim: "sub" }],
    ["an empty subject", { claims: { sub: "" } }, { reason: "no_subject" }],
    ["a subject that is no text", { claims: { sub: 11 }, userInfo: { sub: 11 } }, { reason: "no_subject" }],
    ["no signature", { signature: "none" }, { reason: "ERR_JOSE_ALG_NOT_ALLOWED" }],
    ["the public key as a secret", { signature: "public_key" }, { reason: "ERR_JOSE_ALG_NOT_ALLOWED" }],
    ["another algorithm", { header: { alg: "RS512" } }, { reason: "ERR_JOSE_ALG_NOT_ALLOWED" }],
    ["another key", { signature: "another_key" }, { reason: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED" }],
    ["a key that nobody published", { header: { kid: "unknown" } }, { reason: "ERR_JWKS_NO_MATCHING_KEY" }],
    [
      "a key of its own",
      { signature: "another_key", header: { kid: undefined, jwk: keyPair().publicKey.export({ format: "jwk" }) } },
      { reason: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED" },
    ],
    ["an extension that must be understood", { header: { crit: ["x"], x: 1 } }, { reason: "ERR_JOSE_NOT_SUPPORTED" }],
    ["userinfo of another subject", { userInfo: { sub: "another" } }, {}],
    ["userinfo without a subject", { userInfo: { sub: undefined } }, {}],
    ["userinfo without an address", { userInfo: { email: undefined } }, { reason: "userinfo_unread" }],
    [
      "userinfo with a list of addresses",
      { userInfo: { email: ["owner@maple.example"] } },
      { reason: "userinfo_unread" },
    ],
  ];

  test.each(rows)("%s", async (_, changed, logged) => {
    Object.assign(options, changed);
    expect(await signIn()).toEqual(NOT_ACCEPTED);
    expect(log.since()).toMatchObject([{ event: "sign_in_untrusted", ...logged }]);
    expect(await keptLogins()).toBe(0);
  });

  test("a key of 1,024 bits, although it is published", async () => {
    simulator.openId.rotate(1_024);
    expect(await signIn()).toEqual(NOT_ACCEPTED);
    expect(log.since()).toMatchObject([{ event: "sign_in_untrusted", reason: "ERR_JWKS_NO_MATCHING_KEY" }]);
    simulator.openId.rotate();
  });

  test("no key id where several keys are published", async () => {
    simulator.openId.otherKeys.push({ ...keyPair().publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256" });
    options.hasKeyId = false;
    expect(await signIn()).toEqual(NOT_ACCEPTED);
    expect(log.since()).toMatchObject([{ event: "sign_in_untrusted", reason: "ERR_JWKS_MULTIPLE_MATCHING_KEYS" }]);
  });
});

describe("what a token need not have", () => {
  test.each<[string, Partial<OpenIdOptions>]>([
    ["a key id, where one key is published", { hasKeyId: false }],
    ["a time of issue", { hasIssuedAt: false }],
    ["a long life", { tokenLife: 100 }],
    ["a clock that agrees to the second", { tokenLife: -20 }],
  ])("%s", async (_, changed) => {
    Object.assign(options, changed);
    expect(await signIn()).toMatchObject({ outcome: "signed_in" });
  });

  test.each([true, false])("the key of before, with key ids: %s", async (hasKeyId) => {
    options.hasKeyId = hasKeyId;
    const { billing } = whmcs.again();
    expect(await new Customer(whmcs, "owner").signIn(billing)).toMatchObject({ outcome: "signed_in" });
    simulator.openId.rotate();
    expect(await new Customer(whmcs, "owner").signIn(billing)).toMatchObject({ outcome: "signed_in" });
  });
});

describe("what comes back with the browser", () => {
  const { billing } = whmcs;

  test("the state of another sign-in", async () => {
    const [mine, another] = [
      await new Customer(whmcs, "owner").comeBack(),
      await new Customer(whmcs, "big").comeBack(),
    ];
    expect(await end(billing, { ...mine, state: another.state })).toEqual(EXPIRED);
    expect(
      await end(billing, { ...mine, returned: { ...mine.returned, state: another.returned.state ?? "" } }),
    ).toEqual(EXPIRED);
    expect(await end(billing, { ...mine, returned: { code: mine.returned.code ?? "" } })).toEqual(EXPIRED);
  });

  test.each([
    [false, EXPIRED],
    [true, NOT_ACCEPTED],
  ])("the code of another sign-in under one's own state; the verifier is ignored: %s", async (ignores, outcome) => {
    options.ignoresVerifier = ignores;
    const [mine, another] = [
      await new Customer(whmcs, "owner").comeBack(),
      await new Customer(whmcs, "big").comeBack(),
    ];
    const returned = { ...mine.returned, code: another.returned.code ?? "" };
    expect(await end(billing, { ...mine, returned })).toEqual(outcome);
  });

  test("the same twice", async () => {
    const back = await new Customer(whmcs, "owner").comeBack();
    expect(await end(billing, back)).toMatchObject({ outcome: "signed_in" });
    expect(await end(billing, back)).toEqual(EXPIRED);
    expect(log.since()).toEqual([]);
  });

  test("for another address than the one it was sent to", async () => {
    const back = await new Customer(whmcs, "owner").comeBack();
    expect(await end(billing, { ...back, returnTo: "https://elsewhere.example/sign-in/returned" })).toEqual(EXPIRED);
  });

  test("later than ten minutes", async () => {
    const back = await new Customer(whmcs, "owner").comeBack();
    clock = 10 * MINUTE + 1;
    expect(await end(billing, back)).toEqual(EXPIRED);
  });

  test("from a clock that is ahead", async () => {
    clock = 11 * MINUTE;
    const back = await new Customer(whmcs, "owner").comeBack();
    clock = 0;
    expect(await end(billing, back)).toEqual(EXPIRED);
  });

  test.each([
    "",
    "{}",
    "null",
    "[]",
    "garbage",
    '{"at":1e999,"language":"en","by":{"kind":"addon"}}',
    "x".repeat(2_000),
  ])("a state that is none: %s", async (state) => {
    const back = await new Customer(whmcs, "owner").comeBack();
    expect(await end(billing, { ...back, state })).toEqual(EXPIRED);
  });

  test("no code, or one that is far too long", async () => {
    const back = await new Customer(whmcs, "owner").comeBack();
    const { state = "" } = back.returned;
    expect(await end(billing, { ...back, returned: { state } })).toEqual(EXPIRED);
    expect(await end(billing, { ...back, returned: { state, code: "x".repeat(2_049) } })).toEqual(EXPIRED);
  });

  test("a refusal, of the customer's or of the page", async () => {
    expect(await new Customer(whmcs, "owner").signIn(billing, "cancel")).toEqual({
      outcome: "refused",
      reason: "declined",
    });
  });

  test("a refusal of another sign-in ends nothing", async () => {
    const back = await new Customer(whmcs, "owner").comeBack();
    expect(await end(billing, { ...back, returned: { state: "of-another", error: "access_denied" } })).toEqual(EXPIRED);
    expect(await end(billing, back)).toMatchObject({ outcome: "signed_in" });
  });

  test("an issuer that is another one (RFC 9207)", async () => {
    const back = await new Customer(whmcs, "owner").comeBack();
    const returned = { ...back.returned, iss: "https://elsewhere.example" };
    expect(await end(billing, { ...back, returned })).toEqual(NOT_ACCEPTED);
  });
});

describe("an identity provider that gives no answer signs nobody in", () => {
  const json = (body: unknown, status = 200) => ({
    status,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const elsewhere = { status: 307, headers: { Location: "https://elsewhere.example/" }, body: "" };
  const page = { status: 200, headers: { "Content-Type": "text/html" }, body: "<h1>Down for Maintenance</h1>" };
  const large = json({ keys: [], filling: "x".repeat(70_000) });

  test.each(
    ["token", "userinfo", "certs"].flatMap((name) => [
      { name, answer: elsewhere, kind: "a redirect", reason: "no_answer" },
      { name, answer: page, kind: "a page", reason: "no_answer" },
      { name, answer: json({}, 503), kind: "a failure", reason: "no_answer" },
      { name, answer: large, kind: "more than 64 KiB", reason: "too_large" },
    ]),
  )("$kind from $name", async ({ name, answer, reason }) => {
    simulator.pages.set(`/oauth/${name}.php`, answer);
    expect(await signIn()).toBe(5);
    expect(log.since()).toMatchObject([{ event: "sign_in_unavailable", reason }]);
  });

  test("a key set that is empty", async () => {
    options.hasKey = false;
    expect(await signIn()).toBe(5);
    expect(log.since()).toMatchObject([{ event: "sign_in_unavailable", reason: "no_signing_key" }]);
  });

  test("a credential that it does not know", async () => {
    const { billing } = whmcs.again({ WHMCS_OIDC_SECRET: "another" });
    expect(await new Customer(whmcs, "owner").signIn(billing)).toBe(5);
    expect(log.since()).toMatchObject([{ event: "sign_in_unavailable", reason: "token_refused" }]);
  });

  test("silence, from then on that the time is up", async () => {
    const back = await new Customer(whmcs, "owner").comeBack();
    simulator.pages.set("/oauth/token.php", "never");
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const shortened = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(Math.min(ms, 100)));
    expect(await end(whmcs.billing, back)).toBe(5);
    expect(shortened).toHaveBeenCalledWith(7_000);
    shortened.mockRestore();
  });

  test("a body without an end, of a runtime that does not tell it that the time is up", async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(Math.min(ms, 100)));
    const endless = { base: simulator.url, fetch: async () => new Response(new ReadableStream()) };
    const openId = new OpenId({ ...endless, issuer: simulator.url, clientId: "x", clientSecret: "y" }, Date.now);
    expect(await openId.begin({ returnTo: RETURN_TO, language: "en" })).toBeNull();
    const bridge = new Bridge(directHost({ ...endless, key: "x" }));
    const options = { requestId: undefined, deadlineMs: 100 };
    expect(await bridge.call("status", {}, z.unknown(), options)).toMatchObject({ reason: "timeout" });
    vi.mocked(AbortSignal.timeout).mockRestore();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["of another issuer", { issuer: "https://elsewhere.example" }, "metadata_of_another"],
    ["that leads to a script", { authorization_endpoint: "javascript:alert(1)//oauth/" }, "metadata_unread"],
    ["that leads nowhere", { authorization_endpoint: undefined }, "metadata_unread"],
  ])("metadata %s", async (_, changed, reason) => {
    const metadata = { ...simulator.openId.metadata(simulator.url), ...changed };
    simulator.pages.set("/oauth/openid-configuration.php", json(metadata));
    const { billing } = whmcs.again();
    expect(await billing.beginSignIn({ returnTo: RETURN_TO, language: "en" })).toMatchObject({ ok: false });
    expect(log.since()).toMatchObject([{ event: "sign_in_unavailable", reason }]);
  });
});

test("nothing that is secret or a customer's is in a line of the log", () => {
  expect(log.all.length).toBeGreaterThan(30);
  const lines = log.all.join("\n");
  expect(lines).not.toMatch(/maple\.example|eyJ/);
  expect(handedOut.length).toBeGreaterThan(100);
  expect([options.clientSecret, ...handedOut].filter((secret) => lines.includes(secret))).toEqual([]);
});
