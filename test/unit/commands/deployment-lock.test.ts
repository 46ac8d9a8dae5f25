import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { giveLockBack, renewLock, takeLock } from "../../../scripts/deployment/deployment-records.ts";

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(":memory:");
});

/** As D1 does, over wrangler. */
const run = (sql: string) => statementsOf(sql).map((statement) => ({ results: database.prepare(statement).all() }));
const FIRST = { holder: "a", release: "0.1.0-first" };
const SECOND = { holder: "b", release: "0.1.0-second" };
const passMinutes = (minutes: number) =>
  database.exec(`UPDATE deployment_lock SET taken_at = datetime(taken_at, '-${minutes} minutes')`);

describe("the lock of a deployment", () => {
  test("is one deployment's until it gives it back", () => {
    expect(takeLock(run, FIRST, false)).toBeNull();
    expect(takeLock(run, SECOND, false)).toContain("0.1.0-first is being deployed, and went on at ");
    giveLockBack(run, SECOND);
    expect(takeLock(run, SECOND, false), "not by another one").not.toBeNull();
    giveLockBack(run, FIRST);
    expect(takeLock(run, SECOND, false)).toBeNull();
  });

  test("lapses fifteen minutes after it was last renewed", () => {
    takeLock(run, FIRST, false);
    passMinutes(14);
    expect(renewLock(run, FIRST)).toBeNull();
    passMinutes(14);
    expect(takeLock(run, SECOND, false)).not.toBeNull();
    passMinutes(2);
    expect(takeLock(run, SECOND, false)).toBeNull();
    expect(renewLock(run, FIRST)).toContain("The lock was taken over by 0.1.0-second at ");
    expect(renewLock(run, SECOND), "asking takes nothing from the other one").toBeNull();
  });

  test("is taken over at once where that is said, and the one before knows it, after the other's end too", () => {
    takeLock(run, FIRST, false);
    expect(takeLock(run, SECOND, true)).toBeNull();
    expect(renewLock(run, FIRST)).toContain("taken over by 0.1.0-second");
    giveLockBack(run, SECOND);
    expect(renewLock(run, FIRST)).toContain("The lock was taken over, and given back");
  });
});
