import type { AccountDependencies } from "./account-dependencies.ts";
import type { AccountStorage } from "./account-storage.ts";
import type { AuditLog } from "./audit-log.ts";
import type { CommandQueue } from "./commands/command-queue.ts";
import type { JournalRows } from "./journal/journal-rows.ts";

/** What the parts of an account's object share. */
export interface AccountParts {
  journal: JournalRows;
  auditLog: AuditLog;
  account: AccountDependencies;
  storage: Pick<AccountStorage, "inTransaction" | "arm" | "rearm">;
  /** Keeps the object running until the work has ended, without a caller waiting for it. */
  state: Pick<DurableObjectState, "waitUntil">;
  /** Waits for unknown outcomes. */
  queue: Pick<CommandQueue, "next">;
}
