import { DurableObject } from "cloudflare:workers";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import type { HourlyLimit } from "../../shared/api/definition/operation.ts";
import { PointInTime, type RecoveryResult, restartSoon } from "../../shared/generations/point-in-time.ts";
import type { ShownRow } from "../../shared/operator-contract/answers.ts";
import { log } from "../../shared/platform/log.ts";
import type { RateLimitResult } from "../../shared/platform/sliding-log.ts";
import type { AccountDependencies } from "./account-dependencies.ts";
import type {
  AccountPort,
  ActionEntry,
  ActionRequest,
  ActionResponse,
  EntryFilter,
  SettleInstruction,
  SettleResult,
} from "./account-port.ts";
import { ActionLog } from "./action-log.ts";
import type { ApprovalView } from "./approvals/approval-port.ts";
import { Approvals } from "./approvals/approvals.ts";
import { ActionResponses } from "./commands/action-responses.ts";
import { CommandQueue } from "./commands/command-queue.ts";
import { CommandRunner } from "./commands/command-runner.ts";
import type { CommandDependencies } from "./commands/command-steps.ts";
import { FormerAccount } from "./former-account.ts";
import { JournalRows } from "./journal/journal-rows.ts";
import type {
  AccountExportTable,
  ErasedEntries,
  ExportedEntries,
  JournalEntry,
  LoggedAction,
  OperatorFilter,
} from "./operator/operator-port.ts";
import { OperatorView } from "./operator/operator-view.ts";
import { ActionReconciler } from "./outcomes/action-reconciler.ts";
import { AccountGeneration } from "./recovery/account-generation.ts";
import { recoverActions } from "./recovery/recover-actions.ts";

/** The object of one account: runs its commands one at a time and once per idempotency key. */
export class AccountObject<Bindings = unknown> extends DurableObject<Bindings> implements AccountPort {
  readonly #dependencies: AccountDependencies;
  readonly #now: () => number;
  readonly #journal: JournalRows;
  readonly #actionLog: ActionLog;
  readonly #approvals: Approvals;
  readonly #generation: AccountGeneration;
  readonly #reconciler: ActionReconciler;
  readonly #responses: ActionResponses;
  readonly #commands: CommandRunner;
  readonly #operatorView: OperatorView;
  readonly #pointInTime: PointInTime;
  readonly #formerAccount: FormerAccount;
  /** When the alarm rings as it was set last, epoch milliseconds; null where none is known to be set. */
  #alarmAt: number | null = null;
  /** When an alarm last began to run in this instance, epoch milliseconds. */
  #alarmBegunAt = 0;

  constructor(state: DurableObjectState, bindings: Bindings, account: AccountDependencies) {
    super(state, bindings);
    const { sql, kv } = state.storage;
    for (const table of [JournalRows, ActionLog]) table.createTable(sql);
    const journal = new JournalRows(sql, account.timing);
    const actionLog = new ActionLog(sql);
    const arm = () => this.#arm();
    const rearm = () => this.#rearm();
    const inTransaction: CommandDependencies["inTransaction"] = (write) => state.storage.transactionSync(write);
    const inBackground = (work: Promise<unknown>) => state.waitUntil(work);
    const approvals = new Approvals({ sql, actionLog, account, inBackground, onChange: arm });
    const generation = new AccountGeneration({ kv, ...account });
    const queue = new CommandQueue((resources) => journal.hasUnknownOutcomeOn(resources));
    const onChange = () => {
      arm();
      queue.next();
    };
    const kept = { journal, actionLog, account, inTransaction, inBackground };
    const reconciler = new ActionReconciler({ ...kept, onChange });
    const responses = new ActionResponses({ journal, actionLog, account });
    this.#dependencies = account;
    this.#now = account.now;
    this.#journal = journal;
    this.#actionLog = actionLog;
    this.#approvals = approvals;
    this.#generation = generation;
    this.#reconciler = reconciler;
    this.#responses = responses;
    this.#commands = new CommandRunner({ ...kept, approvals, generation, reconciler, responses, arm, rearm }, queue);
    this.#operatorView = new OperatorView(sql);
    this.#pointInTime = new PointInTime(state.storage, restartSoon(state));
    this.#formerAccount = new FormerAccount(state.storage, account);
    reconciler.releaseReserved();
    rearm();
  }

  act(actionRequest: ActionRequest): Promise<ActionResponse> {
    this.#formerAccount.keep();
    return this.#commands.act(actionRequest);
  }

  async hour(limit: HourlyLimit): Promise<RateLimitResult> {
    return this.#responses.rate(limit);
  }

  async entries(filter: EntryFilter, before: LogKey | null, limit: number): Promise<ActionEntry[]> {
    const entries = this.#actionLog.entriesBefore(filter, before, limit, this.#now());
    const outcomes = this.#approvals.outcomesOf(entries.map(({ id }) => id));
    return entries.map((entry) => ({ ...entry, approval: outcomes.get(entry.id) ?? null }));
  }

  async settle(instruction: SettleInstruction): Promise<SettleResult> {
    const row = this.#journal.withReference(instruction.reference);
    if (row && (await this.#generation.isHeld(row.accountId, instruction.requestId))) return { state: "unanswered" };
    return this.#reconciler.settleAsTold(instruction);
  }

  async journalEntries(): Promise<JournalEntry[]> {
    return this.#operatorView.journal();
  }

  async openActions(entries: ErasedEntries): Promise<number> {
    return this.#operatorView.openActions(entries);
  }

  async loggedActions(filter: OperatorFilter): Promise<LoggedAction[]> {
    return this.#operatorView.actions(filter);
  }

  async exportRows(table: AccountExportTable, entries: ExportedEntries): Promise<ShownRow[]> {
    return this.#operatorView.exported(table, entries);
  }

  async erase(entries: ErasedEntries): Promise<number> {
    // In one tick, so that no action begins in between.
    const open = this.#operatorView.openActions(entries);
    const keysSettledBy = this.#now() - this.#dependencies.timing.retentionMs;
    if (open === 0) this.ctx.storage.transactionSync(() => this.#operatorView.erase(entries, keysSettledBy));
    return open;
  }

  async acceptRestore(accountId: number): Promise<number> {
    const { retentionMs, stuckAfterMs } = this.#dependencies.timing;
    const sent = await this.#generation.sentAfter(accountId, this.#now() - retentionMs - stuckAfterMs);
    const recovered = recoverActions(sent, {
      journal: this.#journal,
      actionLog: this.#actionLog,
      approvals: this.#approvals,
      now: this.#now,
      inTransaction: (write) => this.ctx.storage.transactionSync(write),
    });
    this.#arm();
    await this.#generation.accept(accountId);
    return recovered;
  }

  async approval(id: string, loginId: number): Promise<ApprovalView | null> {
    return this.#approvals.read(id, loginId);
  }

  async approvals(connectionId: string): Promise<ApprovalView[]> {
    return this.#approvals.open(connectionId);
  }

  async decideApproval(...decided: Parameters<AccountPort["decideApproval"]>): Promise<ApprovalView | null> {
    return this.#approvals.decide(...decided);
  }

  async voidApprovals(connectionId: string): Promise<void> {
    this.#approvals.void(connectionId);
  }

  bookmarkAt(instant: number | null): Promise<RecoveryResult> {
    return this.#pointInTime.bookmarkAt(instant);
  }

  restoreTo(bookmark: string): Promise<RecoveryResult> {
    return this.#pointInTime.restoreTo(bookmark);
  }

  async holdRestored(): Promise<void> {
    this.#generation.hold();
  }

  /** It retries itself: the runtime drops a failing alarm. */
  override async alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    this.#alarmAt = null;
    this.#alarmBegunAt = this.#now();
    if (this.#formerAccount.isFormer) return this.#formerAccount.deleteWhenDue();
    try {
      await this.#runDue(runId);
      this.#arm();
    } catch (cause) {
      log("account_alarm", { request_id: runId, cause });
      this.#setAlarm(this.#now() + this.#dependencies.timing.alarmRetryMs);
    }
  }

  /** Looks up unknown outcomes, alerts the operator and expires old rows. */
  async #runDue(runId: string): Promise<void> {
    for (const row of this.#journal.overdue(this.#now())) await this.#reconciler.lookUp(row, runId);
    this.#reconciler.alertOperator();
    const now = this.#now();
    for (const { key, reference } of this.#journal.settledBefore(now - this.#dependencies.timing.retentionMs)) {
      this.#journal.apply(key, reference, { type: "aged", at: now });
    }
    this.#actionLog.prune(now);
    this.#approvals.prune();
    this.#approvals.sendMails(runId);
  }

  /** An alarm that rings earlier than it must is left: it finds nothing to do, and is set anew. */
  #arm(): void {
    const due = this.#nextDue();
    if (due === null) return;
    const ringsInTime = this.#alarmAt !== null && this.#alarmAt > this.#now() && this.#alarmAt <= due;
    if (!ringsInTime) this.#setAlarm(due);
  }

  /**
   * Sets the alarm again where it was lost: the runtime gives one up that fails before it can set the next. One that was set again,
   * or runs, is left for as long: each setting is a write, and no lookup is sent before a write is durable.
   */
  #rearm(): void {
    const due = this.#nextDue();
    if (due === null) return;
    const awaitedAt = Math.max(due, this.#alarmAt ?? 0, this.#alarmBegunAt);
    const now = this.#now();
    if (awaitedAt + this.#dependencies.timing.alarmRetryMs < now) this.#setAlarm(now);
  }

  #nextDue(): number | null {
    const tables = [this.#journal, this.#actionLog, this.#approvals];
    const dues = tables.map((table) => table.nextDue()).filter((at) => at !== null);
    return dues.length > 0 ? Math.min(...dues) : null;
  }

  #setAlarm(at: number): void {
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}
