import { inTime } from "../../shared/platform/deadline.ts";
import { log } from "../../shared/platform/log.ts";
import type { AccountCommandValue } from "./account-command.ts";
import type { AccountDependencies } from "./account-dependencies.ts";
import type { CommandRefusal } from "./account-port.ts";
import type { ActionLog } from "./action-log.ts";
import { endingOf, NOT_TRIED, toFound } from "./action-outcomes.ts";
import { type Answered, isPastDeliveryWindow } from "./journal.ts";
import type { JournalRow, JournalRows } from "./journal-rows.ts";

/** What settling needs of the object. */
export interface SettlingObject {
  journal: JournalRows;
  log: ActionLog;
  dependencies: AccountDependencies;
  /** Runs in one transaction. */
  atOnce<Result>(write: () => Result): Result;
  /** Goes on after whoever asked has been answered. */
  inBackground(work: Promise<unknown>): void;
  /** Something is known that others wait for, or is to be asked about at another time. */
  changed(): void;
}

/** Writes down how actions ended, and finds out what became of those of which nobody heard. */
export class ActionReconciler {
  readonly #object: SettlingObject;
  /** References whose answer this very object still waits for. */
  readonly #awaited = new Set<string>();

  constructor(object: SettlingObject) {
    this.#object = object;
  }

  /** Until it is settled, its answer may still come to this object. */
  await(reference: string): void {
    this.#awaited.add(reference);
  }

  /** Writes down what the billing system answered. */
  settle({ key, reference, entryId }: JournalRow, answer: Answered<AccountCommandValue, CommandRefusal>): void {
    const { journal, dependencies, atOnce, changed } = this.#object;
    this.#awaited.delete(reference);
    const now = dependencies.now();
    atOnce(() => {
      const row = journal.apply(key, reference, { type: "answered", answer, at: now });
      if (row === null && answer.kind === "refused") this.refuse(entryId, answer.problem);
      if (row) this.#closeEntry(row);
    });
    changed();
  }

  /**
   * Asks the billing system what became of something that nobody heard of.
   * @param runId stands for the id of the request that sent it, where the entry of that is gone
   */
  async search(row: JournalRow, runId: string): Promise<void> {
    const { key, reference, sentAt, accountId, loginId } = row;
    const { journal, dependencies, atOnce, changed } = this.#object;
    const { now, timing } = dependencies;
    if (this.#awaited.has(reference)) {
      journal.apply(key, reference, { type: "answered", answer: { kind: "unknown" }, at: now() });
      return;
    }
    // Before the question: what arrives between the two is not overlooked.
    const isPastWindow = isPastDeliveryWindow({ sentAt }, now(), timing);
    const requestId = this.#object.log.requestIdOf(row.entryId) ?? runId;
    const finding = dependencies.find({ accountId, loginId, requestId }, reference);
    const found = await inTime(finding, timing.question).catch((cause) => {
      log("billing_unreachable", { request_id: requestId, account: accountId, operation: row.operation, cause });
      return null;
    });
    atOnce(() => {
      const operation = journal.get(key)?.operation ?? "";
      const event = { type: "searched" as const, found: toFound(found, operation), isPastWindow, at: now() };
      const row = journal.apply(key, reference, event);
      if (row) this.#closeEntry(row);
    });
    changed();
  }

  /** Tells the operator what is not settled by itself, once a day. */
  alertOperator(): void {
    const { journal, log, dependencies } = this.#object;
    const now = dependencies.now();
    for (const row of journal.alertsBy(now)) {
      logStuck(row, log.requestIdOf(row.entryId));
      journal.apply(row.key, row.reference, { type: "alerted", at: now });
    }
  }

  /** Closes the entry of what was refused. What ends the connection is taken down there. */
  refuse(entryId: string, problem: CommandRefusal): { outcome: "refused"; problem: CommandRefusal } {
    const { log } = this.#object;
    if (problem.code === "access_lost") log.drop(entryId);
    else log.close(entryId, endingOf(problem));
    return { outcome: "refused", problem };
  }

  /** Nothing of what another object of this account had only claimed was sent: it is free again. */
  clearUp(): void {
    const { journal, log } = this.#object;
    for (const { key, reference, entryId } of journal.reserved()) {
      journal.apply(key, reference, { type: "withdrawn" });
      log.close(entryId, NOT_TRIED);
    }
    const open = journal.openEntries();
    for (const id of log.unclosed()) if (!open.includes(id)) log.close(id, NOT_TRIED);
  }

  /** The entry of what is settled, closed. */
  #closeEntry({ state, entryId, operation, target, problem }: JournalRow): void {
    const { log, dependencies, inBackground } = this.#object;
    if (state === "DONE") {
      log.close(entryId, { outcome: "succeeded", status: 201, code: null });
      inBackground(dependencies.done(operation, target, log.requestIdOf(entryId) ?? undefined));
    }
    if (state === "FAILED" && problem) log.close(entryId, endingOf(problem));
    if (state === "NOT_PLACED") log.close(entryId, { outcome: "refused", status: 409, code: "refused" });
  }
}

/** @param requestId of the call that sent the action; null where its entry in the log is gone */
function logStuck(row: JournalRow, requestId: string | null): void {
  const { accountId, loginId, operation, target, state, stuckReason, sentAt, reference } = row;
  log("action_stuck", {
    request_id: requestId,
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
