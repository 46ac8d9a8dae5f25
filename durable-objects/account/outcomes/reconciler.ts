import { sentWrite } from "../../../shared/billing-contract/writes.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log, logFailure, valueOrLogged } from "../../../shared/platform/log.ts";
import type { AccountParts } from "../account-parts.ts";
import {
  type CommandRefusal,
  SETTLED_BY_PROVIDER,
  type SettleInstruction,
  type SettleResult,
} from "../account-port.ts";
import { awaitsOperator, isPastDeliveryWindow } from "../journal/journal.ts";
import type { JournalRow, WriteAnswer } from "../journal/journal-rows.ts";
import { NOT_SENT, outcomeOfRefusal, toLookupResult } from "./action-outcomes.ts";
import { compareWithJournal, judgeInstruction, type Lookup, refused } from "./operator-decision.ts";

const LIST_DEADLINE_MS = 5_000;

/** Records the outcomes of actions, and finds the outcomes of actions whose replies were lost. */
export class Reconciler {
  readonly #parts: AccountParts;
  /** References of actions whose replies this instance still awaits. */
  readonly #awaited = new Set<string>();
  /** The last write to the operator's list, which may still be running. */
  #listing: Promise<unknown> = Promise.resolve();

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Suspends lookups of an action while this instance awaits the action's reply. */
  await(reference: string): void {
    this.#awaited.add(reference);
  }

  /**
   * Records the billing system's reply.
   * @returns the action in its new state; `null` if its key was released
   */
  settle({ key, reference, entryId }: JournalRow, answer: WriteAnswer): JournalRow | null {
    const { journal, account, storage } = this.#parts;
    this.#awaited.delete(reference);
    const before = journal.get(key);
    storage.inTransaction(() => {
      const row = journal.apply(key, reference, { type: "answered", answer, at: account.now() });
      if (row === null && answer.kind === "refused") this.closeRefused(entryId, answer.problem);
      if (row) this.#closeEntry(row);
    });
    if (before?.reference === reference && awaitsOperator(before)) this.#list(before);
    this.#changed();
    return journal.get(key);
  }

  /**
   * Looks up the outcome of an action in the billing system, and records it.
   * @param runId the id for log lines if the action's log entry, which contains the request id, was deleted
   */
  async lookUp(row: JournalRow, runId: string): Promise<void> {
    const { key, reference } = row;
    const { journal, account } = this.#parts;
    if (this.#awaited.has(reference)) {
      journal.apply(key, reference, { type: "answered", answer: { kind: "unknown" }, at: account.now() });
      return;
    }
    this.#record(row, await this.#ask(row, runId));
  }

  /**
   * Applies the operator's decision about an action, unless a lookup in the billing system contradicts the decision.
   */
  async settleAsTold(instruction: SettleInstruction): Promise<SettleResult> {
    const { journal, account, storage } = this.#parts;
    const { reference, orderId, requestId } = instruction;
    const asked = journal.withReference(reference);
    if (!asked) return refused("unknown_reference").result;
    if (!awaitsOperator(asked)) return compareWithJournal(asked, instruction);
    if (orderId !== null && journal.hasOtherOutcome(orderId, reference)) return refused("order_taken").result;
    const lookup = await this.#ask(asked, requestId);
    // A final outcome in the billing system takes precedence. Otherwise the operator decides.
    if (lookup.found.kind === "done" || lookup.found.kind === "refused") this.#record(asked, lookup);
    const row = journal.withReference(reference);
    if (!row) return refused("unknown_reference").result;
    if (!awaitsOperator(row)) return compareWithJournal(row, instruction);
    const verdict = judgeInstruction(row, instruction, lookup);
    if ("result" in verdict) return verdict.result;
    const { decision } = verdict;
    const { isPastWindow } = lookup;
    storage.inTransaction(() => {
      const event = { type: "settled_by_operator", decision, isPastWindow, at: account.now() } as const;
      const next = journal.apply(row.key, reference, event);
      if (next) this.#closeEntry(next, SETTLED_BY_PROVIDER);
    });
    this.#list(row);
    this.#changed();
    return { state: "carried_out", reason: "settled", orderId: verdict.orderId };
  }

  async #ask(row: JournalRow, runId: string): Promise<Lookup> {
    const { reference, sentAt, accountId, loginId, entryId, operation } = row;
    const { auditLog, account } = this.#parts;
    const { now, timing } = account;
    // Check the window before the lookup. Otherwise, an action that arrives between the lookup and the check would be
    // missed.
    const isPastWindow = isPastDeliveryWindow({ sentAt }, now(), timing);
    const requestId = auditLog.requestIdOf(entryId) ?? runId;
    const lookup = account.lookUp({ accountId, loginId, requestId }, reference, sentWrite(row));
    const fields = { request_id: requestId, account: accountId, operation };
    const answer = await valueOrLogged("billing_unreachable", inTime(lookup, timing.lookupTimeoutMs), fields);
    return { found: toLookupResult(answer, operation), isPastWindow };
  }

  #record({ key, reference }: JournalRow, { found, isPastWindow }: Lookup): void {
    const { journal, account, storage } = this.#parts;
    // `key` and `reference` come from a row that was read before the lookup. The action may have been settled since
    // then.
    const before = journal.withReference(reference);
    storage.inTransaction(() => {
      const event = { type: "looked_up", found, isPastWindow, at: account.now() } as const;
      const next = journal.apply(key, reference, event);
      if (next) this.#closeEntry(next);
      if (before && next && awaitsOperator(before) && next.state !== before.state) this.#list(before);
    });
    this.#changed();
  }

  alertOperator(): void {
    const { journal, auditLog, account } = this.#parts;
    const now = account.now();
    for (const row of journal.alertsDue(now)) {
      logStuck(row, auditLog.requestIdOf(row.entryId));
      journal.apply(row.key, row.reference, { type: "alerted", at: now });
      // Each alert also writes the list entry again, in case an earlier write failed.
      this.#list(row);
    }
  }

  /** Updates an action on the operator's list. Writes run one after another, so that the latest state prevails. */
  #list({ key, reference, accountId, operation }: JournalRow): void {
    const { journal, account, state: object } = this.#parts;
    const write = () => {
      const row = journal.get(key);
      if (row?.reference !== reference || !awaitsOperator(row))
        return account.stuckWrites.remove({ accountId, reference });
      const { loginId, target, state, stuckReason: reason, sentAt } = row;
      const at = account.now();
      const action = { accountId, reference, loginId, operation, target, state, reason, sentAt, at };
      return account.stuckWrites.put(action);
    };
    const fields = { account: accountId, operation, reference };
    this.#listing = this.#listing.then(() =>
      logFailure("stuck_action_not_listed", inTime(write(), LIST_DEADLINE_MS), fields),
    );
    object.waitUntil(this.#listing);
  }

  /**
   * Closes the log entry of a refused action. If the refusal ends the connection, the connection's log records it
   * instead.
   */
  closeRefused(entryId: string, problem: CommandRefusal): void {
    const { auditLog } = this.#parts;
    if (problem.code === "access_lost") auditLog.remove(entryId);
    else auditLog.close(entryId, outcomeOfRefusal(problem));
  }

  /** Updates the alarm and the queue after the journal has changed. */
  #changed(): void {
    const { storage, queue } = this.#parts;
    storage.arm();
    queue.next();
  }

  /** Releases the key of an order that will not be sent, and closes its log entry. */
  release({ key, reference, entryId }: JournalRow): void {
    const { journal, auditLog, storage } = this.#parts;
    storage.inTransaction(() => {
      journal.apply(key, reference, { type: "withdrawn" });
      auditLog.close(entryId, NOT_SENT);
    });
  }

  /**
   * Releases the keys that an earlier instance of the object reserved without sending anything. Also closes the log
   * entries that the earlier instance left open, except those of unsettled actions.
   * @returns whether a key was released or an entry was closed
   */
  releaseReserved(): boolean {
    const { journal, auditLog } = this.#parts;
    const reserved = journal.reserved();
    for (const row of reserved) this.release(row);
    const awaited = journal.openEntries();
    const left = auditLog.openEntryIds().filter((id) => !awaited.includes(id));
    for (const id of left) auditLog.close(id, NOT_SENT);
    return reserved.length + left.length > 0;
  }

  /**
   * Closes the log entry of an action.
   * @param code the entry's code if the operator decided the outcome
   */
  #closeEntry(row: JournalRow, code: string | null = null): void {
    const { auditLog, account, state: object } = this.#parts;
    const { state, entryId, operation, target, problem } = row;
    switch (state) {
      case "DONE": {
        const requestId = auditLog.close(entryId, { outcome: "succeeded", status: 201, code });
        object.waitUntil(account.done(operation, target, requestId ?? undefined));
        return;
      }
      case "FAILED":
        if (problem) auditLog.close(entryId, outcomeOfRefusal(problem));
        return;
      case "NOT_PLACED":
        auditLog.close(entryId, { outcome: "refused", status: 409, code: code ?? "refused" });
        return;
      case "RESERVED":
      case "SENDING":
      case "PLACED":
      case "STUCK":
        return;
    }
  }
}

/**
 * Logs a stuck action.
 * @param requestId the id of the request that sent the action; `null` if its log entry was deleted
 */
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
