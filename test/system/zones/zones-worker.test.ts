import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CpanelSimulator } from "../../../dev/cpanel/cpanel-simulator.ts";
import type { ZoneChange, ZonePlace, ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";
import { CONFIGS, settingsOf } from "../../support/product-workers.ts";
import { TestRuntime } from "../../support/test-runtime.ts";
import { hasPowerDns, LocalPowerDns } from "../../zones/support/local-powerdns.ts";

const CALLER = {
  name: "zones-caller",
  main: "test/support/workers/zones-caller.worker.ts",
  services: [{ binding: "ZONES", service: "frontdesk-zones" }],
};
const isThere = hasPowerDns();

let cpanel: CpanelSimulator;
let powerDns: LocalPowerDns | null = null;
let system: TestRuntime;
let folder: string;

beforeAll(async () => {
  cpanel = await CpanelSimulator.start();
  if (isThere) powerDns = await LocalPowerDns.start();
  await powerDns?.createZone({ name: "ana.example.", account: "ana" });
  const all = [cpanel.settings, ...(powerDns ? [powerDns.settings("3")] : [])];
  const vars = settingsOf("zones", {
    ZONE_SERVERS: all.map(({ ZONE_SERVERS }) => ZONE_SERVERS).join("\n"),
    ZONE_SERVER_TOKENS: all.map(({ ZONE_SERVER_TOKENS }) => ZONE_SERVER_TOKENS).join(" "),
  });
  folder = mkdtempSync(join(tmpdir(), "zones-"));
  system = await TestRuntime.start([{ config: CALLER }, { config: CONFIGS.zones, vars }], folder);
});
afterAll(async () => {
  await system?.close();
  await Promise.all([cpanel?.stop(), powerDns?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function ask(place: ZonePlace, change?: ZoneChange) {
  const response = await system.fetch("/", { method: "POST", body: JSON.stringify({ place, change }) });
  return (await response.json()) as {
    ok: boolean;
    value: { revision: string; records: ZoneRecord[] };
    problem?: object;
  };
}

test("the Worker reports connected servers and returns not_bridged for other servers", async () => {
  expect(await (await system.fetch("/")).json()).toEqual({ isConnected: true });
  expect(await ask({ server: "9", user: "ana", zone: "ana.example" })).toEqual({
    ok: false,
    problem: { code: "not_bridged" },
  });
});

// test/system/operations/dns-zones.test.ts covers a cPanel server.
describe.skipIf(!isThere)(isThere ? "PowerDNS" : "PowerDNS (it or dig is not installed)", () => {
  test("a zone accepts only one of several simultaneous changes", async () => {
    const place = { server: "3", user: "ana", zone: "ana.example" };
    const { revision } = (await ask(place)).value;
    const add = (n: number): ZoneRecord[] => [{ name: "one.ana.example", type: "A", ttl: 300, data: [`192.0.2.${n}`] }];
    const results = await Promise.all([1, 2, 3, 4].map((n) => ask(place, { revision, remove: [], add: add(n) })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok).map(({ problem }) => problem)).toEqual(
      Array(3).fill({ code: "zone_changed" }),
    );
    expect(powerDns?.dig("one.ana.example", "A")).toHaveLength(1);
  });
});
