import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { CommandReply, CommandRequest, ConnectionCaller } from "../../../durable-objects/account/account-port.ts";
import { Approvals } from "../../../durable-objects/account/approvals/approvals.ts";
import { AuditLog } from "../../../durable-objects/account/audit-log.ts";
import { Command } from "../../../durable-objects/account/commands/command.ts";
import type { CommandParts } from "../../../durable-objects/account/commands/command-parts.ts";
import { CommandQueue } from "../../../durable-objects/account/commands/command-queue.ts";
import { JournalRows } from "../../../durable-objects/account/journal/journal-rows.ts";
import { Reconciler } from "../../../durable-objects/account/outcomes/reconciler.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import { sqlStorage } from "../../support/sql-storage.ts";

/** Creates the parts of an account object on SQLite, without the Workers runtime. */
export function commandParts(account: AccountDependencies): CommandParts {
  const sql = sqlStorage();
  for (const table of [JournalRows, AuditLog]) table.createTable(sql);
  const journal = new JournalRows(sql, account.timing);
  const auditLog = new AuditLog(sql);
  const storage = { inTransaction: <Result>(write: () => Result) => write(), arm: () => false, rearm: () => undefined };
  const state = { waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined) };
  const queue = new CommandQueue(journal);
  const kept = { journal, auditLog, account, storage, state, queue };
  return {
    ...kept,
    reconciler: new Reconciler(kept),
    approvals: new Approvals(sql, kept),
    hold: { isHeld: false },
    inFlightKeys: new Map(),
    running: { key: null },
  };
}

/** A connection for which the customer requires no approval. */
export const CONNECTION: ConnectionCaller = {
  ...{ kind: "connection", application: "app", connectionId: "c", content: "content", asks: NO_ASKS },
  ...{ limit: { kind: "account" }, isDeclined: false, via: "http", waitedMs: 0 },
};

/** Runs a command for login 11 on account 1001 through a connection. */
export function runCommand(
  parts: CommandParts,
  asked: Pick<CommandRequest, "operation" | "input"> & Partial<CommandRequest>,
): Promise<CommandReply> {
  const request: CommandRequest = {
    ...{ accountId: 1001, loginId: 11, caller: CONNECTION, permissions: [], key: null, target: null, requestId: "r" },
    clientArea: { address: "https://my.example", pages: sampleDescription().links },
    ...asked,
  };
  return new Command(request, parts).reply();
}
