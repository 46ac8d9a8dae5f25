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
  const signedIn = { loginId, email: "owner@maple.example", at };
  return sessions.begin({ session: (await sessions.start()).id, signedIn, pending: {} });
};
const isIn = async ({ port }: { port: SessionPort }) => (await port.read()).signedIn !== null;

test("a sign-in that began before its login was signed out everywhere begins no session, however late it comes", async () => {
  const at = Date.now();
  const before = await begin(31, at);
  const neighbour = await begin(32, at);
  await list.endAll({ loginId: 31, until: at + 1 });
  const underWay = await begin(31, at);
  const after = await begin(31, at + 2);
  expect(await Promise.all([before, underWay, after, neighbour].map(isIn))).toEqual([false, false, true, true]);
});

test("a session that is begun twice, as by a form that is sent twice, is one", async () => {
  const rotation = { session: (await sessions.start()).id, pending: {} };
  const signedIn = { loginId: 33, email: "owner@maple.example", at: Date.now() };
  const both = [await sessions.begin({ ...rotation, signedIn }), await sessions.begin({ ...rotation, signedIn })];
  expect(await Promise.all(both.map(isIn))).toEqual([true, true]);
});
