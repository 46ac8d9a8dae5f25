import { DurableObject } from "cloudflare:workers";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import { ORDER_POLICY } from "../../shared/account-access/rate-policies.ts";
import type { HourlyLimit } from "../../shared/api/definition/operation.ts";
import { StoreHeldError } from "../../shared/holds/holds.ts";
import { type CarriedRestore, type CarriedState, ObjectHold } from "../../shared/holds/object-hold.ts";
import { PointInTime, type RecoveryResult, restartSoon } from "../../shared/holds/point-in-time.ts";
import type { ShownRow } from "../../shared/operator-contract/answers.ts";
import { log } from "../../shared/platform/log.ts";
import { type RateLimitResult, SlidingLog } from "../../shared/platform/rate-limit.ts";
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
import type { ApprovalView } from "./approvals/approval-port.ts";
import { Approvals } from "./approvals/approvals.ts";
import { AuditLog } from "./audit-log.ts";
import { type Collaborators, Command } from "./commands/command.ts";
import { CommandQueue } from "./commands/command-queue.ts";
import { nextDue } from "./due-times.ts";
import { FormerAccount } from "./former-account.ts";
import { JournalRows } from "./journal/journal-rows.ts";
import type {
  AccountExportTable,
  DoneWrite,
  ErasedEntries,
  ExportedEntries,
  JournalEntry,
  LoggedWrite,
  OperatorFilter,
} from "./operator/operator-port.ts";
import { OperatorView } from "./operator/operator-view.ts";
import { carriedFrom, mergeCarried } from "./outcomes/carried-journal.ts";
import { Reconciler } from "./outcomes/reconciler.ts";

/** The object of one account: runs its commands one at a time and once per idempotency key. */
export class AccountObject<Bindings = unknown> extends DurableObject<Bindings> implements AccountPort {
  readonly #dependencies: AccountDependencies;
  readonly #now: () => number;
  readonly #parts: Collaborators;
  readonly #hold: ObjectHold;
  readonly #operatorView: OperatorView;
  readonly #pointInTime: PointInTime;
  readonly #formerAccount: FormerAccount;
  /** When the alarm rings as it was set last, epoch milliseconds; null where none is known to be set. */
  #alarmAt: number | null = null;
  /** When an alarm last began to run in this instance, epoch milliseconds. */
  #alarmBegunAt = 0;

  constructor(state: DurableObjectState, bindings: Bindings, account: AccountDependencies) {
    super(state, bindings);
    const { sql } = state.storage;
    for (const table of [JournalRows, AuditLog]) table.createTable(sql);
    const journal = new JournalRows(sql, account.timing);
    const auditLog = new AuditLog(sql);
    const arm = () => this.#arm();
    const inTransaction: Collaborators["inTransaction"] = (write) => {
      this.#formerAccount.keep();
      return state.storage.transactionSync(write);
    };
    const inBackground = (work: Promise<unknown>) => state.waitUntil(work);
    const queue = new CommandQueue((resources) => journal.hasUnknownOutcomeOn(resources));
    const onChange = () => {
      arm();
      queue.next();
    };
    const kept = { journal, auditLog, account, inTransaction, inBackground };
    this.#dependencies = account;
    this.#hold = new ObjectHold(state.storage);
    this.#now = account.now;
    this.#parts = {
      ...kept,
      queue,
      reconciler: new Reconciler({ ...kept, onChange }),
      approvals: new Approvals({ sql, auditLog, account, inBackground, onChange: arm }),
      hold: this.#hold,
      arm,
      rearm: () => this.#rearm(),
      rate: (limit) => this.#rate(limit),
      inFlightKeys: new Map(),
      running: { key: null },
    };
    this.#operatorView = new OperatorView(sql);
    this.#pointInTime = new PointInTime(state.storage, restartSoon(state));
    this.#formerAccount = new FormerAccount(state.storage, account);
    // Nothing else may ever wake the object to delete their entries.
    if (this.#parts.reconciler.releaseReserved()) this.#arm();
    else this.#rearm();
  }

  act(request: CommandRequest): Promise<CommandReply> {
    return new Command(request, this.#parts).reply();
  }

  async hour(limit: HourlyLimit): Promise<RateLimitResult> {
    return this.#rate(limit);
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
    // In one tick, so that no action begins in between.
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

  async decideApproval(...decided: Parameters<AccountPort["decideApproval"]>): Promise<ApprovalView | null> {
    this.#refuseDuringRestore();
    return this.#parts.approvals.decide(...decided);
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
    this.#arm();
  }

  async carry(restore: string, instant: number | null): Promise<CarriedState> {
    return this.#hold.carry(restore, () => carriedFrom(this.ctx.storage.sql, instant));
  }

  async merge(carried: Pick<CarriedRestore, "id" | "state">): Promise<boolean> {
    return this.#hold.merge(carried, ({ tables }) => {
      this.#formerAccount.keep();
      mergeCarried(this.ctx.storage.sql, tables);
    });
  }

  /** It retries itself: the runtime drops a failing alarm. */
  override async alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    this.#alarmAt = null;
    this.#alarmBegunAt = this.#now();
    if (this.#formerAccount.isFormer) return this.#formerAccount.deleteWhenDue();
    if (this.#hold.isHeld) return this.#setAlarm(this.#now() + this.#dependencies.timing.alarmRetryMs);
    try {
      await this.#runDue(runId);
      if (this.#nextDue() === null) this.#formerAccount.forget();
      else this.#arm();
    } catch (cause) {
      log("account_alarm", { request_id: runId, cause });
      this.#setAlarm(this.#now() + this.#dependencies.timing.alarmRetryMs);
    }
  }

  /** Looks up unknown outcomes, alerts the operator and expires old rows. */
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

  /** What is written now would be lost. */
  #refuseDuringRestore(): void {
    if (this.#hold.isBeingRestored) throw new StoreHeldError("the account is being restored");
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
    return nextDue(this.ctx.storage.sql, this.#dependencies.timing);
  }

  /** What is left of an hourly limit; an action counts from when it is sent. */
  #rate(limit: HourlyLimit): RateLimitResult {
    const { journal, auditLog } = this.#parts;
    const now = this.#now();
    const policy = limit === "orders" ? ORDER_POLICY : this.#dependencies.settingPolicy;
    const from = now - policy.windowSeconds * 1000;
    const instants = limit === "orders" ? journal.sentAfter(from) : auditLog.settingsAfter(from);
    return new SlidingLog(instants).look(policy, now);
  }

  #setAlarm(at: number): void {
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}
