import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { jurisdictionKept } from "../../../shared/api/http/before-worker.ts";
import { JurisdictionGuard, jurisdictionFrom, within } from "../../../shared/platform/jurisdiction.ts";
import { sqliteD1 } from "../../engine/support/sqlite-d1.ts";

const SCHEMA = readFileSync(join(PROJECT, "workers/account/migrations/0001_account.sql"), "utf8");
const [TABLE = ""] = /CREATE TABLE IF NOT EXISTS installation_jurisdiction [^;]*/.exec(SCHEMA) ?? [];
const row = (jurisdiction: string) =>
  `INSERT INTO installation_jurisdiction VALUES (1, '${jurisdiction}', '2026-11-23')`;
const madeIn = (jurisdiction: string) => sqliteD1(`${TABLE};${jurisdiction && row(jurisdiction)}`);

/** An object namespace that records the jurisdiction of lookups. */
class Namespace {
  readonly place: string;

  constructor(place = "anywhere") {
    this.place = place;
  }

  jurisdiction(place: string) {
    return new Namespace(place);
  }
}

test("objects are looked up in the configured jurisdiction, or unchanged if none is configured", () => {
  const namespace = new Namespace();
  expect(within(namespace, { JURISDICTION: "eu" }).place).toBe("eu");
  expect([within(namespace, { JURISDICTION: "" }), within(namespace, {})]).toEqual([namespace, namespace]);
  expect(() => within(namespace, { JURISDICTION: "mars" })).toThrow("JURISDICTION is not one of eu, us, fedramp: mars");
  expect(["eu", "us", "fedramp", ""].map(jurisdictionFrom)).toEqual(["eu", "us", "fedramp", null]);
});

describe("the jurisdiction of an installation", () => {
  const logged: string[] = [];
  beforeEach(() => {
    logged.length = 0;
    vi.spyOn(console, "error").mockImplementation((line: string) => void logged.push(line));
  });
  afterEach(() => void vi.restoreAllMocks());
  const guardOf = (made: string, set: string, now = () => 0) =>
    new JurisdictionGuard(madeIn(made), { JURISDICTION: set }, now);

  test.each([
    ["", "", true],
    ["eu", "eu", true],
    ["eu", "", false],
    ["", "eu", false],
    ["eu", "us", false],
  ])("%j matches the setting JURISDICTION %j: %s", async (made, set, isKept) => {
    expect(await guardOf(made, set).isKept("r-1")).toBe(isKept);
    const line = `{"event":"jurisdiction_changed","request_id":"r-1","made":"${made}","set":"${set}"}`;
    expect(logged).toEqual(isKept ? [] : [line]);
  });

  test("is read only once while it matches, and otherwise again after 30 seconds", async () => {
    let now = 0;
    const database = madeIn("eu");
    const queries = vi.spyOn(database, "prepare");
    const kept = new JurisdictionGuard(database, { JURISDICTION: "eu" }, () => now);
    const other = new JurisdictionGuard(database, { JURISDICTION: "us" }, () => now);
    for (const second of [0, 20, 40, 60]) {
      now = second * 1000;
      expect([await kept.isKept("r"), await other.isKept("r")]).toEqual([true, false]);
    }
    expect(queries).toHaveBeenCalledTimes(1 + 2);
    expect(logged).toHaveLength(2);
  });

  test("is read again and causes a log line if it is unreadable, and requests continue", async () => {
    let now = 0;
    const database = sqliteD1();
    const guard = new JurisdictionGuard(database, { JURISDICTION: "eu" }, () => now);
    expect(await guard.isKept("r-1")).toBe(true);
    expect(logged.map((line) => JSON.parse(line).event)).toEqual(["store_failed"]);
    await database.batch([database.prepare(TABLE), database.prepare(row("us"))]);
    expect(await guard.isKept("r-2")).toBe(true);
    now = 30_000;
    expect(await guard.isKept("r-3")).toBe(false);
  });

  test("causes 503 for requests and errors for method calls if it differs from the setting", async () => {
    const behind = { fetch: () => expect.fail("reached") };
    const answer = await jurisdictionKept(guardOf("eu", ""), behind).fetch(new Request("https://desk.example/account"));
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await answer.json()).toMatchObject({ code: "server_unavailable", retryable: true });
    await expect(guardOf("eu", "").refuseUnkept()).rejects.toThrow("JURISDICTION is not the installation's");
    await expect(guardOf("eu", "eu").refuseUnkept()).resolves.toBeUndefined();
  });
});
