import { expect, test } from "vitest";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import { MINUTE, pass } from "../../support/clock.ts";
import { connected, errorIn, INVALID_GRANT, TestConnection, tokensIn } from "../support/test-connection.ts";

const ALL: Scope[] = ["account:read", "billing:write", "domains:write"];

/** Returns the scopes of a token and of its connection; "refused" if the token is not admitted. */
async function scopesOf(connection: TestConnection, token: string) {
  const admission = await connection.admit(token);
  return admission.outcome === "admitted" ? [admission.grant.scopes, admission.grant.agreedScopes] : "refused";
}

test("a token that was restricted at a refresh keeps its restricted scopes, even after an eviction", async () => {
  const [connection, { access_token: whole, refresh_token }] = await connected({ scopes: ALL });
  const restricted = await connection.refreshed(refresh_token, { scope: "account:read billing:write" });
  expect(restricted.scope).toBe("account:read billing:write");
  for (let time = 0; time < 2; time++) {
    expect(await scopesOf(connection, restricted.access_token)).toEqual([["account:read", "billing:write"], ALL]);
    expect(await scopesOf(connection, whole)).toEqual([ALL, ALL]);
  }
  await connection.evict();
  expect(await scopesOf(connection, restricted.access_token)).toEqual([["account:read", "billing:write"], ALL]);
});

test("a refresh without scope gives all scopes of the connection, even if the previous token had fewer", async () => {
  const [connection, { refresh_token }] = await connected({ scopes: ALL });
  const restricted = await connection.refreshed(refresh_token, { scope: "account:read" });
  const next = await connection.refreshed(restricted.refresh_token);
  expect(next.scope).toBe(ALL.join(" "));
  expect(await scopesOf(connection, next.access_token)).toEqual([ALL, ALL]);
  expect(await scopesOf(connection, restricted.access_token)).toEqual([["account:read"], ALL]);
});

test("a code that is exchanged with a scope gives only that scope", async () => {
  const connection = new TestConnection({ scopes: ALL });
  const code = await connection.open();
  const tokens = tokensIn(await connection.post({ ...connection.codeForm(code), scope: "account:read" }));
  expect(tokens.scope).toBe("account:read");
  expect(await scopesOf(connection, tokens.access_token)).toEqual([["account:read"], ALL]);
});

test("no token keeps a scope that the customer removed, whatever scopes it was issued with", async () => {
  const [connection, { access_token: whole, refresh_token }] = await connected({ scopes: ALL });
  const restricted = await connection.refreshed(refresh_token, { scope: "billing:write" });
  expect(restricted.scope).toBe("account:read billing:write");
  const to = { scopes: ["domains:write" as const], limit: { kind: "account" as const }, limitName: null };
  expect(await connection.stub.narrow(to)).toBe(true);
  const left = ["account:read", "domains:write"];
  expect(await scopesOf(connection, restricted.access_token)).toEqual([["account:read"], left]);
  expect(await scopesOf(connection, whole)).toEqual([left, left]);
  // The refresh requests the original scopes and gets the remaining ones.
  const asked = await connection.refreshed(restricted.refresh_token, { scope: ALL.join(" ") });
  expect(asked.scope).toBe(left.join(" "));
});

test("a request for more scopes gets invalid_scope and uses up neither the code nor the refresh token", async () => {
  const connection = new TestConnection({ scopes: ["account:read", "billing:write"] });
  const wider = { scope: "account:read domains:write" };
  const code = await connection.open();
  expect(await connection.errorOf({ ...connection.codeForm(code), ...wider })).toEqual([400, "invalid_scope"]);
  const first = await connection.exchange(code);
  const stored = await connection.stored();
  expect(errorIn(await connection.refresh(first.refresh_token, wider))).toEqual([400, "invalid_scope"]);
  expect(await connection.stored()).toEqual(stored);
  const second = await connection.refreshed(first.refresh_token);
  for (const wait of [0, 2 * MINUTE]) {
    pass(wait);
    expect(errorIn(await connection.refresh(first.refresh_token, wider))).toEqual([400, "invalid_scope"]);
  }
  expect((await connection.refreshed(second.refresh_token)).scope).toBe("account:read billing:write");
  expect(await connection.endReason()).toBeNull();
});

test("a caller without the credential does not learn which scopes exist", async () => {
  const connection = new TestConnection({ scopes: ["account:read"] });
  const code = await connection.open();
  const wider = { scope: "account:read domains:write" };
  const wrong = { ...connection.codeForm(code), code_verifier: "w".repeat(64), ...wider };
  expect(await connection.errorOf(wrong)).toEqual(INVALID_GRANT);
  const { refresh_token } = await connection.exchange(code);
  expect(errorIn(await connection.refresh(`${connection.id}:grant:made-up`, wider))).toEqual(INVALID_GRANT);
  expect((await connection.refresh(refresh_token)).status).toBe(200);
});

test.each(["openid offline_access", "offline_access", ""])("the scope %j is treated as no scope", async (scope) => {
  const [connection, { refresh_token }] = await connected({ scopes: ALL });
  expect((await connection.refreshed(refresh_token, { scope })).scope).toBe(ALL.join(" "));
});

test("a repeat within a minute with other scopes gets its own access token and the same refresh token", async () => {
  const [connection, { refresh_token }] = await connected({ scopes: ALL });
  const whole = await connection.refresh(refresh_token);
  const restricted = await connection.refreshed(refresh_token, { scope: "openid account:read" });
  expect(restricted.scope).toBe("account:read");
  expect(restricted.refresh_token).toBe(tokensIn(whole).refresh_token);
  expect(await scopesOf(connection, restricted.access_token)).toEqual([["account:read"], ALL]);
  expect(await connection.refresh(refresh_token)).toEqual(whole);
  expect(await connection.refresh(refresh_token, { scope: ALL.toReversed().join(" ") }), "the same").toEqual(whole);

  const [other, first] = await connected({ scopes: ALL });
  const narrowFirst = await other.refreshed(first.refresh_token, { scope: "account:read" });
  const then = await other.refreshed(first.refresh_token);
  expect([then.scope, then.refresh_token]).toEqual([ALL.join(" "), narrowFirst.refresh_token]);
  expect(await scopesOf(other, then.access_token)).toEqual([ALL, ALL]);
});
