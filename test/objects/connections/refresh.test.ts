import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { DAY, MINUTE, pass } from "../../support/clock.ts";
import {
  CLIENT,
  connected,
  errorIn,
  INVALID_CLIENT,
  INVALID_GRANT,
  TestConnection,
  type Tokens,
  tokenRequest,
  tokensIn,
} from "../support/test-connection.ts";

/** Expects that both tokens work: the access token is admitted, and the refresh token gets a new pair. */
async function expectUsable(connection: TestConnection, { access_token, refresh_token }: Tokens): Promise<Tokens> {
  expect(await connection.outcome(access_token)).toBe("admitted");
  const next = await connection.refreshed(refresh_token);
  expect(await connection.outcome(next.access_token)).toBe("admitted");
  return next;
}

test("a refresh returns a new pair, and the previous access token stays valid for the rest of its hour", async () => {
  const [connection, first] = await connected();
  const second = await connection.refreshed(first.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(second.access_token).not.toBe(first.access_token);
  expect(await connection.outcome(first.access_token)).toBe("admitted");
  pass(61 * MINUTE);
  expect(await connection.outcome(first.access_token)).toBe("refused");
  expect(await connection.outcome(second.access_token)).toBe("refused");
  await expectUsable(connection, await connection.refreshed(second.refresh_token));
});

test("three simultaneous refreshes get the same response, and all its tokens work", async () => {
  const [connection, { refresh_token }] = await connected();
  const answers = await Promise.all(Array.from({ length: 3 }, () => connection.refresh(refresh_token)));
  expect(answers[0]?.status).toBe(200);
  for (const same of [answers[1], answers[2], await connection.refresh(refresh_token)])
    expect(same).toEqual(answers[0]);

  pass(50 * MINUTE);
  for (const answer of answers) await expectUsable(connection, tokensIn(answer));
});

test("at most thirty refreshes per minute are allowed, and wrong tokens do not count", async () => {
  const [connection, first] = await connected();
  let tokens = first;
  for (let n = 0; n < 40; n++) expect(await connection.errorOf(`${connection.id}:grant:wrong`)).toEqual(INVALID_GRANT);
  for (let n = 0; n < 30; n++) tokens = await connection.refreshed(tokens.refresh_token);
  const stored = await connection.stored();
  for (let n = 0; n < 3; n++) {
    const refused = await connection.refresh(tokens.refresh_token);
    expect(errorIn(refused)).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
  }
  expect(await connection.stored()).toEqual(stored);
  expect((await connection.errorOf("never-was:one"))[0]).toBe(400);
  expect(await connection.outcome(tokens.access_token)).toBe("admitted");
  expect((await connection.refresh(first.refresh_token)).status, "an earlier answer is repeated").toBe(200);
  pass(MINUTE);
  await expectUsable(connection, await connection.refreshed(tokens.refresh_token));
});

test("a repeated refresh gets the same response for a minute, even after an eviction", async () => {
  const [connection, { refresh_token }] = await connected();
  const answer = await connection.refresh(refresh_token);
  await connection.evict();
  expect(await connection.refresh(refresh_token)).toEqual(answer);
  pass(2 * MINUTE);
  const later = await connection.refreshed(refresh_token);
  expect(later.access_token).not.toBe(tokensIn(answer).access_token);
  await expectUsable(connection, later);
  await expectUsable(connection, tokensIn(answer));
});

test("the processes of one installation keep working with old tokens for an hour", async () => {
  const [connection, first] = await connected();
  const generations = [first];
  for (let generation = 1; generation <= 4; generation++) {
    generations.push(await connection.refreshed((generations.at(-1) as Tokens).refresh_token));
    pass(10 * MINUTE);
  }
  // Forty minutes after the first use, each token is sent, first from oldest to newest and then in reverse.
  for (const tokens of [...generations, ...generations.toReversed()]) {
    const given = await connection.refreshed(tokens.refresh_token);
    expect(await connection.outcome(given.access_token)).toBe("admitted");
  }
  pass(2 * MINUTE);
  await expectUsable(connection, await connection.refreshed(first.refresh_token));
  expect(await connection.endReason()).toBeNull();
});

test("a slow process does not invalidate the token of a quick one", async () => {
  const [connection, shared] = await connected();
  const quick = await connection.refreshed(shared.refresh_token);
  pass(59 * MINUTE);
  const slow = await connection.refreshed(shared.refresh_token);
  expect(slow.refresh_token).toBe(quick.refresh_token);
  pass(3 * 60 * MINUTE);
  for (const { refresh_token } of [quick, slow])
    await expectUsable(connection, await connection.refreshed(refresh_token));
});

test("a refresh token used over an hour after its successor was issued ends the connection with an e-mail", async () => {
  const [connection, { refresh_token }] = await connected();
  const next = await connection.refreshed(refresh_token);
  pass(60 * MINUTE + 1);
  expect(await connection.errorOf(refresh_token)).toEqual(INVALID_GRANT);
  expect(await connection.endReason()).toBe("refresh_token_reused");
  expect(await connection.errorOf(next.refresh_token)).toEqual(INVALID_GRANT);
  expect(await connection.outcome(next.access_token)).toBe("refused");
  expect(await connection.told(3)).toContainEqual(["ended", "refresh_token_reused"]);
  expect(await connection.stored()).toMatchObject({ oauth: 0, refreshes: 0 });
});

test("a refresh token works until an hour after its successor was issued", async () => {
  const [connection, { refresh_token }] = await connected();
  await connection.refresh(refresh_token);
  pass(60 * MINUTE - 2_000);
  await expectUsable(connection, await connection.refreshed(refresh_token));
});

test("another client with a used refresh token gets no tokens and changes nothing", async () => {
  const [connection, { refresh_token }] = await connected();
  const next = await connection.refreshed(refresh_token);
  const other = { ...CLIENT, clientId: "other" };
  const steal = () => connection.post({ grant_type: "refresh_token", refresh_token, client_id: "other" }, other);
  const unknown = () => connection.post({ grant_type: "refresh_token", refresh_token, client_id: "unknown" });
  for (const wait of [0, 10 * MINUTE, 2 * 60 * MINUTE]) {
    pass(wait);
    expect(errorIn(await steal())).toEqual(INVALID_GRANT);
    expect(errorIn(await unknown())).toEqual(INVALID_CLIENT);
  }
  expect(await connection.errorOf({ token: refresh_token, client_id: "unknown" })).toEqual(INVALID_CLIENT);
  expect((await connection.post({ token: refresh_token, client_id: "other" }, other)).status).toBe(200);
  expect(await connection.endReason()).toBeNull();
  await expectUsable(connection, await connection.refreshed(next.refresh_token));
});

test("a refresh for another resource is refused, even with a used token", async () => {
  const [connection, { refresh_token }] = await connected();
  const elsewhere = { resource: "https://other.example/" };
  expect(errorIn(await connection.refresh(refresh_token, elsewhere))).toEqual([400, "invalid_target"]);
  await connection.refresh(refresh_token);
  expect(errorIn(await connection.refresh(refresh_token, elsewhere))).toEqual([400, "invalid_target"]);
});

test("the object stores no readable token", async () => {
  const [connection, first] = await connected();
  const second = await connection.refreshed(first.refresh_token);
  const dump = await connection.storedText();
  expect(dump).toContain(connection.id);
  for (const { access_token, refresh_token } of [first, second])
    for (const token of [access_token, refresh_token]) expect(dump).not.toContain(token.split(":")[2]);
});

test("a disconnection during a refresh takes effect at every step of the refresh", async () => {
  let steps = 0;
  for (let at = 1; ; at++) {
    const [connection, { refresh_token }] = await connected();
    const request = tokenRequest({ grant_type: "refresh_token", refresh_token });
    const { answer, reached } = await runInDurableObject(connection.stub, async (object) => {
      // Every step of the refresh starts with a hash.
      const realDigest = crypto.subtle.digest.bind(crypto.subtle);
      let count = 0;
      const digest = vi.spyOn(crypto.subtle, "digest").mockImplementation((...args) => {
        if (++count === at) void object.end("disconnected");
        return realDigest(...args);
      });
      const answer = await object.tokenEndpoint(request);
      digest.mockRestore();
      return { answer, reached: count >= at };
    });
    if (!reached) break;
    steps++;
    expect(errorIn(answer)).toEqual(INVALID_GRANT);
    expect(await connection.stored()).toMatchObject({ oauth: 0, refreshes: 0 });
  }
  expect(steps).toBeGreaterThan(2);
});

test("a connection ends thirty days after its last refresh", async () => {
  const connection = new TestConnection();
  let tokens = await connection.connect();
  for (let month = 0; month < 2; month++) {
    pass(29 * DAY);
    await connection.runAlarm();
    tokens = await connection.refreshed(tokens.refresh_token);
  }
  const expiry = Date.parse((await connection.summary())?.expiresAt ?? "");
  expect(expiry - Date.now()).toBeGreaterThan(30 * DAY - MINUTE);
  await connection.runAlarm();
  expect(await connection.alarmAt()).toBe(expiry);

  pass(30 * DAY);
  expect(await connection.errorOf(tokens.refresh_token)).toEqual(INVALID_GRANT);
  await connection.runAlarm();
  expect(await connection.endReason()).toBe("expired");
  expect(await connection.told(3)).toContainEqual(["ended", "expired"]);
});

test("revoking a refresh token ends the connection, and revoking an access token ends only that token", async () => {
  const [connection, first] = await connected();
  expect(await connection.outcome(first.access_token)).toBe("admitted");
  expect((await connection.post({ token: first.access_token })).status).toBe(200);
  expect(await connection.outcome(first.access_token)).toBe("refused");
  const second = await connection.refreshed(first.refresh_token);
  expect((await connection.post({ token: second.refresh_token })).status).toBe(200);
  expect(await connection.outcome(second.access_token)).toBe("refused");
  expect(await connection.endReason()).toBe("revoked");
  expect((await connection.post({ token: second.refresh_token })).status).toBe(200);
  expect((await connection.told(2)).map(([what]) => what).toSorted()).toEqual(["list ended", "made"]);
});

test("revoking an earlier refresh token ends the connection", async () => {
  const [connection, first] = await connected();
  const second = await connection.refreshed(first.refresh_token);
  await connection.refresh(second.refresh_token);
  expect((await connection.post({ token: first.refresh_token })).status).toBe(200);
  expect(await connection.endReason()).toBe("revoked");
});

test("a refresh or a repeated response never includes scopes that the customer has removed", async () => {
  const [connection, first] = await connected();
  const second = await connection.refreshed(first.refresh_token);
  expect(second.scope).toBe("account:read billing:write");
  expect(await connection.stub.narrow({ scopes: [], limit: { kind: "account" }, limitName: null })).toBe(true);
  const again = await connection.refreshed(first.refresh_token);
  expect(again).toEqual({ ...second, scope: "account:read" });
  expect((await connection.refreshed(second.refresh_token)).scope).toBe("account:read");
});
