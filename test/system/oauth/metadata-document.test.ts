import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { keepNewest } from "../../../shared/platform/keep-newest.ts";
import { freshFor, readDocument } from "../../../workers/account/oauth/metadata-document.ts";
import { documentFor, json, leaveRedirectsToTheRuntime, useDocumentHost } from "./support/document-host.ts";
import { useOAuthDoor } from "./support/oauth-door.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21, 12);

const door = useOAuthDoor();
const host = useDocumentHost();
/** Another one, asked very often. */
const crowded = useDocumentHost();
let putBack: () => void;
let path: string;
let address: string;
let count = 0;
beforeAll(() => {
  putBack = leaveRedirectsToTheRuntime();
});
afterAll(() => putBack());
beforeEach(async () => {
  // Each test has an address of its own, and an hour: the host is asked at most so often in a minute.
  path = `/applications/${++count}.json`;
  address = host.at(path);
  await door.clock(START + count * 60 * MINUTE);
});

const now = () => START + count * 60 * MINUTE;
const later = (milliseconds: number) => door.clock(now() + milliseconds);
const asks = () => host.asked.filter((asked) => asked === path).length;
const reasonOf = async () => {
  const found = await door.clientOf(address);
  return found.ok ? "known" : found.reason;
};

test("a good document is a client, under the domain that publishes it", async () => {
  host.serve(path, json(documentFor(address, { client_name: "Atelier\u202e Ana", logo_uri: "https://app.example/l" })));
  const found = await door.clientOf(address);
  if (!found.ok) throw new Error(found.reason);
  expect(found.client).toMatchObject({
    id: address,
    name: "Atelier Ana",
    origin: { kind: "verified", domain: `localhost:${host.port}` },
  });
  expect(JSON.parse(found.client.record)).toEqual({
    clientId: address,
    clientName: "Atelier Ana",
    redirectUris: ["https://app.example/callback"],
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
    registrationDate: now() / 1000,
    tokenEndpointAuthMethod: "none",
  });
});

test("a redirect is not followed, not even to a good document", async () => {
  const elsewhere = `${path}-elsewhere`;
  host.serve(elsewhere, json(documentFor(address)));
  host.serve(path, (_, response) => response.writeHead(302, { Location: elsewhere }).end());
  expect(await reasonOf()).toBe("not_served");
  expect(host.asked).not.toContain(elsewhere);
});

const padded = (bytes: number) => {
  const bare = JSON.stringify(documentFor(address, { padding: "" })).length;
  return documentFor(address, { padding: "x".repeat(bytes - bare) });
};

test("5 KiB are read, one byte more is not", async () => {
  host.serve(path, json(padded(5 * 1024 + 1)));
  expect(await reasonOf()).toBe("too_large");
  await later(MINUTE);
  host.serve(path, json(padded(5 * 1024)));
  expect(await reasonOf()).toBe("known");
});

test("a body without an end is left", async () => {
  host.serve(path, (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const writing = setInterval(() => response.write(" ".repeat(1_024)), 10);
    response.on("close", () => clearInterval(writing));
  });
  expect(await reasonOf()).toBe("too_large");
});

test("a host that says nothing, or drips, is left after five seconds, and then for half a minute", async () => {
  const drips = `${path}-drips`;
  host.serve(path, () => undefined);
  host.serve(drips, (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const drip = setInterval(() => response.write(" "), 300);
    response.on("close", () => clearInterval(drip));
  });
  const both = () => Promise.all([address, host.at(drips)].map((one) => door.clientOf(one)));
  const left = { ok: false, reason: "host_unreachable" };
  expect(await both()).toEqual([left, left]);
  await later(29_000);
  expect(await both()).toEqual([left, left]);
  expect(host.asked.filter((asked) => asked.startsWith(path))).toHaveLength(2);
  await later(30_001);
  for (const one of [path, drips]) host.serveDocument(one);
  expect(await both()).toMatchObject([{ ok: true }, { ok: true }]);
  expect(asks()).toBe(2);
});

test("equal questions are one question", async () => {
  host.serve(path, (request, response) => setTimeout(() => json(documentFor(address))(request, response), 300));
  const found = await Promise.all(Array.from({ length: 10 }, () => reasonOf()));
  expect(new Set(found)).toEqual(new Set(["known"]));
  expect(asks()).toBe(1);
});

test.each([
  ["text/html", "not_json"],
  ["", "not_json"],
  ["text/json", "not_json"],
  ["application/json; charset=utf-8", "known"],
  ["application/client-metadata+json", "known"],
])("a document of type %o is %s", async (type, expected) => {
  host.serve(path, json(documentFor(address), { "Content-Type": type }));
  expect(await reasonOf()).toBe(expected);
});

test.each([
  [404, "not_served"],
  [401, "not_served"],
  [201, "not_served"],
  [206, "not_served"],
  [500, "host_unreachable"],
  [503, "host_unreachable"],
  [429, "host_unreachable"],
])("status %d is %s", async (status, expected) => {
  host.serve(path, json(documentFor(address), {}, status));
  expect(await reasonOf()).toBe(expected);
});

test("a host that closes the connection could not be asked", async () => {
  host.serve(path, (request) => request.socket.destroy());
  expect(await reasonOf()).toBe("host_unreachable");
});

test("the document of another id is nobody's", async () => {
  host.serve(path, json(documentFor(`${address}/`)));
  expect(await reasonOf()).toBe("other_client");
});

const ID = "https://app.example.com/client.json";
const PRIVATE_KEY = { token_endpoint_auth_method: "private_key_jwt" };
const READINGS: Record<string, object[]> = {
  known: [
    ...[{}, { token_endpoint_auth_method: "none" }],
    ...[
      ["http://127.0.0.1/callback", "com.example.atelier:/callback"],
      ["https://app.example/cb", "cursor://app/cb"],
    ].map((redirect_uris) => ({ redirect_uris })),
    { ...PRIVATE_KEY, token_endpoint_auth_methods_supported: ["private_key_jwt", "none"] },
    { grant_types: ["authorization_code", "urn:example:other"], response_types: ["code", "id_token"] },
  ],
  incomplete: [
    ...[{ client_id: undefined }, { client_name: undefined }, { client_name: "  " }, { client_name: 7 }],
    ...[{ redirect_uris: [] }, { redirect_uris: undefined }, { redirect_uris: "https://app.example/callback" }],
  ],
  unsafe_redirect: [
    ...["javascript:alert(1)", "http://app.example/callback", "myapp://cb", "search-ms:x", "https://*.example/cb"].map(
      (unsafe) => ({ redirect_uris: ["https://app.example/callback", unsafe] }),
    ),
  ],
  other_client: [{ client_id: "https://app.example.com/Client.json" }],
  needs_authentication: [
    ...[{ client_secret: "s" }, { client_secret_expires_at: 0 }, PRIVATE_KEY],
    ...[
      { token_endpoint_auth_method: "client_secret_basic" },
      { token_endpoint_auth_methods_supported: ["private_key_jwt"] },
    ],
  ],
  too_large: [
    { redirect_uris: Array.from({ length: 21 }, (_, one) => `https://app.example/${one}`) },
    { redirect_uris: [1, 2, 3].map((one) => `https://app.example/${one}${"a".repeat(1_400)}`) },
  ],
  other_flow: [{ grant_types: ["client_credentials"] }, { response_types: ["token"] }],
};

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each(Object.entries(READINGS))("documents that are %s", (expected, changes) => {
  for (const change of changes) {
    const reading = readDocument(ID, bytesOf(JSON.stringify(documentFor(ID, change))), START);
    expect(reading.ok ? "known" : reading.reason, JSON.stringify(change)).toBe(expected);
  }
});

test("of a name 200 characters are kept", () => {
  const reading = readDocument(ID, bytesOf(JSON.stringify(documentFor(ID, { client_name: "a".repeat(300) }))), START);
  if (!reading.ok) throw new Error(reading.reason);
  expect(JSON.parse(reading.record).clientName).toHaveLength(200);
});

test.each(["", "{", "null", "[]", '"text"'])("%o is no document", (text) => {
  expect(readDocument(ID, bytesOf(text), START).ok).toBe(false);
});

test.each([
  [{}, 5],
  [{ "Cache-Control": "no-store" }, 5],
  [{ "Cache-Control": "private, max-age=3600" }, 5],
  [{ "Cache-Control": "max-age=10" }, 5],
  [{ "Cache-Control": "max-age=3600" }, 60],
  [{ "Cache-Control": "public,max-age=60, s-maxage=1200" }, 20],
  [{ "Cache-Control": "max-age=3600", Age: "1800" }, 30],
  [{ "Cache-Control": "max-age=9999999999999" }, 1_440],
  [{ "Cache-Control": "max-age=-1" }, 5],
])("with %j a document is used for %d minutes", (headers, minutes) => {
  expect(freshFor(new Headers(headers as Record<string, string>))).toBe(minutes * MINUTE);
});

test("a copy is used for as long as it allows, then a changed document counts", async () => {
  host.serve(path, json(documentFor(address), { "Cache-Control": "max-age=1200" }));
  await door.clientOf(address);
  host.serve(path, json(documentFor(address, { client_name: "Renamed", redirect_uris: ["https://new.example/cb"] })));
  await later(20 * MINUTE - 1);
  expect(await door.clientOf(address)).toMatchObject({ client: { name: "Atelier" } });
  expect(asks()).toBe(1);
  await later(20 * MINUTE);
  const renamed = await door.clientOf(address);
  expect(renamed).toMatchObject({ client: { name: "Renamed" } });
  expect(JSON.stringify(renamed)).not.toContain("app.example");
  expect(asks()).toBe(2);
});

test.each([
  ["is down", json({}, {}, 500)],
  ["has nothing there any more", json({}, {}, 404)],
  ["serves nonsense", json({ hello: "world" })],
])("the last good copy goes on for 30 days when its host %s", async (_, answer) => {
  host.serveDocument(path);
  await door.clientOf(address);
  host.serve(path, answer);
  await later(30 * DAY);
  expect(await door.clientOf(address)).toMatchObject({ ok: true, client: { name: "Atelier" } });
  expect(asks()).toBe(2);
  await later(30 * DAY + 1);
  expect(await reasonOf()).not.toBe("known");
  await later(31 * DAY);
  host.serveDocument(path);
  expect(await reasonOf()).toBe("known");
});

test("of many hosts the one that was asked longest ago is forgotten, not all of them", () => {
  const hosts = new Map<string, number>();
  for (const host of ["a", "b", "c"]) keepNewest(hosts, host, 1, 3);
  keepNewest(hosts, "a", 2, 3);
  keepNewest(hosts, "d", 1, 3);
  expect([...hosts]).toEqual([
    ["c", 1],
    ["a", 2],
    ["d", 1],
  ]);
});

/** Asks for addresses that are made up, one after the other; how many of them reached the host. */
async function makeUp(times: number, caller: string): Promise<number> {
  const before = crowded.asked.length;
  for (let one = 0; one < times; one++) await door.clientOf(`${crowded.at(path)}/${caller}/${one}`, caller);
  return crowded.asked.length - before;
}
const network = (one: number) => `2001:db8:${one}::1`;

test("addresses that one network makes up, or four, keep nobody else from a host's real document", async () => {
  const real = crowded.serveDocument(path);
  expect(await makeUp(60, network(1))).toBe(10);
  for (const more of [2, 3, 4]) expect(await makeUp(11, network(more))).toBe(10);
  const refused = await door.clientOf(real, network(4));
  expect(refused).toEqual({ ok: false, reason: "host_unreachable" });
  expect(await door.clientOf(real, network(5))).toMatchObject({ ok: true });
});

test("a host is asked for at most 60 documents a minute, whoever asks", async () => {
  for (let one = 1; one <= 4; one++) await makeUp(10, network(one));
  for (let one = 5; one <= 24; one++) expect(await makeUp(2, network(one))).toBe(1);
  const real = crowded.serveDocument(path);
  expect(await door.clientOf(real, network(25))).toEqual({ ok: false, reason: "host_unreachable" });
  await later(MINUTE);
  expect(await door.clientOf(real, network(25))).toMatchObject({ ok: true });
});

const rows = async () => {
  const { results } = await door.db.prepare("SELECT id FROM clients WHERE kind = 'document'").all<{ id: string }>();
  return results.map(({ id }) => id).filter((id) => id.startsWith(address));
};

test("documents fill no table: one is kept while its application is connected, and goes with the last connection", async () => {
  for (let one = 0; one < 15; one++) {
    host.serveDocument(`${path}/${one}`);
    expect(await door.clientOf(`${address}/${one}`, network(one))).toMatchObject({ ok: true });
  }
  host.serveDocument(path);
  const found = await door.clientOf(address);
  if (!found.ok) throw new Error(found.reason);
  await door.agree(address, found.client.record);
  expect(await rows(), "nobody has connected any of them").toEqual([]);

  await door.connect(address);
  await door.agree(address, found.client.record);
  expect(await rows()).toEqual([address]);
  await door.purge();
  expect(await rows()).toEqual([address]);
  await door.disconnect(address);
  await door.purge();
  expect(await rows()).toEqual([]);
});

test("a copy that is read while its application is connected takes the place of an older one", async () => {
  const kept = () => door.db.prepare("SELECT record, used_at FROM clients WHERE id = ?").bind(address).first();
  host.serveDocument(path);
  const found = await door.clientOf(address);
  if (!found.ok) throw new Error(found.reason);
  await door.connect(address);
  host.serveDocument(path, { client_name: "Renamed" });
  await later(5 * MINUTE);
  await door.clientOf(address);
  expect(await kept()).toMatchObject({ record: expect.stringContaining("Renamed"), used_at: now() + 5 * MINUTE });
  await door.agree(address, found.client.record);
  expect(await kept(), "an older one does not").toMatchObject({ record: expect.stringContaining("Renamed") });
});
