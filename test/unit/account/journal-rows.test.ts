import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, test } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal.ts";
import { JournalRows } from "../../../durable-objects/account/journal-rows.ts";

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

/** A row as the version before wrote it: without a reason. */
function ofBefore({ nextCheckAt }: { nextCheckAt: number | null }) {
  const sql = sqlStorage();
  JournalRows.createTable(sql);
  sql.exec(
    `INSERT INTO journal VALUES ('key', 'print', 'renewDomain', 1, 1001, '["domain:a.com"]', NULL, 'entry', 'STUCK', 'ref', 1,
     ?, 7, NULL, NULL, NULL)`,
    nextCheckAt,
  );
  return new JournalRows(sql, TIMING);
}
const searched = (kind: "absent" | "done", at: number) =>
  ({
    type: "searched",
    found: kind === "done" ? { kind, value: {} as never } : { kind },
    isPastWindow: true,
    at,
  }) as const;

test("what the version before held for stuck and still asks about was late: it ends once the billing system knows nothing of it", () => {
  const rows = ofBefore({ nextCheckAt: 5 });
  expect(rows.get("key")).toMatchObject({ state: "STUCK", stuckReason: "late" });
  expect(rows.apply("key", "ref", searched("absent", 10))).toMatchObject({ state: "NOT_PLACED", stuckReason: null });
});

test("what it no longer asked about was found late: it stays", () => {
  const rows = ofBefore({ nextCheckAt: null });
  expect(rows.get("key")).toMatchObject({ state: "STUCK", stuckReason: "found_late" });
  expect(rows.apply("key", "ref", searched("done", 10))).toBeUndefined();
});
