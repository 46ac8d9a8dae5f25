import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PendingAuthorization, SessionState } from "../../../durable-objects/session/session-port.ts";
import type { SessionRotation, SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { ConnectionDoor, MINUTE, SERVER } from "../../support/connection-door.ts";

let door: ConnectionDoor;
beforeAll(async () => {
  door = await ConnectionDoor.open();
});
afterAll(() => door.close());

const HOUR = 60 * MINUTE;
const EMPTY: SessionState = { signedIn: null, secondStep: null, pending: {} };

const question = (name: string): Omit<PendingAuthorization, "expiresAt"> => ({
  request: {
    responseType: "code",
    clientId: "app",
    redirectUri: "https://app.example/callback",
    scope: [],
    state: "state",
    codeChallenge: "x".repeat(43),
    codeChallengeMethod: "S256",
    ...SERVER,
  },
  client: "{}",
  name,
  origin: { kind: "unverified" },
  returnsTo: "app.example",
  asked: [],
  accountId: null,
});

/** One browser's session. */
function newSession() {
  const name = crypto.randomUUID();
  const call = <Value>(method: string, ...args: unknown[]) => door.call<Value>("SESSION", name, method, ...args);
  return {
    name,
    read: () => call<SessionState>("read"),
    ask: (who: string) => call<string>("addPending", question(who)),
    take: (id: string) => call<PendingAuthorization | null>("takePending", id),
    takeTwice: (id: string) =>
      door.together<PendingAuthorization | null>(
        [0, 1, 2].map(() => ({ object: "SESSION", name, method: "takePending", args: [id] })),
      ),
    evict: () => door.evict("SESSION", name),
    call,
  };
}

const signedIn = async (): Promise<SignedIn> => ({
  loginId: 1,
  email: "owner@maple.example",
  at: await door.now(),
});

test("an unknown session reads as empty, and nothing can be done in it", async () => {
  const session = newSession();
  expect(await session.read()).toEqual(EMPTY);
  expect(await session.take("none")).toBeNull();
  await session.call("chooseAccount", "none", 1);
  await session.call("awaitSecondStep", null);
  await session.call("end");
  expect(await session.read()).toEqual(EMPTY);
});

test("a question is kept, takes an account, survives an eviction, and is taken once", async () => {
  const session = newSession();
  const id = await session.ask("Sample App");
  await session.call("chooseAccount", id, 1001);
  await session.evict();
  expect((await session.read()).pending[id]).toMatchObject({ name: "Sample App", accountId: 1001 });
  const taken = await session.takeTwice(id);
  expect(taken.filter((one) => one !== null)).toMatchObject([{ name: "Sample App", accountId: 1001 }]);
  expect((await session.read()).pending).toEqual({});
});

test("the name of what every object has is no question", async () => {
  const session = newSession();
  await session.ask("Sample App");
  for (const id of ["__proto__", "constructor", "toString"]) {
    await session.call("chooseAccount", id, 1);
    expect(await session.take(id)).toBeNull();
  }
});

test("a question lives ten minutes, and twenty are kept, the newest", async () => {
  const session = newSession();
  const ids: string[] = [];
  for (let n = 0; n < 22; n++) ids.push(await session.ask(`App ${n}`));
  expect(Object.keys((await session.read()).pending).toSorted()).toEqual(ids.slice(2).toSorted());
  await door.pass(10 * MINUTE);
  const last = await session.ask("Last App");
  expect(Object.keys((await session.read()).pending)).toEqual([last]);
  expect(await session.take(ids[21] as string)).toBeNull();
  expect(await session.call("lapsed", ids[21]), "what it asked is known still").toMatchObject({ clientId: "app" });
  expect(await session.call("lapsed", last)).toBeNull();
  expect(await session.call("lapsed", "__proto__")).toBeNull();
});

test("a second step waits ten minutes, and is over when it is taken back", async () => {
  const session = newSession();
  await session.call("awaitSecondStep", { challenge: "challenge", email: "a@maple.example" });
  expect((await session.read()).secondStep?.challenge).toBe("challenge");
  await session.call("awaitSecondStep", null);
  expect((await session.read()).secondStep).toBeNull();
  await session.call("awaitSecondStep", { challenge: "another", email: "a@maple.example" });
  await door.pass(10 * MINUTE);
  expect((await session.read()).secondStep).toBeNull();
});

describe("signing in", () => {
  const rotate = (from: ReturnType<typeof newSession>, session: string, login: SignedIn, proof: string | null = null) =>
    from.call<SessionRotation>("rotate", { session, signedIn: login }, proof);

  test("takes the questions over, and leaves the session of before with nobody signed in", async () => {
    const before = newSession();
    const id = await before.ask("Sample App");
    await before.call("chooseAccount", id, 1001);
    const answered = await before.ask("Answered App");
    await before.take(answered);
    const after = newSession();
    const login = await signedIn();
    const rotation = await rotate(before, after.name, login);
    expect(rotation).toMatchObject({ session: after.name, signedIn: login });
    expect(Object.entries(rotation.pending)).toMatchObject([[id, { name: "Sample App", accountId: null }]]);
    await after.call("begin", rotation);
    expect(await after.read()).toEqual({ signedIn: login, secondStep: null, pending: rotation.pending });
    expect(await before.read()).toEqual({ ...EMPTY, pending: rotation.pending });
    expect(await before.take(id), "it is answered where it went").toBeNull();
    expect(await after.take(id)).toMatchObject({ name: "Sample App" });
  });

  test("sent twice it is given the same session, which begins once", async () => {
    const before = newSession();
    const id = await before.ask("Sample App");
    const [one, other] = [newSession(), newSession()];
    const login = await signedIn();
    const rotations = await door.together<SessionRotation>(
      [one, other].map(({ name }) => ({
        object: "SESSION",
        name: before.name,
        method: "rotate",
        args: [{ session: name, signedIn: login }, null],
      })),
    );
    expect(rotations[1]).toEqual(rotations[0]);
    const after = [one, other].find(({ name }) => name === rotations[0]?.session);
    await after?.call("begin", rotations[0]);
    await after?.take(id);
    await after?.call("begin", rotations[1]);
    expect((await after?.read())?.pending, "an answered question does not come back").toEqual({});
  });

  test("another login, a later one, and one with a new question are given a session of their own", async () => {
    const before = newSession();
    const id = await before.ask("Sample App");
    const login = await signedIn();
    await rotate(before, "first", login);
    const stranger = await rotate(before, "second", { ...login, loginId: 2 });
    expect([stranger.session, stranger.pending]).toEqual(["second", {}]);
    await before.ask("Another App");
    expect((await rotate(before, "third", { ...login, loginId: 2 })).session).toBe("third");
    await door.pass(MINUTE / 2);
    expect((await rotate(before, "fourth", { ...login, loginId: 2 })).session).toBe("fourth");
    expect((await before.read()).pending[id]).toBeUndefined();
  });

  test("a session that was ended is not begun anew by what was sent twice, and leaves nothing", async () => {
    const before = newSession();
    await before.ask("Sample App");
    const after = newSession();
    const rotation = await rotate(before, after.name, await signedIn(), "proof");
    await after.call("begin", rotation);
    await after.call("end");
    await after.call("begin", await before.call("rotated", "proof"));
    expect(await after.read()).toEqual(EMPTY);
    await door.pass(MINUTE / 2);
    await after.call("runAlarm");
    expect(await after.call<number>("keys")).toBe(0);
  });

  test("by a code it is found by the proof of that code, and by one wrong proof never again", async () => {
    const before = newSession();
    const login = await signedIn();
    await rotate(before, "first", login, "proof");
    expect(await before.call("rotated", "proof")).toMatchObject({ session: "first", signedIn: login });
    expect(await before.call("rotated", "other")).toBeNull();
    expect(await before.call("rotated", "proof")).toBeNull();
    const later = newSession();
    await rotate(later, "first", login, "proof");
    await door.pass(MINUTE / 2);
    expect(await later.call("rotated", "proof")).toBeNull();
    const byPassword = newSession();
    await rotate(byPassword, "first", login);
    expect(await byPassword.call("rotated", "null")).toBeNull();
  });
});

test("a form that was sent twice is told where it led, for half a minute; nothing of that is stored", async () => {
  const session = newSession();
  const id = await session.ask("Sample App");
  const secret = "https://app.example/callback?code=secret";
  const where = (form: string) => session.call<string | null>("locationOf", id, form);
  expect(await where("allow")).toBeNull();
  await session.call("takePending", id, "allow");
  const [, , location, other] = await door.together<string | null>([
    { object: "SESSION", name: session.name, method: "read", args: [] },
    { object: "SESSION", name: session.name, method: "answered", args: [id, secret] },
    { object: "SESSION", name: session.name, method: "locationOf", args: [id, "allow"] },
    { object: "SESSION", name: session.name, method: "locationOf", args: [id, "deny"] },
  ]);
  expect([location, other]).toEqual([secret, null]);
  expect(await session.call<string>("dump")).not.toContain("secret");
  await door.pass(MINUTE / 2);
  expect(await where("allow")).toBeNull();
  const ended = await session.ask("Sample App");
  await session.call("takePending", ended, "allow");
  await session.call("answered", ended, secret);
  await session.call("end");
  expect(await session.call("locationOf", ended, "allow")).toBeNull();
});

test("a signed-in session lives while it is read, at most eight hours", async () => {
  const session = newSession();
  const login = await signedIn();
  await session.call("begin", { signedIn: login, pending: {} });
  for (let n = 0; n < 9; n++) {
    await door.pass(50 * MINUTE);
    expect((await session.read()).signedIn, `after ${(n + 1) * 50} minutes`).toEqual(login);
    await session.evict();
  }
  await door.pass(30 * MINUTE);
  expect(await session.read()).toEqual(EMPTY);
});

test("a signed-in session that nobody reads ends after an hour", async () => {
  const session = newSession();
  await session.call("begin", { signedIn: await signedIn(), pending: {} });
  await door.pass(HOUR);
  expect(await session.read()).toEqual(EMPTY);
});

test("a session without a sign-in ends after half an hour", async () => {
  const session = newSession();
  await session.call("awaitSecondStep", { challenge: "challenge", email: "a@maple.example" });
  await session.ask("Sample App");
  await door.pass(30 * MINUTE);
  expect(await session.read()).toEqual(EMPTY);
});

test("what is over is deleted by alarm, what was read meanwhile is not", async () => {
  const session = newSession();
  await session.call("begin", { signedIn: await signedIn(), pending: {} });
  await door.pass(50 * MINUTE);
  await session.read();
  await door.pass(10 * MINUTE);
  await session.call("runAlarm");
  expect(await session.call<number>("keys")).toBe(1);
  expect(await session.call<number>("alarmAt")).toBeGreaterThan(await door.now());
  await door.pass(50 * MINUTE);
  await session.call("runAlarm");
  expect(await session.call<number>("keys")).toBe(0);
});

test("the service's key is made once and stays", async () => {
  const read = () => door.call<number[]>("SERVICE_KEY", "key", "read");
  const key = await read();
  expect(key).toHaveLength(32);
  await door.pass(400 * 24 * HOUR);
  await door.evict("SERVICE_KEY", "key");
  expect(await read()).toEqual(key);
  expect(await door.call<number[]>("SERVICE_KEY", "other", "read")).not.toEqual(key);
});
