import type { JournalRow } from "./journal-rows.ts";

/** One line for the operator: an alarm of an account's object failed and is tried again. */
export function complainOfAlarm(error: unknown): void {
  const name = error instanceof Error ? error.name : "unknown";
  console.error(JSON.stringify({ event: "account_alarm", error: name }));
}

/**
 * One line for the operator: an action is not settled. It says whom and what it concerns, and nothing of what was sent.
 * @param requestId of the call that sent it, as the customer's log has it; null where that entry is gone
 */
export function complainOfStuck(row: JournalRow, requestId: string | null): void {
  const { accountId, loginId, operation, target, state, stuckReason, sentAt, reference } = row;
  console.error(
    JSON.stringify({
      event: "action_stuck",
      account: accountId,
      login: loginId,
      operation,
      target,
      request_id: requestId,
      state,
      reason: stuckReason,
      sent_at: sentAt === null ? null : new Date(sentAt).toISOString(),
      reference,
    }),
  );
}
