import { ACTION_OPERATIONS, type SentAction } from "../../shared/billing-contract/actions.ts";
import { inTime } from "../../shared/platform/deadline.ts";
import { log, valueOrLogged } from "../../shared/platform/log.ts";
import type { AccountDependencies } from "./account-dependencies.ts";
import type { CommandRefusal } from "./account-port.ts";
import type { ActionLog } from "./action-log.ts";
import { NOT_SENT, outcomeOfRefusal, toLookupResult } from "./action-outcomes.ts";
import { isPastDeliveryWindow } from "./journal.ts";
import type { CommandAnswer, JournalRow, JournalRows } from "./journal-rows.ts";

export interface ReconcilerDependencies {
  journal: JournalRows;
  actionLog: ActionLog;
  account: AccountDependencies;
  inTransaction<Result>(write: () => Result): Result;
  /** Keeps the object running until the work has ended, without a caller waiting for it. */
  inBackground(work: Promise<unknown>): void;
  /** Called after every change of the journal: alarm and queue depend on it. */
  onChange(): void;
}

/** Records the outcomes of actions, and reconciles actions whose answer was lost. */
export class ActionReconciler {
  readonly #dependencies: ReconcilerDependencies;
  /** References whose answer this instance of the object still waits for. */
  readonly #awaited = new Set<string>();

  constructor(dependencies: ReconcilerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Suspends lookups of an action until it is settled. */
  await(reference: string): void {
    this.#awaited.add(reference);
  }

  /** Records the billing system's answer. */
  settle({ key, reference, entryId }: JournalRow, answer: CommandAnswer): void {
    const { journal, account, inTransaction, onChange } = this.#dependencies;
    this.#awaited.delete(reference);
    const now = account.now();
    inTransaction(() => {
      const row = journal.apply(key, reference, { type: "answered", answer, at: now });
      if (row === null && answer.kind === "refused") this.closeRefused(entryId, answer.problem);
      if (row) this.#closeEntry(row);
    });
    onChange();
  }

  /**
   * Asks the billing system for the outcome of an action.
   * @param runId logged in place of the request id where the action's log entry is gone
   */
  async lookUp(row: JournalRow, runId: string): Promise<void> {
    const { key, reference, sentAt, accountId, loginId, installation, entryId, operation } = row;
    const { journal, actionLog, account, inTransaction, onChange } = this.#dependencies;
    const { now, timing } = account;
    if (this.#awaited.has(reference)) {
      journal.apply(key, reference, { type: "answered", answer: { kind: "unknown" }, at: now() });
      return;
    }
    // Evaluated before the lookup: an action that arrives between the two is not missed.
    const isPastWindow = isPastDeliveryWindow({ sentAt }, now(), timing);
    const requestId = actionLog.requestIdOf(entryId) ?? runId;
    const lookup = account.lookUp({ accountId, loginId, installation, requestId }, reference, sentOf(row));
    const fields = { request_id: requestId, account: accountId, operation };
    const found = await valueOrLogged("billing_unreachable", inTime(lookup, timing.lookupTimeoutMs), fields);
    inTransaction(() => {
      const result = toLookupResult(found, journal.get(key)?.operation ?? "");
      const next = journal.apply(key, reference, { type: "looked_up", found: result, isPastWindow, at: now() });
      if (next) this.#closeEntry(next);
    });
    onChange();
  }

  alertOperator(): void {
    const { journal, actionLog, account } = this.#dependencies;
    const now = account.now();
    for (const row of journal.alertsDue(now)) {
      logStuck(row, actionLog.requestIdOf(row.entryId));
      journal.apply(row.key, row.reference, { type: "alerted", at: now });
    }
  }

  /** Closes the entry of a refused action; one that ends the connection is recorded by the connection. */
  closeRefused(entryId: string, problem: CommandRefusal): { outcome: "refused"; problem: CommandRefusal } {
    const { actionLog } = this.#dependencies;
    if (problem.code === "access_lost") actionLog.remove(entryId);
    else actionLog.close(entryId, outcomeOfRefusal(problem));
    return { outcome: "refused", problem };
  }

  /** Frees the keys that an earlier instance of the object reserved and never sent, and closes their entries. */
  releaseReserved(): void {
    const { journal, actionLog } = this.#dependencies;
    for (const { key, reference, entryId } of journal.reserved()) {
      journal.apply(key, reference, { type: "withdrawn" });
      actionLog.close(entryId, NOT_SENT);
    }
    const open = journal.openEntries();
    for (const id of actionLog.openEntryIds()) if (!open.includes(id)) actionLog.close(id, NOT_SENT);
  }

  #closeEntry({ state, entryId, operation, target, problem }: JournalRow): void {
    const { actionLog, account, inBackground } = this.#dependencies;
    switch (state) {
      case "DONE":
        actionLog.close(entryId, { outcome: "succeeded", status: 201, code: null });
        inBackground(account.done(operation, target, actionLog.requestIdOf(entryId) ?? undefined));
        return;
      case "FAILED":
        if (problem) actionLog.close(entryId, outcomeOfRefusal(problem));
        return;
      case "NOT_PLACED":
        actionLog.close(entryId, { outcome: "refused", status: 409, code: "refused" });
        return;
      case "RESERVED":
      case "SENDING":
      case "PLACED":
      case "STUCK":
        return;
    }
  }
}

/** What was sent; undefined for a row that says none of it. */
function sentOf({ operation, target, sentAt }: JournalRow): SentAction | undefined {
  const known = ACTION_OPERATIONS.find((one) => one === operation);
  return known && sentAt !== null ? { operation: known, target, sentAt: new Date(sentAt).toISOString() } : undefined;
}

/** @param requestId of the request that sent the action; null where its log entry is gone */
function logStuck(row: JournalRow, requestId: string | null): void {
  const { accountId, loginId, installation, operation, target, state, stuckReason, sentAt, reference } = row;
  log("action_stuck", {
    request_id: requestId,
    installation,
    account: accountId,
    login: loginId,
    operation,
    target,
    state,
    reason: stuckReason,
    sent_at: sentAt === null ? null : new Date(sentAt).toISOString(),
    reference,
  });
}
