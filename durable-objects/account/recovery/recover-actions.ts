import type { SentRecord } from "../../../shared/generations/generation-register.ts";
import type { ActionLog } from "../action-log.ts";
import type { Approvals } from "../approvals/approvals.ts";
import type { JournalRows } from "../journal/journal-rows.ts";

export interface RecoveryDependencies {
  journal: JournalRows;
  actionLog: ActionLog;
  approvals: Approvals;
  now: () => number;
  inTransaction<Result>(write: () => Result): Result;
}

/**
 * Takes up what the register says was sent and the journal does not know, as actions whose outcome is to be looked up; approvals
 * that may have been used for it are void. Repeating it changes nothing.
 * @returns how many actions were taken up
 */
export function recoverActions(
  sent: SentRecord[],
  { journal, actionLog, approvals, now, inTransaction }: RecoveryDependencies,
): number {
  return inTransaction(() => {
    const lost = sent.filter(({ key, reference }) => journal.get(key)?.reference !== reference);
    for (const action of lost) {
      const entryId = actionLog.reopen(action, action.sentAt);
      journal.recover({ ...action, entryId }, now());
    }
    approvals.voidAll();
    return lost.length;
  });
}
