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
  /** Holds commands back while an outcome on the same resource is unknown. */
  queue: Pick<CommandQueue, "next">;
}
