import { expect, test } from "vitest";
import { ApprovalRequests } from "../../../durable-objects/account/approvals/approval-requests.ts";
import { AuditLog } from "../../../durable-objects/account/audit-log.ts";
import { nextDue } from "../../../durable-objects/account/due-times.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { JournalRows } from "../../../durable-objects/account/journal/journal-rows.ts";
import { LOG_RETENTION_MS } from "../../../shared/account-access/call-log.ts";
import { sqlStorage } from "../../support/sql-storage.ts";

/** Creates the empty tables of an account object. */
function account() {
  const sql = sqlStorage();
  for (const table of [JournalRows, AuditLog, ApprovalRequests]) table.createTable(sql);
  const rows = new JournalRows(sql, TIMING);
  const send = (name: string, at: number) => {
    rows.reserve({
      ...{ key: name, fingerprint: "print", operation: "renewDomain", loginId: 11, accountId: 1001 },
      ...{ lock: "domain:a.com", target: "domain:a.com", entryId: `entry ${name}`, reference: name },
    });
    rows.apply(name, name, { type: "sent", at });
  };
  const lookUp = (name: string, kind: "absent" | "done" | "under_way", at: number) => {
    const found = kind === "done" ? { kind, value: {} as never } : { kind };
    rows.apply(name, name, { type: "looked_up", found, isPastWindow: true, at });
  };
  return { sql, rows, send, lookUp, due: () => nextDue(sql, TIMING) };
}

test("the alarm is set for the next lookup, alert or end of a key", () => {
  const { rows, send, lookUp, due } = account();
  expect(due()).toBeNull();
  send("one", 1_000);
  expect(due(), "a lookup, once an answer is late").toBe(1_000 + TIMING.answerTimeoutMs);
  lookUp("one", "done", 2_000);
  expect(due(), "the end of its key").toBe(2_000 + TIMING.retentionMs);
  send("two", 3_000);
  expect(due()).toBe(3_000 + TIMING.answerTimeoutMs);
  lookUp("two", "absent", 4_000);
  expect(due(), "a sweep").toBe(4_000 + (TIMING.lateLookupDelaysMs[0] ?? 0));
  lookUp("two", "done", 5_000);
  expect(due(), "an alert: it was found late").toBe(3_000);
  rows.apply("two", "two", { type: "alerted", at: 6_000 });
  expect(due(), "the key of the first, or the next alert").toBe(2_000 + TIMING.retentionMs);
});

test.each([
  ["ASKED", 7_000, 7_000],
  ["ASKED", 99_000, 9_000],
  ["ASKED", null, 9_000],
  ["APPROVED", null, 9_000],
  ["DECLINED", null, 9_000 + LOG_RETENTION_MS],
  ["CONSUMED", null, 9_000 + LOG_RETENTION_MS],
])("an approval request in the state %s with an e-mail at %j is due at %i", (state, mailAt, at) => {
  const { sql, due } = account();
  sql.exec(
    `INSERT INTO approval_requests
     (id, connection, login_id, application, operation, fingerprint, state, asked_at, ends_at, digest, mail_at)
     VALUES ('one', 'c', 11, 'app', 'renewDomain', 'print', ?, 1, 9000, 'digest', ?)`,
    ...[state, mailAt],
  );
  expect(due()).toBe(at);
});
