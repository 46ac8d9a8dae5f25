import { expect, test } from "vitest";
import { MINUTE, pass } from "../../support/clock.ts";
import { noticesOf } from "../support/connection-world.ts";
import {
  CLIENT,
  INVALID_CLIENT,
  INVALID_GRANT,
  NOTHING,
  opened,
  TestConnection,
  tokensIn,
} from "../support/test-connection.ts";

test("a code gives tokens for the agreed scopes, and the access token is admitted with the current agreement", async () => {
  const connection = new TestConnection();
  const answer = await connection.post(connection.codeForm(await connection.open()));
  const tokens = tokensIn(answer);
  expect(JSON.parse(answer.body)).toMatchObject({
    token_type: "bearer",
    expires_in: 3600,
    scope: "account:read billing:write",
    resource: "https://front.example/api/v1",
  });
  expect(answer.headers["cache-control"]).toBe("no-store");

  const scopes = ["account:read", "billing:write"];
  expect(await connection.admit(tokens.access_token)).toMatchObject({
    outcome: "admitted",
    grant: { id: connection.id, application: "app", loginId: 1, accountId: 1001, scopes },
    rateResults: [{ allowed: true, remaining: 119 }],
  });
  expect(await connection.told(1)).toEqual([["made", null]]);
});

const PKCE = "PKCE with S256 is required";
test.each([
  [{ codeChallenge: "" }, PKCE],
  [{ codeChallengeMethod: "plain" }, PKCE],
  [{ codeChallenge: "short" }, PKCE],
  [{ redirectUri: "https://other.example/callback" }, ""],
])("an authorization request with %o is refused", async (change, message) => {
  const connection = new TestConnection();
  await expect(connection.open(change)).rejects.toThrow(message);
  expect(await connection.stored()).toEqual(NOTHING);
  expect(await connection.summary()).toBeNull();
});

test("a connection is created once", async () => {
  const [connection, code] = await opened();
  await expect(connection.open()).rejects.toThrow("made before");
  await connection.exchange(code);
});

test("a wrong verifier, redirect URI or resource gets no tokens and leaves the code valid", async () => {
  const [connection, code] = await opened();
  const form = connection.codeForm(code);
  const { code_verifier: _, ...without } = form;
  const elsewhere = "https://other.example/";
  expect(await connection.errorOf(without)).toEqual([400, "invalid_request"]);
  for (const wrong of [{ code_verifier: "x".repeat(43) }, { redirect_uri: elsewhere }, { code: `${code}x` }])
    expect(await connection.errorOf({ ...form, ...wrong })).toEqual(INVALID_GRANT);
  expect(await connection.errorOf({ ...form, resource: elsewhere })).toEqual([400, "invalid_target"]);
  tokensIn(await connection.post(form));
});

test("another client gets no tokens for the code and does not end the connection", async () => {
  const [connection, code] = await opened();
  const other = { ...CLIENT, clientId: "other" };
  const stolen = { ...connection.codeForm(code), client_id: "other" };
  expect(await connection.errorOf(stolen, other)).toEqual(INVALID_GRANT);
  const { access_token } = await connection.exchange(code);
  expect(await connection.errorOf(stolen, other)).toEqual(INVALID_GRANT);
  expect(await connection.outcome(access_token)).toBe("admitted");
});

test("a code that is used twice ends the connection, and the customer gets an e-mail", async () => {
  const [connection, code] = await opened();
  const { access_token, refresh_token } = await connection.exchange(code);
  expect(await connection.outcome(access_token)).toBe("admitted");

  expect(await connection.errorOf(connection.codeForm(code))).toEqual(INVALID_GRANT);
  expect(await connection.outcome(access_token)).toBe("refused");
  expect(await connection.errorOf(refresh_token)).toEqual(INVALID_GRANT);
  expect(await connection.endReason()).toBe("code_reused");
  expect((await connection.told(3)).toSorted()).toEqual([
    ["ended", "code_reused"],
    ["list ended", "code_reused"],
    ["made", null],
  ]);
});

test("two simultaneous exchanges of a code leave nobody with valid tokens", async () => {
  const connection = new TestConnection();
  const form = connection.codeForm(await connection.open());
  const answers = await Promise.all([connection.post(form), connection.post(form)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { access_token } = JSON.parse(answers.find(({ status }) => status === 200)?.body ?? "{}");
  expect(await connection.outcome(access_token)).toBe("refused");
});

test("a confidential client must send its secret, and a wrong secret changes nothing", async () => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("s3cret"));
  const clientSecret = Buffer.from(digest).toString("hex");
  const client = { ...CLIENT, tokenEndpointAuthMethod: "client_secret_post", clientSecret };
  const connection = new TestConnection();
  const tokensFor = async (form: object) =>
    tokensIn(await connection.post({ ...form, client_secret: "s3cret" }, client));
  const refusesFor = async (form: object) =>
    expect(await connection.errorOf({ ...form, client_secret: "wrong" }, client)).toEqual(INVALID_CLIENT);
  const form = connection.codeForm(await connection.open({}, client));
  expect(await connection.errorOf(form, client)).toEqual(INVALID_CLIENT);
  await refusesFor(form);
  const refresh = { grant_type: "refresh_token", refresh_token: (await tokensFor(form)).refresh_token };
  const next = await tokensFor(refresh);
  await refusesFor(refresh);
  pass(2 * 60 * MINUTE);
  await refusesFor(refresh);
  expect(await connection.endReason()).toBeNull();
  await tokensFor({ ...refresh, refresh_token: next.refresh_token });
});

test("a code that is not exchanged within ten minutes expires, and its connection is deleted", async () => {
  const [connection, code] = await opened();
  await connection.runAlarm();
  expect(await connection.summary()).not.toBeNull();
  expect(await connection.stored()).toMatchObject({ tables: ["oauth", "refreshes", "calls"], oauth: 1 });
  expect(await connection.alarmAt()).toBeLessThanOrEqual(Date.now() + 10 * MINUTE);

  pass(10 * MINUTE);
  expect(await connection.errorOf(connection.codeForm(code))).toEqual(INVALID_GRANT);
  await connection.runAlarm();
  expect(await connection.summary()).toBeNull();
  expect(await connection.stored()).toEqual(NOTHING);
  expect(await connection.alarmAt()).toBeNull();
  expect(await connection.told(2)).toContainEqual(["list forgot", null]);
});

test("an object that was never created admits no token, issues none and stores nothing", async () => {
  const connection = new TestConnection();
  const secret = `${connection.id}:grant:secret`;
  for (const token of [secret, "fdk_whatever"]) expect(await connection.outcome(token)).toBe("refused");
  for (const sent of [connection.codeForm(secret), secret])
    expect(await connection.errorOf(sent)).toEqual(INVALID_GRANT);
  expect((await connection.post({ token: secret })).status).toBe(200);
  expect(await connection.summary()).toBeNull();
  expect(await connection.entries(null, 10)).toEqual([]);
  expect(await connection.stub.narrow({ scopes: [], limit: { kind: "account" }, limitName: null })).toBe(false);
  await connection.stub.end("disconnected");
  await connection.runAlarm();
  expect(await connection.stored()).toEqual(NOTHING);
  expect(await connection.alarmAt()).toBeNull();
  expect(noticesOf(connection.id)).toEqual([]);
});
