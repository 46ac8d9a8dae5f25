import { DurableObject } from "cloudflare:workers";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import type { HourlyLimit } from "../../shared/api/definition/operation.ts";
import type { EventPage } from "../../shared/billing-contract/events.ts";
import { StoreHeldError } from "../../shared/holds/holds.ts";
import { type CarriedRestore, type CarriedState, ObjectHold } from "../../shared/holds/object-hold.ts";
import { PointInTime, type RecoveryResult, restartSoon } from "../../shared/holds/point-in-time.ts";
import type { ShownRow } from "../../shared/operator-contract/answers.ts";
import { log } from "../../shared/platform/log.ts";
import type { RateLimitResult } from "../../shared/platform/rate-limit.ts";
import type { AccountDependencies } from "./account-dependencies.ts";
import type {
  AccountLogEntry,
  AccountPort,
  CommandReply,
  CommandRequest,
  EntryFilter,
  SettleInstruction,
  SettleResult,
} from "./account-port.ts";
import { AccountStorage } from "./account-storage.ts";
import type { ApprovalDecided, ApprovalView } from "./approvals/approval-port.ts";
import { Approvals } from "./approvals/approvals.ts";
import { AuditLog } from "./audit-log.ts";
import { carriedFrom, mergeCarried } from "./carried-rows.ts";
import { Command } from "./commands/command.ts";
import { type CommandParts, hourlyRate } from "./commands/command-parts.ts";
import { CommandQueue } from "./commands/command-queue.ts";
import { JournalRows } from "./journal/journal-rows.ts";
import type {
  AccountExportTable,
  DoneWrite,
  ErasedEntries,
  ExportedEntries,
  JournalEntry,
  LoggedWrite,
  OperatorFilter,
} from "./operator/operator-view.ts";
import { OperatorView } from "./operator/operator-view.ts";
import { Reconciler } from "./outcomes/reconciler.ts";

/** The Durable Object of one account. It runs commands one at a time, and at most once per idempotency key. */
export class AccountObject<Bindings = unknown> extends DurableObject<Bindings> implements AccountPort {
  readonly #dependencies: AccountDependencies;
  readonly #now: () => number;
  readonly #parts: CommandParts;
  readonly #hold: ObjectHold;
  readonly #operatorView: OperatorView;
  readonly #pointInTime: PointInTime;
  readonly #storage: AccountStorage;

  constructor(state: DurableObjectState, bindings: Bindings, account: AccountDependencies) {
    super(state, bindings);
    const { sql } = state.storage;
    for (const table of [JournalRows, AuditLog]) table.createTable(sql);
    const journal = new JournalRows(sql, account.timing);
    const queue = new CommandQueue(journal);
    const storage = new AccountStorage(state.storage, account);
    const hold = new ObjectHold(state.storage);
    const kept = { journal, auditLog: new AuditLog(sql), account, storage, state, queue };
    this.#dependencies = account;
    this.#hold = hold;
    this.#now = account.now;
    this.#parts = {
      ...{ ...kept, hold },
      reconciler: new Reconciler(kept),
      approvals: new Approvals(sql, kept),
      inFlightKeys: new Map(),
      running: { key: null },
    };
    this.#operatorView = new OperatorView(sql);
    this.#pointInTime = new PointInTime(state.storage, restartSoon(state));
    this.#storage = storage;
    // An earlier instance may have left reserved keys. No alarm releases them, so release them here.
    if (this.#parts.reconciler.releaseReserved()) storage.arm();
    else storage.rearm();
  }

  act(request: CommandRequest): Promise<CommandReply> {
    return new Command(request, this.#parts).reply();
  }

  async hour(limit: HourlyLimit): Promise<RateLimitResult> {
    return hourlyRate(this.#parts, limit);
  }

  async entries(filter: EntryFilter, before: LogKey | null, limit: number): Promise<AccountLogEntry[]> {
    const entries = this.#parts.auditLog.entriesBefore(filter, before, limit, this.#now());
    const outcomes = this.#parts.approvals.outcomesOf(entries.map(({ id }) => id));
    return entries.map((entry) => ({ ...entry, approval: outcomes.get(entry.id) ?? null }));
  }

  async settle(instruction: SettleInstruction): Promise<SettleResult> {
    if (this.#hold.isHeld) return { state: "unanswered" };
    return this.#parts.reconciler.settleAsTold(instruction);
  }

  async journalEntries(): Promise<JournalEntry[]> {
    return this.#operatorView.journal();
  }

  async doneSince(instant: number): Promise<DoneWrite[]> {
    return this.#operatorView.doneSince(instant);
  }

  async openActions(entries: ErasedEntries): Promise<number> {
    return this.#operatorView.openActions(entries);
  }

  async loggedActions(filter: OperatorFilter): Promise<LoggedWrite[]> {
    return this.#operatorView.actions(filter);
  }

  async exportRows(table: AccountExportTable, entries: ExportedEntries): Promise<ShownRow[]> {
    return this.#operatorView.exported(table, entries);
  }

  async erase(entries: ErasedEntries): Promise<number> {
    this.#refuseDuringRestore();
    // Count and erase in one tick, so that no action can begin in between.
    const open = this.#operatorView.openActions(entries);
    const keysSettledBy = this.#now() - this.#dependencies.timing.retentionMs;
    if (open === 0) this.ctx.storage.transactionSync(() => this.#operatorView.erase(entries, keysSettledBy));
    return open;
  }

  async approval(id: string, loginId: number): Promise<ApprovalView | null> {
    return this.#parts.approvals.read(id, loginId);
  }

  async approvals(connectionId: string): Promise<ApprovalView[]> {
    return this.#parts.approvals.open(connectionId);
  }

  async undecidedApprovals(loginId: number): Promise<ApprovalView[]> {
    return this.#parts.approvals.undecided(loginId);
  }

  async decideApproval(...decided: Parameters<AccountPort["decideApproval"]>): Promise<ApprovalView | null> {
    this.#refuseDuringRestore();
    return this.#parts.approvals.decide(...decided);
  }

  async approvalDecisions(...asked: Parameters<AccountPort["approvalDecisions"]>): Promise<EventPage<ApprovalDecided>> {
    return this.#parts.approvals.decisions(...asked);
  }

  async voidApprovals(connectionId: string): Promise<void> {
    this.#refuseDuringRestore();
    this.#parts.approvals.void(connectionId);
  }

  bookmarkAt(instant: number | null): Promise<RecoveryResult> {
    return this.#pointInTime.bookmarkAt(instant);
  }

  restoreTo(bookmark: string): Promise<RecoveryResult> {
    return this.#pointInTime.restoreTo(bookmark);
  }

  async hold(): Promise<void> {
    this.#hold.hold();
  }

  async resume(): Promise<void> {
    this.#hold.resume();
    this.#storage.arm();
  }

  async carry(restore: string, instant: number | null): Promise<CarriedState> {
    return this.#hold.carry(restore, () => carriedFrom(this.ctx.storage.sql, instant));
  }

  async merge(carried: Pick<CarriedRestore, "id" | "state">): Promise<boolean> {
    return this.#hold.merge(carried, ({ tables }) => {
      this.#storage.keepBillingSystem();
      mergeCarried(this.ctx.storage.sql, tables);
    });
  }

  /**
   * Runs due work. After a failure this handler sets its own retry, because the runtime drops an alarm that keeps
   * failing.
   */
  override async alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    this.#storage.beginAlarm();
    if (this.#storage.isFormer) return this.#storage.deleteWhenDue();
    if (this.#hold.isHeld) return this.#storage.retryAlarm();
    try {
      await this.#runDue(runId);
      if (!this.#storage.arm()) this.#storage.forget();
    } catch (cause) {
      log("account_alarm", { request_id: runId, cause });
      this.#storage.retryAlarm();
    }
  }

  /** Looks up unknown outcomes, alerts the operator, expires old rows and sends due e-mails. */
  async #runDue(runId: string): Promise<void> {
    for (const row of this.#parts.journal.overdue(this.#now())) await this.#parts.reconciler.lookUp(row, runId);
    this.#parts.reconciler.alertOperator();
    const now = this.#now();
    for (const { key, reference } of this.#parts.journal.settledBefore(now - this.#dependencies.timing.retentionMs)) {
      this.#parts.journal.apply(key, reference, { type: "aged", at: now });
    }
    this.#parts.auditLog.prune(now);
    this.#parts.approvals.prune();
    this.#parts.approvals.sendMails(runId);
  }

  /** Throws during a restore, because the restore would undo the write. */
  #refuseDuringRestore(): void {
    if (this.#hold.isBeingRestored) throw new StoreHeldError("the account is being restored");
  }
}
