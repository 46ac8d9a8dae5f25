import { describe, expect, test } from "vitest";
import { type RollbackWorker, rollbackVerdict, versionOf } from "../../../scripts/deployment/rollback-plan.ts";
import { statementsIn } from "../../../scripts/deployment/schema-changes.ts";
import {
  changedClasses,
  presentSchema,
  readReleases,
  withPresentRelease,
} from "../../../scripts/deployment/schemas.ts";
import { WORKERS } from "../../../scripts/workers.ts";

const worker = (changes: Partial<RollbackWorker> & { sql?: string } = {}): RollbackWorker => ({
  name: "frontdesk-account",
  before: { classes: ["v1"], migrations: ["0001_a.sql"] },
  now: { classes: ["v1"], migrations: ["0001_a.sql", "0002_b.sql"] },
  statementsOf: () => statementsIn(changes.sql ?? "CREATE TABLE b (c INTEGER)"),
  ...changes,
});

describe("going back to a release", () => {
  test("is possible over tables that were added, which stay", () => {
    expect(rollbackVerdict("0.1.0", [worker()])).toEqual({
      isPossible: true,
      lines: ["frontdesk-account: 0002_b.sql stay, and are not read"],
    });
  });

  test("leaves a Worker as it is that the release did not have", () => {
    const { isPossible, lines } = rollbackVerdict("0.1.0", [worker({ before: null })]);
    expect([isPossible, lines]).toEqual([true, ["frontdesk-account: not in that release; stays as it is"]]);
  });

  test("is impossible across a change of classes", () => {
    const now = { classes: ["v1", "v2"], migrations: ["0001_a.sql"] };
    const { isPossible, lines } = rollbackVerdict("0.1.0", [worker(), worker({ now })]);
    expect([isPossible, lines.length]).toEqual([false, 1]);
    expect(lines[0]).toContain("classes of objects have changed since (v2)");
  });

  test.each([
    ["0.1.9", false],
    ["0.2.0", true],
    ["0.10.0", true],
    ["1.0.0", true],
  ])("to %s over a migration that contracts 0.2.0: %s", (version, isPossible) => {
    const sql = "-- contracts: 0.2.0\nDROP TABLE a;";
    expect(rollbackVerdict(version, [worker({ sql })]).isPossible).toBe(isPossible);
  });

  test("takes the newest of the versions that a release was deployed as", () => {
    const version = (id: string, created_on: string, tag: string) => ({
      id,
      metadata: { created_on },
      annotations: { "workers/tag": tag },
    });
    const listed = [
      version("a", "2026-11-01", "0.1.0-x"),
      version("b", "2026-11-03", "0.1.0-x"),
      version("c", "2026-11-04", "0.1.0-y"),
    ];
    expect([versionOf(listed, "0.1.0-x"), versionOf(listed, "0.1.0-z"), versionOf(null, "0.1.0-x")]).toEqual([
      "b",
      null,
      null,
    ]);
  });
});

describe("releases", () => {
  test("have each Worker's classes and migrations, and gain those of today under another version alone", () => {
    const releases = readReleases();
    const next = withPresentRelease(releases, "99.0.0");
    expect(next.slice(0, -1)).toEqual(releases);
    expect(Object.keys(next.at(-1)?.workers ?? {})).toEqual(WORKERS.map(({ config }) => config));
    expect(withPresentRelease(next, "99.0.0")).toEqual(next);
    const other = [{ version: "99.0.0", workers: {} }];
    expect(() => withPresentRelease(other, "99.0.0")).toThrow("raise the version in package.json");
  });

  test("keep the text of each migration, and are followed by none that changes it", () => {
    const [released] = withPresentRelease([], "99.0.0");
    const source = "workers/account/wrangler.toml";
    const account = released?.workers[source];
    const migrations = { ...account?.migrations, "0001_connections.sql": "0".repeat(64) };
    const other = [{ version: "99.0.0", workers: { [source]: { classes: [], migrations } } }];
    expect(() => withPresentRelease(other, "99.1.0")).toThrow(
      `${source}: 0001_connections.sql is released, and has changed`,
    );
    expect(account?.migrations["0001_connections.sql"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("differ in classes by the tags that one of two has", () => {
    const account = presentSchema("workers/account/wrangler.toml");
    expect(changedClasses(account, account)).toEqual([]);
    expect(changedClasses(account, { ...account, classes: [...account.classes, "v99"] })).toEqual(["v99"]);
    expect(presentSchema("wrangler.toml")).toEqual({ classes: [], migrations: [] });
  });
});
