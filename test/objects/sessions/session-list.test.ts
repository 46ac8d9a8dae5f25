import { expect, test } from "vitest";
import type { SessionPort } from "../../../durable-objects/session/session-port.ts";
import { SessionList, type SessionObjects } from "../../../shared/pages/sign-in/session-list.ts";
import { Sessions } from "../../../shared/pages/sign-in/sessions.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { bindings } from "../support/bindings.ts";

const objects: SessionObjects<SessionPort> = {
  of: (session) => bindings.SESSION.getByName(session) as unknown as SessionPort,
  objectIdOf: (session) => bindings.SESSION.idFromName(session).toString(),
  byObjectId: (id) => bindings.SESSION.get(bindings.SESSION.idFromString(id)) as unknown as SessionPort,
};
const list = new SessionList(bindings.INDEX, objects);
const signer = new Signer(async () => ({ original: new Uint8Array(32).buffer }));
const sessions = new Sessions({ name: "session", path: "/" }, signer, objects.of, list);
const begin = async (loginId: number, at: number) => {
  const signedIn = { loginId, email: "owner@maple.example", at, browser: "Firefox, Linux" };
  return sessions.begin({ session: (await sessions.start()).id, signedIn, pending: {} });
};
const isIn = async ({ port }: { port: SessionPort }) => (await port.read()).signedIn !== null;

test("a sign-in that began before its login was signed out everywhere starts no session, even if it finishes later", async () => {
  const at = Date.now();
  const before = await begin(31, at);
  const neighbour = await begin(32, at);
  await list.endAll({ loginId: 31, until: at + 1 });
  const underWay = await begin(31, at);
  const after = await begin(31, at + 2);
  expect(await Promise.all([before, underWay, after, neighbour].map(isIn))).toEqual([false, false, true, true]);
});

test("a session that starts twice because its form was sent twice is one session", async () => {
  const rotation = { session: (await sessions.start()).id, pending: {} };
  const signedIn = { loginId: 33, email: "owner@maple.example", at: Date.now() };
  const both = [await sessions.begin({ ...rotation, signedIn }), await sessions.begin({ ...rotation, signedIn })];
  expect(await Promise.all(both.map(isIn))).toEqual([true, true]);
});

test("every session of a login gets its new e-mail address, and sessions of other logins do not", async () => {
  const [own, other, neighbour] = [
    await begin(36, Date.now()),
    await begin(36, Date.now()),
    await begin(37, Date.now()),
  ];
  await list.setEmail(36, "owner@new.example");
  const read = await Promise.all([own, other, neighbour].map(async ({ port }) => (await port.read()).signedIn?.email));
  expect(read).toEqual(["owner@new.example", "owner@new.example", "owner@maple.example"]);
});

test("the list shows the active sessions of a login, and one session or all others can be ended", async () => {
  const at = Date.now() - 10;
  const [own, second, third] = [await begin(34, at), await begin(34, at + 1), await begin(34, at + 2)];
  const neighbour = await begin(35, at);
  const listed = await list.list(34, own.id);
  expect(listed.map(({ at: signedInAt, browser, isOwn }) => [signedInAt, browser, isOwn])).toEqual([
    [at + 2, "Firefox, Linux", false],
    [at + 1, "Firefox, Linux", false],
    [at, "Firefox, Linux", true],
  ]);
  await list.endOne(34, objects.objectIdOf(neighbour.id));
  await list.endOne(34, objects.objectIdOf(third.id));
  await second.port.end();
  expect(await list.list(34, own.id)).toEqual(listed.slice(2));
  const late = await begin(34, at + 3);
  await list.endAll({ loginId: 34, until: at + 3, except: own.id });
  expect(await Promise.all([own, third, late, neighbour].map(isIn))).toEqual([true, false, false, true]);
});
