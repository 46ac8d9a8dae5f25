import { expect, test } from "vitest";
import { AuditLog } from "../../../durable-objects/account/audit-log.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { JournalRows } from "../../../durable-objects/account/journal/journal-rows.ts";
import { sqlStorage } from "../../support/sql-storage.ts";

/** Returns a journal with one row for a.com in a state. */
function rowIn(state: string) {
  const sql = sqlStorage();
  JournalRows.createTable(sql);
  sql.exec(
    `INSERT INTO journal (key, fingerprint, operation, login_id, account_id, lock, entry_id, state, reference, lookups)
     VALUES ('key', 'print', 'renewDomain', 1, 1001, 'domain:a.com', 'entry', ?, 'ref', 0)`,
    state,
  );
  return new JournalRows(sql, TIMING);
}
const lookedUp = (kind: "absent" | "done", at: number) => {
  const found = kind === "done" ? { kind, value: {} as never } : { kind };
  return { type: "looked_up", found, isPastWindow: true, at } as const;
};

test.each([
  ...["RESERVED", "DONE", "FAILED", "NOT_PLACED"].map((state) => [state, false] as const),
  ...["SENDING", "PLACED", "STUCK"].map((state) => [state, true] as const),
])("an action in the state %s blocks commands on the same target: %s", (state, isHeld) => {
  const rows = rowIn(state);
  expect(rows.isLocked("domain:a.com")).toBe(isHeld);
  expect(rows.isLocked("domain:b.com")).toBe(false);
});

/** Creates an empty journal. Each of its actions has its own key, reference and log entry. */
function journal() {
  const sql = sqlStorage();
  for (const table of [JournalRows, AuditLog]) table.createTable(sql);
  const rows = new JournalRows(sql, TIMING);
  const about = (name: string) => ({
    ...{ key: `key ${name}`, fingerprint: "print", operation: "renewDomain", loginId: 11, accountId: 1001 },
    ...{ lock: "domain:a.com", target: "domain:a.com" },
    ...{ entryId: `entry ${name}`, reference: name },
  });
  const send = (name: string, at: number) => {
    rows.reserve(about(name));
    rows.apply(`key ${name}`, name, { type: "sent", at });
  };
  const find = (name: string, kind: "absent" | "done", at: number) =>
    rows.apply(`key ${name}`, name, lookedUp(kind, at));
  const references = (found: { reference: string }[]) => found.map(({ reference }) => reference);
  return { rows, about, send, find, references };
}

test("an event for an earlier reservation of a key does not change the current reservation", () => {
  const { rows, about } = journal();
  rows.reserve(about("one"));
  rows.apply("key one", "one", { type: "withdrawn" });
  rows.reserve({ ...about("two"), key: "key one" });
  expect(rows.apply("key one", "one", { type: "sent", at: 1 })).toBeUndefined();
  expect(rows.apply("key of nobody", "one", { type: "sent", at: 1 })).toBeUndefined();
  expect(rows.get("key one")).toMatchObject({ reference: "two", state: "RESERVED" });
});

test("due lookups are returned in order, at most fifty at a time", () => {
  const { rows, send, references } = journal();
  for (let at = 59; at >= 0; at--) send(String(at), at);
  const due = (now: number) => references(rows.overdue(now + TIMING.answerTimeoutMs));
  expect(due(-1)).toEqual([]);
  expect(due(1)).toEqual(["0", "1"]);
  expect(due(99)).toEqual(Array.from({ length: 50 }, (_, at) => String(at)));
});

test("the journal finds settled actions by age and sent actions by time, even if they never arrived", () => {
  const { rows, send, find, references } = journal();
  for (const at of [3, 1, 2]) send(String(at), at);
  find("1", "done", 10);
  find("2", "absent", 11);
  expect([references(rows.settledBefore(9)), references(rows.settledBefore(10))]).toEqual([[], ["1"]]);
  expect([rows.sentAfter(0), rows.sentAfter(1), rows.sentAfter(3)]).toEqual([[1, 2, 3], [2, 3], []]);
});

test("stuck actions have alerts, and an outcome clears the reason and the alert", () => {
  const { rows, send, references } = journal();
  const apply = (event: Parameters<typeof rows.apply>[2]) => rows.apply("key one", "one", event);
  send("one", 1);
  send("two", 1);
  expect(rows.alertsDue(9)).toEqual([]);
  apply({ type: "looked_up", found: { kind: "ambiguous" }, isPastWindow: true, at: 2 });
  expect([references(rows.alertsDue(0)), references(rows.alertsDue(1))]).toEqual([[], ["one"]]);
  apply({ type: "alerted", at: 5 });
  expect(rows.get("key one")).toMatchObject({ stuckReason: "ambiguous", alertedAt: 5 });
  expect(rows.alertsDue(4 + TIMING.alertIntervalMs)).toEqual([]);
  expect(references(rows.alertsDue(5 + TIMING.alertIntervalMs))).toEqual(["one"]);
  apply(lookedUp("done", 9));
  expect(rows.get("key one")).toMatchObject({ state: "DONE", stuckReason: null, alertedAt: null });
  expect(apply({ type: "alerted", at: 10 }), "applies no more").toBeUndefined();
});
