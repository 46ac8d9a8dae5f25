import { expect, test } from "vitest";
import { MINUTE, pass } from "../support/clock.ts";
import { noticesOf } from "../support/connection-world.ts";
import {
  CLIENT,
  INVALID_CLIENT,
  INVALID_GRANT,
  NOTHING,
  TestConnection,
  tokensIn,
} from "../support/test-connection.ts";

test("a code gives tokens for what was agreed; the access token is let in with the agreement as it is", async () => {
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

  const admission = await connection.admit(tokens.access_token);
  expect(admission).toMatchObject({
    outcome: "admitted",
    grant: {
      id: connection.id,
      application: "app",
      loginId: 1,
      accountId: 1001,
      scopes: ["account:read", "billing:write"],
    },
    rateResults: [{ allowed: true, remaining: 119 }],
  });
  expect(await connection.told(1)).toEqual([["made", null]]);
});

test("without a S256 challenge nothing is made", async () => {
  for (const change of [{ codeChallenge: "" }, { codeChallengeMethod: "plain" }, { codeChallenge: "short" }]) {
    const connection = new TestConnection();
    await expect(connection.open(change)).rejects.toThrow("PKCE with S256 is required");
    expect(await connection.stored()).toEqual(NOTHING);
    expect(await connection.summary()).toBeNull();
  }
});

test("a redirect address that is not the client's makes nothing", async () => {
  const connection = new TestConnection();
  await expect(connection.open({ redirectUri: "https://other.example/callback" })).rejects.toThrow();
  expect(await connection.stored()).toEqual(NOTHING);
});

test("a connection is made once", async () => {
  const connection = new TestConnection();
  const code = await connection.open();
  await expect(connection.open()).rejects.toThrow("made before");
  tokensIn(await connection.post(connection.codeForm(code)));
});

test("a wrong or missing verifier, another redirect address or resource gives nothing, and takes nothing from the right one", async () => {
  const connection = new TestConnection();
  const code = await connection.open();
  const { code_verifier: _, ...without } = connection.codeForm(code);
  expect(await connection.errorOf(without)).toEqual([400, "invalid_request"]);
  const form = connection.codeForm(code);
  expect(await connection.errorOf({ ...form, code_verifier: "x".repeat(43) })).toEqual(INVALID_GRANT);
  expect(await connection.errorOf({ ...form, redirect_uri: "https://other.example/" })).toEqual(INVALID_GRANT);
  expect(await connection.errorOf({ ...form, resource: "https://other.example/" })).toEqual([400, "invalid_target"]);
  expect(await connection.errorOf({ ...form, code: `${code}x` })).toEqual(INVALID_GRANT);
  tokensIn(await connection.post(form));
});

test("another client gets nothing for the code, and ends nothing", async () => {
  const connection = new TestConnection();
  const code = await connection.open();
  const other = { ...CLIENT, clientId: "other" };
  const stolen = { ...connection.codeForm(code), client_id: "other" };
  expect(await connection.errorOf(stolen, other)).toEqual(INVALID_GRANT);
  const { access_token } = tokensIn(await connection.post(connection.codeForm(code)));
  expect(await connection.errorOf(stolen, other)).toEqual(INVALID_GRANT);
  expect(await connection.outcome(access_token)).toBe("admitted");
});

test("a code used twice ends the connection, and its people are told", async () => {
  const connection = new TestConnection();
  const code = await connection.open();
  const { access_token, refresh_token } = tokensIn(await connection.post(connection.codeForm(code)));
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

test("a code exchanged twice at once gives tokens to nobody for long", async () => {
  const connection = new TestConnection();
  const form = connection.codeForm(await connection.open());
  const answers = await Promise.all([connection.post(form), connection.post(form)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { access_token } = JSON.parse(answers.find(({ status }) => status === 200)?.body ?? "{}");
  expect(await connection.outcome(access_token)).toBe("refused");
});

test("a client with a secret must show it, and its failure changes nothing", async () => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("s3cret"));
  const secret = {
    ...CLIENT,
    tokenEndpointAuthMethod: "client_secret_post",
    clientSecret: Buffer.from(digest).toString("hex"),
  };
  const connection = new TestConnection();
  const form = connection.codeForm(await connection.open({}, secret));
  expect(await connection.errorOf(form, secret)).toEqual(INVALID_CLIENT);
  expect(await connection.errorOf({ ...form, client_secret: "wrong" }, secret)).toEqual(INVALID_CLIENT);
  const tokens = tokensIn(await connection.post({ ...form, client_secret: "s3cret" }, secret));

  const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  const next = tokensIn(await connection.post({ ...refresh, client_secret: "s3cret" }, secret));
  expect(await connection.errorOf({ ...refresh, client_secret: "wrong" }, secret)).toEqual(INVALID_CLIENT);
  pass(2 * 60 * MINUTE);
  expect(await connection.errorOf({ ...refresh, client_secret: "wrong" }, secret)).toEqual(INVALID_CLIENT);
  expect(await connection.endReason()).toBeUndefined();
  const last = { grant_type: "refresh_token", refresh_token: next.refresh_token, client_secret: "s3cret" };
  tokensIn(await connection.post(last, secret));
});

test("a code that is not exchanged within ten minutes is worth nothing, and everything is forgotten", async () => {
  const connection = new TestConnection();
  const code = await connection.open();
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

test("an object that was never made refuses everything and stores nothing", async () => {
  const connection = new TestConnection();
  expect(await connection.outcome(`${connection.id}:grant:secret`)).toBe("refused");
  expect(await connection.outcome("fdk_whatever")).toBe("refused");
  expect(await connection.errorOf(connection.codeForm(`${connection.id}:grant:secret`))).toEqual(INVALID_GRANT);
  expect(await connection.errorOf(`${connection.id}:grant:secret`)).toEqual(INVALID_GRANT);
  expect((await connection.post({ token: `${connection.id}:grant:secret` })).status).toBe(200);
  expect(await connection.summary()).toBeNull();
  expect(await connection.entries(null, 10)).toEqual([]);
  expect(await connection.stub.narrow({ scopes: [], limit: { kind: "account" }, limitName: null })).toBe(false);
  await connection.stub.end("disconnected");
  await connection.runAlarm();
  expect(await connection.stored()).toEqual(NOTHING);
  expect(await connection.alarmAt()).toBeNull();
  expect(noticesOf(connection.id)).toEqual([]);
});
