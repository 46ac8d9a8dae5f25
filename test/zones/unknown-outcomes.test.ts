import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ZonePlace } from "../../shared/zones-contract/zone-system.ts";
import { readZone } from "./support/zone-contract.ts";
import { zonesOf } from "./support/zone-writers.ts";

/** Answers as PowerDNS for one zone, where the real one is not installed; a change that `isLost` has no answer. */
let isLost = true;
let patches = 0;
const RRSETS = [{ name: "one.example.", type: "A", ttl: 3600, records: [{ content: "192.0.2.1", disabled: false }] }];
const powerDns = createServer((request, response) => {
  if (request.method === "PATCH") {
    patches++;
    if (isLost) return void request.socket.destroy();
    return void response.writeHead(204).end();
  }
  const zone = { name: "one.example.", account: "ana", kind: "Native", serial: 1, rrsets: RRSETS };
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(zone));
});

beforeAll(async () => {
  powerDns.listen(0, "127.0.0.1");
  await once(powerDns, "listening");
});
afterAll(() => {
  powerDns.closeAllConnections();
  powerDns.close();
});

test("a change whose answer is lost keeps the next one from being sent; one that was answered does not", async () => {
  const url = `http://127.0.0.1:${(powerDns.address() as AddressInfo).port}`;
  const settings = { ZONE_SERVERS: `3 | powerdns | ${url}`, ZONE_SERVER_TOKENS: "3=key" };
  const place: ZonePlace = { server: "3", user: "ana", zone: "one.example" };
  const change = async (zones: ReturnType<typeof zonesOf>) => {
    const { revision } = await readZone(zones, place);
    const added = { name: "www.one.example", type: "A" as const, ttl: 3600, data: ["192.0.2.2"] };
    return zones.changeZone(place, { revision, remove: [], add: [added] });
  };

  const zones = zonesOf(settings);
  expect(await change(zones)).toMatchObject({ ok: false, problem: { code: "server_unavailable" } });
  const waits = { code: "server_unavailable", retryAfter: expect.any(Number), isSent: false };
  expect(await change(zones)).toEqual({ ok: false, problem: waits });
  expect(patches).toBe(1);

  isLost = false;
  const others = zonesOf(settings);
  expect(await change(others)).toMatchObject({ ok: true });
  expect(await change(others)).toMatchObject({ ok: true });
  expect(patches).toBe(3);
});
