import { DurableObject } from "cloudflare:workers";
import { asksOf } from "../../shared/account-access/asks.ts";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import { ORDER_POLICY } from "../../shared/account-access/rate-policies.ts";
import type { HourlyLimit } from "../../shared/api/definition/operation.ts";
import type { SentRecord } from "../../shared/generations/generation-register.ts";
import { PointInTime, type RecoveryResult, restartSoon } from "../../shared/generations/point-in-time.ts";
import { inTime } from "../../shared/platform/deadline.ts";
import { log, valueOrLogged } from "../../shared/platform/log.ts";
import { type RateLimitResult, SlidingLog } from "../../shared/platform/sliding-log.ts";
import { answerTimeoutOf, lockedResources } from "./account-command.ts";
import type { AccountDependencies, Preparation } from "./account-dependencies.ts";
import { AccountGeneration, type NotSendable } from "./account-generation.ts";
import type {
  AccountOfInstallation,
  AccountPort,
  ActionEntry,
  ActionReply,
  ActionRequest,
  ActionResponse,
  CommandRefusal,
  EntryFilter,
  IdempotencyKey,
  SettleInstruction,
  SettleResult,
} from "./account-port.ts";
import { ActionLog } from "./action-log.ts";
import { outcomeOfRefusal, replyFrom, toAnswer } from "./action-outcomes.ts";
import { ActionReconciler } from "./action-reconciler.ts";
import { contentOf, fieldsOf, limitOf, queryOf } from "./action-request.ts";
import type { ApprovalView } from "./approvals/approval-port.ts";
import { Approvals } from "./approvals/approvals.ts";
import { CommandQueue } from "./command-queue.ts";
import { type CommandAnswer, type JournalRow, JournalRows } from "./journal-rows.ts";
import type { AccountExport, JournalEntry, LoggedAction, OperatorFilter } from "./operator-port.ts";
import { OperatorView } from "./operator-view.ts";
import { recoverActions } from "./recover-actions.ts";

/** Longest wait in the command queue. */
const MAX_WAIT_MS = 10_000;
/** Delay of the next alarm after one that failed. */
const RETRY_MS = 60_000;
/** Of a key that the object has forgotten: until the operator has looked. */
const FORGOTTEN_RETRY_S = 300;
const BILLING_UNAVAILABLE: CommandRefusal = { code: "billing_unavailable", retryAfter: 5 };
/** Of what waits until the operator has looked. */
const HELD: CommandRefusal = { code: "changes_held", retryAfter: 60 };

/** The object of one account: runs its commands one at a time and once per idempotency key. */
export class AccountObject<Bindings = unknown> extends DurableObject<Bindings> implements AccountPort {
  readonly #dependencies: AccountDependencies;
  readonly #now: () => number;
  readonly #journal: JournalRows;
  readonly #actionLog: ActionLog;
  readonly #approvals: Approvals;
  readonly #generation: AccountGeneration;
  readonly #queue: CommandQueue;
  /** Fingerprints of the requests that wait in the queue, by key. */
  readonly #inFlightKeys = new Map<string, string>();
  readonly #reconciler: ActionReconciler;
  readonly #operatorView: OperatorView;

  readonly #pointInTime: PointInTime;

  constructor(state: DurableObjectState, bindings: Bindings, dependencies: AccountDependencies) {
    super(state, bindings);
    this.#pointInTime = new PointInTime(state.storage, restartSoon(state));
    const { sql } = state.storage;
    this.#dependencies = dependencies;
    this.#now = dependencies.now;
    this.#journal = new JournalRows(sql, dependencies.timing);
    this.#operatorView = new OperatorView(sql);
    this.#actionLog = new ActionLog(sql);
    for (const table of [JournalRows, ActionLog]) table.createTable(sql);
    const inBackground = (work: Promise<unknown>) => state.waitUntil(work);
    this.#approvals = new Approvals({ sql, account: dependencies, inBackground, onChange: () => this.#arm() });
    this.#generation = new AccountGeneration({ kv: state.storage.kv, ...dependencies });
    this.#queue = new CommandQueue((resources) => this.#journal.hasUnknownOutcomeOn(resources));
    this.#reconciler = new ActionReconciler({
      journal: this.#journal,
      actionLog: this.#actionLog,
      account: dependencies,
      inTransaction: (write) => state.storage.transactionSync(write),
      inBackground,
      settled: (reference, row) => this.#approvals.settled(reference, row),
      onChange: () => {
        this.#arm();
        this.#queue.next();
      },
    });
    this.#reconciler.releaseReserved();
  }

  async act(actionRequest: ActionRequest): Promise<ActionResponse> {
    const { key, waited = 0 } = actionRequest;
    const admittedAt = this.#now() - waited;
    const known = key && this.#replyUnder(key);
    if (known) return known;
    if (this.#rate(limitOf(actionRequest)).remaining === 0)
      return this.#unrecorded({ outcome: "too_many" }, actionRequest);
    if (key) this.#inFlightKeys.set(key.id, key.fingerprint);
    try {
      if (!(await this.#queue.acquire(lockedResources(actionRequest.command), MAX_WAIT_MS)))
        return this.#unrecorded({ outcome: "busy" }, actionRequest);
    } finally {
      if (key) this.#inFlightKeys.delete(key.id);
    }
    try {
      if (this.#rate(limitOf(actionRequest)).remaining === 0)
        return this.#unrecorded({ outcome: "too_many" }, actionRequest);
      if (!key) return await this.#set(actionRequest, admittedAt);
      return await this.#order(actionRequest, key, admittedAt);
    } finally {
      this.#queue.release();
    }
  }

  async hour(limit: HourlyLimit): Promise<RateLimitResult> {
    return this.#rate(limit);
  }

  async entries(filter: EntryFilter, before: LogKey | null, limit: number): Promise<ActionEntry[]> {
    const entries = this.#actionLog.entriesBefore(filter, before, limit, this.#now());
    const outcomes = this.#approvals.outcomesOf(entries.map(({ id }) => id));
    return entries.map((entry) => ({ ...entry, approval: outcomes.get(entry.id) ?? null }));
  }

  async settle(instruction: SettleInstruction): Promise<SettleResult> {
    const row = this.#journal.withReference(instruction.reference);
    if (row && (await this.#generation.isHeld(row, instruction.requestId))) return { state: "unanswered" };
    return this.#reconciler.settleAsTold(instruction);
  }

  async journalEntries(): Promise<JournalEntry[]> {
    return this.#operatorView.journal();
  }

  async loggedActions(filter: OperatorFilter): Promise<LoggedAction[]> {
    return this.#operatorView.actions(filter);
  }

  async exportOf(loginId: number | null): Promise<AccountExport> {
    return this.#operatorView.exportOf(loginId);
  }

  async erase(loginId: number | null): Promise<number> {
    // In one tick, so that no action begins in between.
    const open = this.#operatorView.openActions(loginId);
    if (open === 0) this.ctx.storage.transactionSync(() => this.#operatorView.erase(loginId));
    return open;
  }

  async acceptRestore(account: AccountOfInstallation): Promise<number> {
    const { retentionMs, stuckAfterMs } = this.#dependencies.timing;
    const sent = await this.#generation.sentAfter(account, this.#now() - retentionMs - stuckAfterMs);
    const recovered = recoverActions(sent, {
      journal: this.#journal,
      actionLog: this.#actionLog,
      approvals: this.#approvals,
      now: this.#now,
      inTransaction: (write) => this.ctx.storage.transactionSync(write),
    });
    this.#arm();
    await this.#generation.accept(account);
    return recovered;
  }

  async approval(id: string, loginId: number): Promise<ApprovalView | null> {
    return this.#approvals.read(id, loginId);
  }

  async approvals(connectionId: string): Promise<ApprovalView[]> {
    return this.#approvals.open(connectionId);
  }

  decideApproval(...decided: Parameters<AccountPort["decideApproval"]>): Promise<ApprovalView | null> {
    return this.#approvals.decide(...decided);
  }

  voidApprovals(connectionId: string): Promise<void> {
    return this.#approvals.void(connectionId);
  }

  bookmarkAt(instant: number | null): Promise<RecoveryResult> {
    return this.#pointInTime.bookmarkAt(instant);
  }

  restoreTo(bookmark: string): Promise<RecoveryResult> {
    return this.#pointInTime.restoreTo(bookmark);
  }

  /** Looks up unknown outcomes, alerts the operator and expires old rows. It retries itself: the runtime drops a failing alarm. */
  override async alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    try {
      for (const row of this.#journal.overdue(this.#now())) await this.#reconciler.lookUp(row, runId);
      this.#reconciler.alertOperator();
      const now = this.#now();
      for (const { key, reference } of this.#journal.settledBefore(now - this.#dependencies.timing.retentionMs)) {
        this.#journal.apply(key, reference, { type: "aged", at: now });
      }
      this.#actionLog.prune(now);
      this.#approvals.prune();
      this.#approvals.sendMails(runId);
      this.#arm();
    } catch (cause) {
      log("account_alarm", { request_id: runId, cause });
      void this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
    }
  }

  /** The response under a key that is in use or in flight; null where the key is free. */
  #replyUnder({ id, fingerprint }: IdempotencyKey): ActionResponse | null {
    const inFlight = this.#inFlightKeys.get(id);
    const row = this.#rowOf(id);
    if (inFlight === undefined && !row) return null;
    const respond = (reply: ActionReply): ActionResponse => {
      const isReplayed = reply.outcome !== "in_progress" && reply.outcome !== "reused";
      return { ...reply, rate: this.#rate("orders"), isRecorded: false, isReplayed };
    };
    if ((inFlight ?? row?.fingerprint) !== fingerprint) return respond({ outcome: "reused" });
    return respond(row ? replyFrom(row, this.#now()) : { outcome: "in_progress", retryAfter: 1 });
  }

  /** The row of a key, unless it has expired. */
  #rowOf(key: string): JournalRow | null {
    const row = this.#journal.get(key);
    if (!row) return null;
    return this.#journal.apply(key, row.reference, { type: "aged", at: this.#now() }) === null ? null : row;
  }

  /** Runs a setting. It needs no key: it is idempotent, and a caller without an answer repeats it. */
  async #set(actionRequest: ActionRequest, admittedAt: number): Promise<ActionResponse> {
    const entryId = this.#actionLog.open(actionRequest, this.#now());
    this.#arm();
    const declined = this.#declined(actionRequest, entryId);
    if (declined) return this.#refuse(actionRequest, entryId, declined);
    const prepared = await this.#prepare(actionRequest, admittedAt);
    if ("refused" in prepared) return this.#refuse(actionRequest, entryId, prepared.refused);
    const notSendable = await this.#generation.refusal(actionRequest, null);
    if (notSendable) return this.#refuse(actionRequest, entryId, notSent(notSendable));
    // Approved and sent in one tick, as an order is.
    const unapproved = this.#approvals.claim(contentOf(actionRequest), prepared.approval, {
      entryId,
      reference: entryId,
    });
    if (unapproved) return this.#refuse(actionRequest, entryId, unapproved);
    const answering = prepared.ready({ ...queryOf(actionRequest), reference: entryId });
    const lateAnswer = toAnswer(answering, fieldsOf(actionRequest));
    const answer = await this.#answerInTime(lateAnswer, actionRequest);
    if (answer.kind === "unknown") {
      this.#actionLog.close(entryId, outcomeOfRefusal(BILLING_UNAVAILABLE));
      // A late answer still closes the log entry.
      this.ctx.waitUntil(lateAnswer.then((result) => this.#closeSetting(actionRequest, entryId, result)));
      return this.#recorded({ outcome: "refused", problem: BILLING_UNAVAILABLE }, "settings");
    }
    this.#closeSetting(actionRequest, entryId, answer);
    if (answer.kind === "refused") return this.#recorded({ outcome: "refused", problem: answer.problem }, "settings");
    return this.#recorded({ outcome: "done", value: answer.value }, "settings");
  }

  #declined(actionRequest: ActionRequest, entryId: string): CommandRefusal | null {
    return actionRequest.isDeclined ? this.#approvals.decline(contentOf(actionRequest), entryId) : null;
  }

  /** Closes the entry of a command that was not sent. The customer is told of what is asked. */
  #refuse(actionRequest: ActionRequest, entryId: string, problem: CommandRefusal): ActionResponse {
    const reply = this.#reconciler.closeRefused(entryId, problem);
    if (problem.code === "approval_needed") {
      this.#approvals.sendMails(actionRequest.requestId);
      this.#arm();
    }
    return this.#recorded(reply, limitOf(actionRequest));
  }

  #closeSetting({ command, target, requestId }: ActionRequest, entryId: string, answer: CommandAnswer): void {
    if (answer.kind === "unknown") return;
    if (answer.kind === "refused") {
      this.#reconciler.closeRefused(entryId, answer.problem);
      return;
    }
    this.#actionLog.close(entryId, { outcome: "succeeded", status: 200, code: null });
    this.ctx.waitUntil(this.#dependencies.done(command.name, target, requestId));
  }

  async #order(
    actionRequest: ActionRequest,
    { id: key, fingerprint }: IdempotencyKey,
    admittedAt: number,
  ): Promise<ActionResponse> {
    const { entryId, reference } = this.#reserve(actionRequest, key, fingerprint);
    const refuse = (problem: CommandRefusal) => {
      this.#journal.apply(key, reference, { type: "withdrawn" });
      return this.#refuse(actionRequest, entryId, problem);
    };
    const declined = this.#declined(actionRequest, entryId);
    if (declined) return refuse(declined);
    const prepared = await this.#prepare(actionRequest, admittedAt);
    if ("refused" in prepared) return refuse(prepared.refused);
    const notSendable = await this.#generation.refusal(actionRequest, this.#sentRecord(actionRequest, key, reference));
    if (notSendable === "forgotten") {
      this.#journal.apply(key, reference, { type: "withdrawn" });
      this.#actionLog.remove(entryId);
      return this.#unrecorded({ outcome: "in_progress", retryAfter: FORGOTTEN_RETRY_S }, actionRequest);
    }
    if (notSendable) return refuse(notSent(notSendable));

    // Written and sent in one tick: the output gate holds the call until the write is durable, and drops it if it never is.
    const claimed = this.ctx.storage.transactionSync(() => {
      const unapproved = this.#approvals.claim(contentOf(actionRequest), prepared.approval, { entryId, reference });
      return unapproved
        ? { unapproved }
        : { sent: this.#journal.apply(key, reference, { type: "sent", at: this.#now() }) };
    });
    if ("unapproved" in claimed) return refuse(claimed.unapproved);
    const { sent } = claimed;
    if (sent?.state !== "SENDING") return this.#recorded({ outcome: "in_progress", retryAfter: 1 }, "orders");
    this.#reconciler.await(reference);
    this.#arm();
    const answering = prepared.ready({ ...queryOf(actionRequest), reference });

    const lateAnswer = toAnswer(answering, fieldsOf(actionRequest));
    const answer = await this.#answerInTime(lateAnswer, actionRequest);
    if (answer.kind === "unknown") {
      // A late answer still settles the action.
      this.ctx.waitUntil(lateAnswer.then((result) => this.#reconciler.settle(sent, result)));
    }
    this.#reconciler.settle(sent, answer);
    if (answer.kind === "refused") return this.#recorded({ outcome: "refused", problem: answer.problem }, "orders");
    const row = this.#journal.get(key);
    const reply: ActionReply = row ? replyFrom(row, this.#now()) : { outcome: "unknown", retryAfter: 1 };
    return this.#recorded(reply.outcome === "in_progress" ? { ...reply, outcome: "unknown" } : reply, "orders");
  }

  #reserve(actionRequest: ActionRequest, key: string, fingerprint: string): { entryId: string; reference: string } {
    const { accountId, loginId, installation = "", command, target } = actionRequest;
    const now = this.#now();
    const reference = `${key.slice(0, 40)}.${now.toString(36)}`;
    return this.ctx.storage.transactionSync(() => {
      const entryId = this.#actionLog.open(actionRequest, now);
      const action = { operation: command.name, resources: lockedResources(command), target };
      this.#journal.reserve({ key, fingerprint, loginId, accountId, installation, entryId, reference, ...action });
      return { entryId, reference };
    });
  }

  /** What the register keeps of an action, as its own row of the journal will have it. */
  #sentRecord(actionRequest: ActionRequest, key: string, reference: string): SentRecord {
    const {
      accountId,
      loginId,
      installation = "",
      application,
      connectionId,
      command,
      target,
      via,
      requestId,
    } = actionRequest;
    const fingerprint = actionRequest.key?.fingerprint ?? "";
    const whose = { accountId, loginId, installation, application, connectionId };
    const what = { operation: command.name, resources: lockedResources(command), target, via, requestId };
    return { key, fingerprint, reference, ...whose, ...what, sentAt: this.#now() };
  }

  async #prepare(actionRequest: ActionRequest, admittedAt: number): Promise<Preparation> {
    const { prepare, timing } = this.#dependencies;
    try {
      return await inTime(
        prepare(actionRequest.command, queryOf(actionRequest), admittedAt, asksOf(actionRequest)),
        timing.preparationTimeoutMs,
      );
    } catch (cause) {
      log("action_not_prepared", { ...fieldsOf(actionRequest), cause });
      return { refused: BILLING_UNAVAILABLE };
    }
  }

  /** The answer, or `unknown` after the timeout. */
  async #answerInTime(answer: Promise<CommandAnswer>, actionRequest: ActionRequest): Promise<CommandAnswer> {
    const timeoutMs = answerTimeoutOf(actionRequest.command, this.#dependencies.timing.answerTimeoutMs);
    const inTimeAnswer = inTime(answer, timeoutMs);
    const fields = fieldsOf(actionRequest);
    return (await valueOrLogged("billing_unreachable", inTimeAnswer, fields)) ?? { kind: "unknown" };
  }

  /** The response to an action that has a log entry; one that ends the connection is recorded there. */
  #recorded(reply: ActionReply, limit: HourlyLimit): ActionResponse {
    const isRecorded = reply.outcome !== "refused" || reply.problem.code !== "access_lost";
    return { ...reply, rate: this.#rate(limit), isRecorded, isReplayed: false };
  }

  #unrecorded(reply: ActionReply, actionRequest: ActionRequest): ActionResponse {
    return { ...reply, rate: this.#rate(limitOf(actionRequest)), isRecorded: false, isReplayed: false };
  }

  /** What is left of an hourly limit; an action counts from when it is sent. */
  #rate(limit: HourlyLimit): RateLimitResult {
    const now = this.#now();
    const policy = limit === "orders" ? ORDER_POLICY : this.#dependencies.settingPolicy;
    const from = now - policy.windowSeconds * 1000;
    const instants = limit === "orders" ? this.#journal.sentAfter(from) : this.#actionLog.settingsAfter(from);
    return new SlidingLog(instants).look(policy, now);
  }

  #arm(): void {
    const tables = [this.#journal, this.#actionLog, this.#approvals];
    const dues = tables.map((table) => table.nextDue()).filter((at) => at !== null);
    if (dues.length > 0) void this.ctx.storage.setAlarm(Math.min(...dues));
  }
}

function notSent(why: NotSendable): CommandRefusal {
  return why === "unanswered" ? BILLING_UNAVAILABLE : HELD;
}
