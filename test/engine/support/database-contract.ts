import { beforeAll, describe, expect, test } from "vitest";
import { AccountStore, RevisionConflict } from "../../../workers/billing/engine/store/account-store.ts";
import { asks, LOGINS } from "../../billing-contract/questions.ts";

/**
 * Defines the tests that D1 and the engine's in-process database must both pass.
 * @param open a function that returns a database with the demonstration data
 */
export function databaseContract(open: () => Promise<D1Database>): void {
  let db: D1Database;
  beforeAll(async () => {
    db = await open();
    await db.batch([
      db.prepare("CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size INTEGER CHECK (size < 5))"),
      db.prepare(
        "CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parents (id) ON DELETE CASCADE)",
      ),
      db.prepare(
        "CREATE TRIGGER kept BEFORE DELETE ON parents WHEN OLD.name = 'kept' BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: mine'); END",
      ),
      db.prepare("INSERT INTO parents VALUES (1, 'first', 1), (2, 'kept', 1)"),
    ]);
  });
  const messageOf = async (work: () => Promise<unknown>) => {
    const error = await Promise.resolve()
      .then(work)
      .then(String, (thrown: Error) => thrown);
    return error instanceof Error ? error.message : `no error: ${error}`;
  };
  const parents = async () => (await db.prepare("SELECT name FROM parents ORDER BY id").raw()).flat();

  describe("values", () => {
    test.each<[unknown, string, unknown]>([
      [5, "real", 5],
      [1.5, "real", 1.5],
      ["é", "text", "é"],
      [null, "null", null],
      [true, "real", 1],
      [false, "real", 0],
      [Number.NaN, "null", null],
      [Number.POSITIVE_INFINITY, "null", null],
      [new Uint8Array([1, 255]), "blob", [1, 255]],
      [new Uint8Array([1, 255]).buffer, "blob", [1, 255]],
    ])("binds %j as %s and reads it as %j", async (value, type, read) => {
      expect(await db.prepare("SELECT typeof(?1) AS type, ?1 AS value").bind(value).first()).toEqual({
        type,
        value: read,
      });
    });

    test.each([
      ["undefined", undefined],
      ["bigint", 5n],
      ["object", { a: 1 }],
    ])("refuses %s", async (type, value) => {
      expect(await messageOf(async () => db.prepare("SELECT ?").bind(value))).toBe(
        `D1_TYPE_ERROR: Type '${type}' not supported for value '${value}'`,
      );
    });

    test.each<[string, unknown[]]>([
      ["SELECT ?, ?", [1]],
      ["SELECT ?", [1, 2]],
      ["SELECT ?2", [1]],
      ["SELECT '?'", [1]],
    ])("refuses %s with %j", async (sql, values) => {
      const refused = await messageOf(() =>
        db
          .prepare(sql)
          .bind(...values)
          .run(),
      );
      expect(refused).toBe("D1_ERROR: Wrong number of parameter bindings for SQL query.");
    });
  });

  describe("results", () => {
    test("can be read as objects, as rows, as one row or as one value", async () => {
      const query = db.prepare("SELECT id, name FROM parents ORDER BY id");
      expect((await query.all()).results).toEqual([
        { id: 1, name: "first" },
        { id: 2, name: "kept" },
      ]);
      expect(await query.raw()).toEqual([
        [1, "first"],
        [2, "kept"],
      ]);
      expect(await query.raw({ columnNames: true })).toEqual([
        ["id", "name"],
        [1, "first"],
        [2, "kept"],
      ]);
      expect(await query.first()).toEqual({ id: 1, name: "first" });
      expect(await query.first("name")).toBe("first");
      expect(await db.prepare("SELECT 1 WHERE 0").first()).toBeNull();
      expect(await db.prepare("SELECT 1 WHERE 0").first("one")).toBeNull();
      expect(await messageOf(() => query.first("size"))).toBe("D1_COLUMN_NOTFOUND: Column not found (size)");
    });

    test("contain, after a write, the returned rows and the number of changes, including cascades", async () => {
      const [inserted, children, , gone, none] = await db.batch([
        db.prepare("INSERT INTO parents VALUES (7, 'seventh', 1) RETURNING name"),
        db.prepare("INSERT INTO children VALUES (70, 7), (71, 7)"),
        db.prepare("SELECT 1"),
        db.prepare("DELETE FROM parents WHERE id = 7"),
        db.prepare("DELETE FROM parents WHERE id = 7"),
      ]);
      expect(inserted).toMatchObject({
        success: true,
        results: [{ name: "seventh" }],
        meta: { changes: 1, last_row_id: 7 },
      });
      expect(children).toMatchObject({ results: [], meta: { changes: 2, last_row_id: 71 } });
      expect([gone?.meta.changes, none?.meta.changes]).toEqual([3, 0]);
    });
  });

  describe("errors", () => {
    const constraint = (kind: string) => `: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_${kind})`;
    test.each([
      ["INSERT INTO parents VALUES (9, 'first', 1)", `UNIQUE constraint failed: parents.name${constraint("UNIQUE")}`],
      ["INSERT INTO parents VALUES (1, 'other', 1)", `UNIQUE constraint failed: parents.id${constraint("PRIMARYKEY")}`],
      ["INSERT INTO parents VALUES (9, 'other', 9)", `CHECK constraint failed: size < 5${constraint("CHECK")}`],
      ["INSERT INTO children VALUES (9, 99)", `FOREIGN KEY constraint failed${constraint("FOREIGNKEY")}`],
      ["INSERT INTO children VALUES (9, NULL)", `NOT NULL constraint failed: children.parent${constraint("NOTNULL")}`],
      ["DELETE FROM parents WHERE name = 'kept'", `CHECK constraint failed: mine${constraint("TRIGGER")}`],
      ["INSERT INTO parents VALUES ('x', 'other', 1)", "datatype mismatch: SQLITE_MISMATCH"],
      ["SELECT * FROM nowhere", "no such table: nowhere: SQLITE_ERROR"],
      [Array(6).fill("SELECT 1").join(" UNION ALL "), "too many terms in compound SELECT: SQLITE_ERROR"],
      [`SELECT 'a' LIKE '${"a".repeat(51)}'`, "LIKE or GLOB pattern too complex: SQLITE_ERROR"],
    ])("%s fails with D1's message", async (sql, message) => {
      expect(await messageOf(() => db.prepare(sql).run())).toBe(`D1_ERROR: ${message}`);
    });

    test.each([
      ["SELECT ?101", /SQL variables|variable number must be between \?1 and \?100/],
      ["SELEC 1", /^D1_ERROR: near "SELEC": syntax error/],
      ["BEGIN", /^D1_ERROR: To execute a transaction, please use/],
      ["SAVEPOINT a", /^D1_ERROR: To execute a transaction, please use/],
    ])("%s fails with a message like D1's", async (sql, message) => {
      const values = sql.includes("?") ? Array(101).fill(1) : [];
      expect(
        await messageOf(() =>
          db
            .prepare(sql)
            .bind(...values)
            .run(),
        ),
      ).toMatch(message);
    });
  });

  describe("transactions", () => {
    test("a failed transaction rolls back its earlier statements, and the next transaction succeeds", async () => {
      const before = await parents();
      const insert = (id: number, name: string) => db.prepare("INSERT INTO parents VALUES (?, ?, 1)").bind(id, name);
      expect(await messageOf(() => db.batch([insert(10, "tenth"), insert(11, "first")]))).toMatch(/^D1_ERROR: UNIQUE/);
      expect(await parents()).toEqual(before);
      await db.batch([insert(10, "tenth"), insert(11, "eleventh")]);
      expect(await parents()).toEqual([...before, "tenth", "eleventh"]);
    });

    test("a transaction reads its own writes, and must contain at least one statement", async () => {
      const [, read] = await db.batch<{ size: number }>([
        db.prepare("UPDATE parents SET size = 4 WHERE id = 1"),
        db.prepare("SELECT size FROM parents WHERE id = 1"),
      ]);
      expect(read?.results).toEqual([{ size: 4 }]);
      expect(await messageOf(() => db.batch([]))).toBe("D1_ERROR: No SQL statements detected.");
    });
  });

  describe("the account store", () => {
    const owner = asks(LOGINS.owner, 1001, "orders");
    const credit = () => db.prepare("SELECT credit FROM accounts WHERE id = 1001").first<number>("credit");
    const add = (amount: number) => db.prepare("UPDATE accounts SET credit = credit + ? WHERE id = 1001").bind(amount);

    test("reads the actor, the account's revision and the data in one transaction", async () => {
      const state = await new AccountStore(db).state(owner, { data: db.prepare("SELECT 7 AS seven") });
      expect(state).toMatchObject({
        ok: true,
        value: { account: { id: 1001 }, rows: { data: [{ seven: 7 }] } },
      });
      const denied = await new AccountStore(db).state(asks(LOGINS.contact, 1001, "orders"), {});
      expect(denied).toEqual({ ok: false, problem: { code: "permission_denied", permission: "orders" } });
      const lost = await new AccountStore(db).state(asks(LOGINS.big, 1001), {});
      expect(lost).toEqual({ ok: false, problem: { code: "access_lost" } });
    });

    test("accepts only one of several concurrent writes at the same revision", async () => {
      const accounts = new AccountStore(db);
      const [revision, before] = [await accounts.revision(1001), (await credit()) ?? 0];
      const writes = await Promise.allSettled([1, 2, 3].map(() => accounts.write(owner, revision, [add(100)])));
      expect(writes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
      for (const write of writes)
        if (write.status === "rejected") expect(write.reason).toBeInstanceOf(RevisionConflict);
      expect(await credit()).toBe(before + 100);
      expect(await accounts.revision(1001)).toBe(revision + 1);
    });

    test.each([
      ["without the permission", asks(LOGINS.contact, 1001, "orders")],
      ["without access to the account", asks(LOGINS.big, 1001)],
    ])("writes nothing %s", async (_, query) => {
      const accounts = new AccountStore(db);
      const [revision, before] = [await accounts.revision(1001), await credit()];
      await expect(accounts.write(query, revision, [add(1)])).rejects.toBeInstanceOf(RevisionConflict);
      expect([await accounts.revision(1001), await credit()]).toEqual([revision, before]);
    });

    test("writeAsEngine writes at any revision or at a given one, and refuses an outdated revision", async () => {
      const accounts = new AccountStore(db);
      const [revision, before] = [await accounts.revision(1001), (await credit()) ?? 0];
      await accounts.writeAsEngine(1001, null, [add(1)]);
      await accounts.writeAsEngine(1001, revision + 1, [add(1)]);
      await expect(accounts.writeAsEngine(1001, revision + 1, [add(1)])).rejects.toBeInstanceOf(RevisionConflict);
      expect(await credit()).toBe(before + 2);
    });

    test("distinguishes a failed constraint from other errors", async () => {
      const accounts = new AccountStore(db);
      const revision = await accounts.revision(1001);
      const failing = (sql: string) => accounts.write(owner, revision, [add(1), db.prepare(sql)]);
      await expect(failing("INSERT INTO parents VALUES (1, 'x', 1)")).rejects.toBeInstanceOf(RevisionConflict);
      await expect(failing("INSERT INTO nowhere VALUES (1)")).rejects.toThrow(/^D1_ERROR: no such table/);
      expect(await accounts.revision(1001)).toBe(revision);
    });
  });
}
