import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, test } from "vitest";
import { JournalRows } from "../../../durable-objects/account/journal/journal-rows.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal-timing.ts";

/** As much of an object's storage as the journal uses. */
function sqlStorage(): SqlStorage {
  const db = new DatabaseSync(":memory:");
  return {
    exec: (query: string, ...values: SQLInputValue[]) => {
      const rows = db.prepare(query).all(...values);
      return { toArray: () => rows, one: () => rows[0] };
    },
  } as never;
}

/** One row about a.com, written by hand as the version before did: without a reason. */
function rowsWith({ state = "STUCK", nextLookupAt }: { state?: string; nextLookupAt: number | null }) {
  const sql = sqlStorage();
  JournalRows.createTable(sql);
  sql.exec(
    `INSERT INTO journal (key, fingerprint, operation, login_id, account_id, concerns, target, entry_id, state, reference,
     sent_at, next_check_at, checks, settled_at, value, problem)
     VALUES ('key', 'print', 'renewDomain', 1, 1001, '["domain:a.com"]', NULL, 'entry', ?, 'ref', 1,
     ?, 7, NULL, NULL, NULL)`,
    ...[state, nextLookupAt],
  );
  return new JournalRows(sql, TIMING);
}
const lookedUp = (kind: "absent" | "done", at: number) => {
  const found = kind === "done" ? { kind, value: {} as never } : { kind };
  return { type: "looked_up", found, isPastWindow: true, at } as const;
};

test("what the version before held for stuck and still asks about was late: it ends once the billing system knows nothing of it", () => {
  const rows = rowsWith({ nextLookupAt: 5 });
  expect(rows.get("key")).toMatchObject({ state: "STUCK", stuckReason: "late" });
  expect(rows.apply("key", "ref", { type: "alerted", at: 9 })).toMatchObject({ stuckReason: "late", alertedAt: 9 });
  expect(rows.apply("key", "ref", lookedUp("absent", 10))).toMatchObject({ state: "NOT_PLACED", stuckReason: null });
  expect(rows.get("key"), "as it is kept").toMatchObject({ stuckReason: null, alertedAt: null });
});

test("what it no longer asked about was found late: it stays", () => {
  const rows = rowsWith({ nextLookupAt: null });
  expect(rows.get("key")).toMatchObject({ state: "STUCK", stuckReason: "found_late" });
  expect(rows.apply("key", "ref", lookedUp("done", 10))).toBeUndefined();
});

test.each([
  ...["RESERVED", "DONE", "FAILED", "NOT_PLACED"].map((state) => [state, false] as const),
  ...["SENDING", "PLACED", "STUCK"].map((state) => [state, true] as const),
])("%s holds back what concerns the same: %s", (state, isHeld) => {
  const rows = rowsWith({ state, nextLookupAt: 5 });
  expect(rows.hasUnknownOutcomeOn(["service:1", "domain:a.com"])).toBe(isHeld);
  expect(rows.hasUnknownOutcomeOn(["domain:b.com"])).toBe(false);
});

test("a journal of before its rows had an installation gets the column: its rows are of the one without a name", () => {
  const sql = sqlStorage();
  JournalRows.createTable(sql);
  sql.exec("ALTER TABLE journal DROP COLUMN installation");
  const before = `INSERT INTO journal (key, fingerprint, operation, login_id, account_id, concerns, entry_id, state,
    reference, checks) VALUES (?, 'print', 'renewDomain', 1, 1001, '[]', 'entry', 'SENDING', ?, 0)`;
  sql.exec(before, "old", "one");
  for (const _ of ["once", "and again with every start of the object"]) JournalRows.createTable(sql);
  // As the version before goes on writing it, after a rollback.
  sql.exec(before, "rolled back", "two");
  const rows = new JournalRows(sql, TIMING);
  const named = { key: "new", fingerprint: "print", operation: "renewDomain", loginId: 1, accountId: 1001 };
  rows.reserve({ ...named, installation: "a1", resources: [], target: null, entryId: "entry", reference: "three" });
  expect(["old", "rolled back", "new"].map((key) => rows.get(key)?.installation)).toEqual(["", "", "a1"]);
});

test("an answer to an earlier action under a key changes nothing of the one that has the key now", () => {
  const rows = rowsWith({ state: "SENDING", nextLookupAt: 5 });
  const answer = { kind: "done", value: {} as never } as const;
  expect(rows.apply("key", "ref of the earlier one", { type: "answered", answer, at: 6 })).toBeUndefined();
  expect(rows.get("key")).toMatchObject({ state: "SENDING", reference: "ref" });
  expect(rows.apply("key", "ref", { type: "answered", answer, at: 6 })).toMatchObject({ state: "DONE" });
});
