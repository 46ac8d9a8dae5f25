import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { EMPTY_SESSION, type PendingAuthorization } from "../../../durable-objects/session/session-port.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { HOUR, MINUTE, pass } from "../../support/clock.ts";
import { bindings } from "../support/bindings.ts";
import { ASKED_OF } from "../support/test-connection.ts";

const SECOND_STEP = { challenge: "challenge", email: "a@maple.example" };

const question = (name: string): Omit<PendingAuthorization, "expiresAt"> => ({
  request: {
    ...{ responseType: "code", clientId: "app", redirectUri: "https://app.example/callback", scope: [] },
    ...{ state: "state", codeChallenge: "x".repeat(43), codeChallengeMethod: "S256" },
    ...ASKED_OF,
  },
  ...{
    client: "{}",
    name,
    origin: { kind: "unverified" },
    returnsTo: "app.example",
    loginHint: "",
    signedInSince: null,
    mayMeanCatalogue: false,
    asked: [],
    accountId: null,
  },
});

/** Creates the session of one browser. */
function newSession() {
  const name = crypto.randomUUID();
  const stub = bindings.SESSION.getByName(name);
  const stored = () => runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()]);
  return { name, stub, stored, ask: (who: string) => stub.addPending(question(who)) };
}
type TestSession = ReturnType<typeof newSession>;

const signedIn = (): SignedIn => ({ loginId: 1, email: "owner@maple.example", at: Date.now() });

test("an unknown session is empty and accepts nothing", async () => {
  const session = newSession();
  expect(await session.stub.read()).toEqual(EMPTY_SESSION);
  expect(await session.stub.takePending("none")).toBeNull();
  await session.stub.chooseAccount("none", 1);
  await session.stub.awaitSecondStep(null);
  await session.stub.end();
  expect(await session.stub.read()).toEqual(EMPTY_SESSION);
});

test("an authorization request keeps its account, survives an eviction and is used once", async () => {
  const session = newSession();
  const id = await session.ask("Sample App");
  await session.stub.chooseAccount(id, 1001);
  await evictDurableObject(session.stub);
  expect((await session.stub.read()).pending[id]).toMatchObject({ name: "Sample App", accountId: 1001 });
  const taken = await Promise.all([0, 1, 2].map(() => session.stub.takePending(id)));
  expect(taken.filter((one) => one !== null)).toMatchObject([{ name: "Sample App", accountId: 1001 }]);
  expect((await session.stub.read()).pending).toEqual({});
});

test("the name of a built-in property does not identify an authorization request", async () => {
  const session = newSession();
  await session.ask("Sample App");
  for (const id of ["__proto__", "constructor", "toString"]) {
    await session.stub.chooseAccount(id, 1);
    expect(await session.stub.takePending(id)).toBeNull();
  }
});

test("an authorization request expires after ten minutes, and the session keeps the newest twenty", async () => {
  const session = newSession();
  const ids: string[] = [];
  for (let n = 0; n < 22; n++) ids.push(await session.ask(`App ${n}`));
  expect(Object.keys((await session.stub.read()).pending).toSorted()).toEqual(ids.slice(2).toSorted());
  pass(10 * MINUTE);
  const last = await session.ask("Last App");
  expect(Object.keys((await session.stub.read()).pending)).toEqual([last]);
  const lapsed = ids[21] ?? "";
  expect(await session.stub.takePending(lapsed)).toBeNull();
  expect(await session.stub.lapsed(lapsed), "its question is still known").toMatchObject({
    request: { clientId: "app" },
  });
  expect(await session.stub.lapsed(last)).toBeNull();
  expect(await session.stub.lapsed("__proto__")).toBeNull();
});

test("a second step expires after ten minutes, or earlier if it is cancelled", async () => {
  const session = newSession();
  await session.stub.awaitSecondStep(SECOND_STEP);
  expect((await session.stub.read()).secondStep?.challenge).toBe("challenge");
  await session.stub.awaitSecondStep(null);
  expect((await session.stub.read()).secondStep).toBeNull();
  await session.stub.awaitSecondStep({ challenge: "another", email: "a@maple.example" });
  pass(10 * MINUTE);
  expect((await session.stub.read()).secondStep).toBeNull();
});

describe("signing in", () => {
  const rotate = (from: TestSession, session: string, login: SignedIn, proof: string | null = null) =>
    from.stub.rotate({ session, signedIn: login }, proof);

  test("the new session takes over the open authorization requests, and the previous session is signed out", async () => {
    const before = newSession();
    const id = await before.ask("Sample App");
    await before.stub.chooseAccount(id, 1001);
    const answered = await before.ask("Answered App");
    await before.stub.takePending(answered);
    const after = newSession();
    const login = signedIn();
    const rotation = await rotate(before, after.name, login);
    expect(rotation).toMatchObject({ session: after.name, signedIn: login });
    expect(Object.entries(rotation.pending)).toMatchObject([[id, { name: "Sample App", accountId: null }]]);
    await after.stub.begin(rotation);
    expect(await after.stub.read()).toEqual({ ...EMPTY_SESSION, signedIn: login, pending: rotation.pending });
    expect(await before.stub.read()).toEqual({ ...EMPTY_SESSION, pending: rotation.pending });
    expect(await before.stub.takePending(id), "it leads to the same place").toBeNull();
    expect(await after.stub.takePending(id)).toMatchObject({ name: "Sample App" });
  });

  test("a sign-in form that is sent twice leads to one session, which starts once", async () => {
    const before = newSession();
    const id = await before.ask("Sample App");
    const [one, other] = [newSession(), newSession()];
    const login = signedIn();
    const [first, second] = await Promise.all([rotate(before, one.name, login), rotate(before, other.name, login)]);
    expect(second).toEqual(first);
    const after = first.session === one.name ? one : other;
    await after.stub.begin(first);
    await after.stub.takePending(id);
    await after.stub.begin(second);
    expect((await after.stub.read()).pending, "an answered question does not come back").toEqual({});
  });

  test("a sign-in with another login, a new authorization request or a delay gets its own session", async () => {
    const before = newSession();
    const id = await before.ask("Sample App");
    const login = signedIn();
    await rotate(before, "first", login);
    const stranger = await rotate(before, "second", { ...login, loginId: 2 });
    expect([stranger.session, stranger.pending]).toEqual(["second", {}]);
    await before.ask("Another App");
    expect((await rotate(before, "third", { ...login, loginId: 2 })).session).toBe("third");
    pass(MINUTE / 2);
    expect((await rotate(before, "fourth", { ...login, loginId: 2 })).session).toBe("fourth");
    expect((await before.stub.read()).pending[id]).toBeUndefined();
  });

  test("a repeated form does not restart an ended session and leaves no stored data", async () => {
    const before = newSession();
    await before.ask("Sample App");
    const after = newSession();
    const rotation = await rotate(before, after.name, signedIn(), "proof");
    await after.stub.begin(rotation);
    await after.stub.end();
    const again = await before.stub.rotated("proof");
    expect(again).not.toBeNull();
    if (again) await after.stub.begin(again);
    expect(await after.stub.read()).toEqual(EMPTY_SESSION);
    pass(MINUTE / 2);
    await runDurableObjectAlarm(after.stub);
    expect(await after.stored()).toHaveLength(0);
  });

  test("a repeated code finds the session through its proof, but not after a wrong proof", async () => {
    const before = newSession();
    const login = signedIn();
    await rotate(before, "first", login, "proof");
    expect(await before.stub.rotated("proof")).toMatchObject({ session: "first", signedIn: login });
    expect(await before.stub.rotated("other")).toBeNull();
    expect(await before.stub.rotated("proof")).toBeNull();
    const later = newSession();
    await rotate(later, "first", login, "proof");
    pass(MINUTE / 2);
    expect(await later.stub.rotated("proof")).toBeNull();
    const byPassword = newSession();
    await rotate(byPassword, "first", login);
    expect(await byPassword.stub.rotated("null")).toBeNull();
  });
});

describe("a sign-in at the billing system's own page", () => {
  const BEGUN = { state: "state-1", address: "https://my.provider.example/?1", page: "/sign-in?pending=1" };
  const other = { ...BEGUN, state: "state-2", address: "https://my.provider.example/?2" };

  test("is kept for ten minutes, survives an eviction and handles its return once", async () => {
    const { stub } = newSession();
    expect(await stub.returnFromProvider(), "no sign-in has started").toBeNull();
    expect(await stub.beginProviderSignIn(BEGUN)).toMatchObject({ ...BEGUN, progress: "away" });
    await evictDurableObject(stub);
    const returns = await Promise.all([0, 1, 2].map(() => stub.returnFromProvider()));
    expect(returns.map((one) => one?.isFirst)).toEqual([true, false, false]);
    expect(returns[0]?.signIn.state).toBe("state-1");
    pass(10 * MINUTE);
    expect(await stub.returnFromProvider()).toBeNull();
    expect((await stub.read()).providerSignIn).toBeNull();
  });

  test("a double click starts one sign-in; a later click, another page or a click after the return starts another", async () => {
    const { stub } = newSession();
    const clicks = await Promise.all([stub.beginProviderSignIn(BEGUN), stub.beginProviderSignIn(other)]);
    expect(clicks.map(({ address }) => address)).toEqual([BEGUN.address, BEGUN.address]);
    expect(await stub.beginProviderSignIn({ ...other, page: "/sign-in" })).toMatchObject({ state: "state-2" });
    expect(await stub.beginProviderSignIn(BEGUN), "one at a time").toMatchObject({ state: "state-1" });
    pass(MINUTE / 2);
    expect(await stub.beginProviderSignIn(other)).toMatchObject({ state: "state-2" });
    await stub.returnFromProvider();
    expect(await stub.beginProviderSignIn(BEGUN)).toMatchObject({ state: "state-1" });
  });

  test("a failed sign-in reports its result only while its return is being handled", async () => {
    const { stub } = newSession();
    await stub.failProviderSignIn("declined");
    await stub.beginProviderSignIn(BEGUN);
    await stub.failProviderSignIn("declined");
    expect((await stub.read()).providerSignIn?.progress).toBe("away");
    await stub.returnFromProvider();
    await stub.failProviderSignIn("declined");
    await stub.failProviderSignIn("expired");
    expect((await stub.read()).providerSignIn?.progress).toBe("declined");
  });

  test("a completed sign-in is stored in both sessions and is removed when the customer signs out", async () => {
    const [before, after] = [newSession(), newSession()];
    await before.stub.beginProviderSignIn(BEGUN);
    await before.stub.returnFromProvider();
    const rotation = await before.stub.rotate({ session: after.name, signedIn: signedIn() }, "proof");
    await after.stub.begin(rotation);
    for (const { stub } of [before, after]) {
      expect(await stub.returnFromProvider()).toMatchObject({
        ...{ signIn: { page: BEGUN.page, progress: "signed_in" }, isFirst: false },
      });
    }
    const out = newSession();
    await out.stub.begin(await after.stub.rotate({ session: out.name, signedIn: null }, null));
    expect((await out.stub.read()).providerSignIn).toBeNull();
    await after.stub.end();
    expect((await after.stub.read()).providerSignIn).toBeNull();
  });

  test("a sign-in of another kind does not continue this sign-in", async () => {
    const { stub } = newSession();
    await stub.beginProviderSignIn(BEGUN);
    const rotation = await stub.rotate({ session: "after", signedIn: signedIn() }, null);
    expect(rotation.providerSignIn).toBeUndefined();
  });
});

test("a repeated form gets the first result for half a minute, and the session does not store the result", async () => {
  const session = newSession();
  const id = await session.ask("Sample App");
  const secret = "https://app.example/callback?code=secret";
  const where = (form: string) => session.stub.locationOf(id, form);
  expect(await where("allow")).toBeNull();
  await session.stub.takePending(id, "allow");
  const [, location, other] = await Promise.all([session.stub.answered(id, secret), where("allow"), where("deny")]);
  expect([location, other]).toEqual([secret, null]);
  expect(JSON.stringify(await session.stored())).not.toContain("secret");
  pass(MINUTE / 2);
  expect(await where("allow")).toBeNull();
  const ended = await session.ask("Sample App");
  await session.stub.takePending(ended, "allow");
  await session.stub.answered(ended, secret);
  await session.stub.end();
  expect(await session.stub.locationOf(ended, "allow")).toBeNull();
});

test("a signed-in session lasts at most eight hours, and only while it is read", async () => {
  const session = newSession();
  const login = signedIn();
  await session.stub.begin({ signedIn: login, pending: {} });
  for (let n = 0; n < 9; n++) {
    pass(50 * MINUTE);
    expect((await session.stub.read()).signedIn, `after ${(n + 1) * 50} minutes`).toEqual(login);
    await evictDurableObject(session.stub);
  }
  pass(30 * MINUTE);
  expect(await session.stub.read()).toEqual(EMPTY_SESSION);
});

test.each<[what: string, begin: (session: TestSession) => Promise<unknown>, endsAfter: number]>([
  ["signed-in", ({ stub }) => stub.begin({ signedIn: signedIn(), pending: {} }), HOUR],
  ["waiting for a second step", ({ stub }) => stub.awaitSecondStep(SECOND_STEP), 30 * MINUTE],
  ["waiting for a decision on an authorization request", ({ ask }) => ask("Sample App"), 30 * MINUTE],
])("an idle session expires if it is %s", async (_, begin, endsAfter) => {
  const session = newSession();
  await begin(session);
  pass(endsAfter);
  expect(await session.stub.read()).toEqual(EMPTY_SESSION);
});

test("the alarm deletes expired sessions and keeps those that were read in the meantime", async () => {
  const session = newSession();
  await session.stub.begin({ signedIn: signedIn(), pending: {} });
  pass(50 * MINUTE);
  await session.stub.read();
  pass(10 * MINUTE);
  await runDurableObjectAlarm(session.stub);
  expect(await session.stored()).toHaveLength(1);
  expect(await runInDurableObject(session.stub, (_, { storage }) => storage.getAlarm())).toBeGreaterThan(Date.now());
  pass(50 * MINUTE);
  await runDurableObjectAlarm(session.stub);
  expect(await session.stored()).toHaveLength(0);
});

test("the service key is created once and does not change", async () => {
  const stub = bindings.SERVICE_KEY.getByName("key");
  const read = async (of = stub) => [...new Uint8Array(await of.read())];
  const key = await read();
  expect(key).toHaveLength(32);
  pass(400 * 24 * HOUR);
  await evictDurableObject(stub);
  expect(await read()).toEqual(key);
  expect(await read(bindings.SERVICE_KEY.getByName("other"))).not.toEqual(key);
});
