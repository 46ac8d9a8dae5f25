import { afterAll, beforeAll, expect, test } from "vitest";
import type { PendingAuthorization, SessionState, SignedIn } from "../../shared/sessions/session.ts";
import { ConnectionDoor, MINUTE, SERVER } from "../support/connection-door.ts";

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

test("signing in takes the questions over; a form that was sent twice still finds them, signed in as nobody, for half a minute", async () => {
  const before = newSession();
  const id = await before.ask("Sample App");
  const answered = await before.ask("Answered App");
  const read = (await before.read()).pending;
  await before.take(answered);
  await before.call("begin", await signedIn(), { [id]: read[id] });
  const handed = await door.together<SessionState["pending"]>(
    [0, 1].map(() => ({ object: "SESSION", name: before.name, method: "handOver", args: [] })),
  );
  const pending = { [id]: read[id] };
  expect(handed).toEqual([pending, pending]);
  const after = newSession();
  const login = await signedIn();
  await after.call("begin", login, pending);
  expect(await before.read()).toEqual({ signedIn: null, secondStep: null, pending });
  expect(await after.read()).toEqual({ signedIn: login, secondStep: null, pending });
  await door.pass(20_000);
  await before.call("handOver");
  await door.pass(10_000);
  expect(await before.read()).toEqual(EMPTY);
  expect(await after.take(id)).toMatchObject({ name: "Sample App" });
});

test("a signed-in session lives while it is read, at most eight hours", async () => {
  const session = newSession();
  const login = await signedIn();
  await session.call("begin", login, {});
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
  await session.call("begin", await signedIn(), {});
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
  await session.call("begin", await signedIn(), {});
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
