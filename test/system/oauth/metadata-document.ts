import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { documentFor, json, leaveRedirectsToTheRuntime, useDocumentHost } from "./support/document-host.ts";
import type { OAuthDoor } from "./support/oauth-door.ts";

export function metadataDocuments(door: OAuthDoor): void {
  const MINUTE = 60_000;
  const DAY = 86_400_000;
  const START = Date.UTC(2026, 10, 21, 12);

  const host = useDocumentHost();
  /** A second host, for tests with many requests. */
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
    // Each test uses a new URL in a new hour, because the number of requests to one host is limited.
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

  test("a valid document describes a client, verified for the domain that publishes the document", async () => {
    host.serve(
      path,
      json(documentFor(address, { client_name: "Atelier\u202e Ana", logo_uri: "https://app.example/l" })),
    );
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

  test.each([
    ["plain http", "http://localhost:PORT/client.json"],
    ["a query", "https://localhost:PORT/client.json?to=https://app.example/"],
    ["segments that a parser drops", "https://localhost:PORT/a/%2e%2e/client.json"],
    ["localhost", "https://localhost:PORT/client.json"],
    ["the loopback address as a number", "https://2130706433:PORT/client.json"],
    ["a name under localhost", "https://app.localhost:PORT/client.json"],
  ])("a deployment opens no connection for %s", async (_, id) => {
    const before = host.connections;
    const refused = { ok: false, reason: "address_refused" };
    expect(await door.publicClientOf(id.replace("PORT", String(host.port)))).toEqual(refused);
    expect(host.connections).toBe(before);
  });

  test("the server follows no redirect, not even to a valid document", async () => {
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

  test("the server reads a document of 5 KiB and refuses a longer one", async () => {
    host.serve(path, json(padded(5 * 1024 + 1)));
    expect(await reasonOf()).toBe("too_large");
    await later(MINUTE);
    host.serve(path, json(padded(5 * 1024)));
    expect(await reasonOf()).toBe("known");
  });

  test("the server stops reading an endless body", async () => {
    host.serve(path, (_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const writing = setInterval(() => response.write(" ".repeat(1_024)), 10);
      response.on("close", () => clearInterval(writing));
    });
    expect(await reasonOf()).toBe("too_large");
  });

  test("the server stops waiting for a slow host and then does not call it for half a minute", async () => {
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

  test("simultaneous requests for one document share one fetch", async () => {
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
  ])("a document with Content-Type %o has the result %s", async (type, expected) => {
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
  ])("a response with status %d has the result %s", async (status, expected) => {
    host.serve(path, json(documentFor(address), {}, status));
    expect(await reasonOf()).toBe(expected);
  });

  test("a host that closes the connection is unreachable", async () => {
    host.serve(path, (request) => request.socket.destroy());
    expect(await reasonOf()).toBe("host_unreachable");
  });

  test("the server uses a copy until it expires, then reads the changed document", async () => {
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
    ["no longer has the document", json({}, {}, 404)],
    ["serves an invalid document", json({ hello: "world" })],
  ])("the last valid copy works for 30 days if its host %s", async (_, answer) => {
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

  /** Requests made-up URLs one after the other. @returns the number of requests that reached the host */
  async function makeUp(times: number, caller: string): Promise<number> {
    const before = crowded.asked.length;
    for (let one = 0; one < times; one++) await door.clientOf(`${crowded.at(path)}/${caller}/${one}`, caller);
    return crowded.asked.length - before;
  }
  const network = (one: number) => `2001:db8:${one}::1`;

  test("made-up URLs from up to four networks do not block the real document of a host", async () => {
    const real = crowded.serveDocument(path);
    expect(await makeUp(60, network(1))).toBe(10);
    for (const more of [2, 3, 4]) expect(await makeUp(11, network(more))).toBe(10);
    const refused = await door.clientOf(real, network(4));
    expect(refused).toEqual({ ok: false, reason: "host_unreachable" });
    expect(await door.clientOf(real, network(5))).toMatchObject({ ok: true });
  });

  test("a host gets at most 60 document requests a minute from all callers together", async () => {
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

  test("the table keeps a document only while its application is connected", async () => {
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

  test("a newer copy of a connected application's document replaces the older copy", async () => {
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
}
