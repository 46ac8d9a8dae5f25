import type { AccountDependencies } from "./account-dependencies.ts";
import type { AccountStorage } from "./account-storage.ts";
import type { AuditLog } from "./audit-log.ts";
import type { CommandQueue } from "./commands/command-queue.ts";
import type { JournalRows } from "./journal/journal-rows.ts";

/** The state that the parts of an account's object share. */
export interface AccountParts {
  journal: JournalRows;
  auditLog: AuditLog;
  account: AccountDependencies;
  storage: Pick<AccountStorage, "inTransaction" | "arm" | "rearm">;
  /** Keeps the object running until background work has ended. */
  state: Pick<DurableObjectState, "waitUntil">;
  /** Starts the next waiting command when an outcome becomes known. */
  queue: Pick<CommandQueue, "next">;
}
