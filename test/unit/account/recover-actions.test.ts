import { expect, test } from "vitest";
import { ActionLog } from "../../../durable-objects/account/action-log.ts";
import type { Approvals } from "../../../durable-objects/account/approvals/approvals.ts";
import { JournalRows } from "../../../durable-objects/account/journal/journal-rows.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal-timing.ts";
import { recoverActions } from "../../../durable-objects/account/recovery/recover-actions.ts";
import type { SentRecord } from "../../../shared/generations/generation-register.ts";
import { sqlStorage } from "../../support/sql-storage.ts";

const NOW = 9_000;

const sent = (reference: string, key = `key of ${reference}`): SentRecord => ({
  ...{ key, reference, fingerprint: "print", operation: "renewDomain", resources: ["domain:a.com"] },
  ...{ accountId: 1001, loginId: 11, application: "app", connectionId: "c" },
  ...{ target: "domain:a.com", via: "mcp", requestId: `request of ${reference}`, sentAt: 5_000 },
});

function account() {
  const sql = sqlStorage();
  ActionLog.createTable(sql);
  JournalRows.createTable(sql);
  const approvals = { voided: 0 };
  const dependencies = {
    ...{ journal: new JournalRows(sql, TIMING), actionLog: new ActionLog(sql), now: () => NOW },
    approvals: {
      voidAll: () => void approvals.voided++,
    } as unknown as Approvals,
    inTransaction: <Result>(write: () => Result) => write(),
  };
  return {
    ...dependencies,
    seen: approvals,
    recover: (records: SentRecord[]) => recoverActions(records, dependencies),
  };
}

test("what was sent and is lost is looked up again, under its key, with its entry in the log", () => {
  const { journal, actionLog, seen, recover } = account();
  expect(recover([sent("one"), sent("two")])).toBe(2);
  const row = journal.get("key of one") ?? expect.fail("not taken up");
  expect(row).toMatchObject({ reference: "one", state: "SENDING", sentAt: 5_000, nextLookupAt: NOW, accountId: 1001 });
  expect(row).toMatchObject({ resources: ["domain:a.com"], target: "domain:a.com", loginId: 11 });
  expect(actionLog.requestIdOf(row.entryId)).toBe("request of one");
  const [entry] = actionLog.entriesBefore({ loginId: 11, application: "app" }, null, 9, NOW);
  expect(entry).toMatchObject({ outcome: "in_progress", operation: "renewDomain", at: new Date(5_000).toISOString() });
  expect(seen).toEqual({ voided: 1 });
});

test("what the journal has is left alone, and repeating it changes nothing; approvals are void all the same", () => {
  const { journal, seen, recover } = account();
  recover([sent("one")]);
  const before = journal.get("key of one");
  expect(recover([sent("one")])).toBe(0);
  expect(journal.get("key of one")).toEqual(before);
  expect(seen).toEqual({ voided: 2 });
  expect(recover([])).toBe(0);
});

test("a key that the journal has for an earlier action is taken up for the later one", () => {
  const { journal, recover } = account();
  recover([sent("earlier", "key")]);
  expect(recover([sent("later", "key")])).toBe(1);
  expect(journal.get("key")).toMatchObject({ reference: "later", state: "SENDING" });
});
