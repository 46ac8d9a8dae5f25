import { DurableObject } from "cloudflare:workers";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import { ORDER_POLICY } from "../../shared/account-access/order-policy.ts";
import type { HourlyLimit } from "../../shared/api/definition/operation.ts";
import { inTime } from "../../shared/platform/deadline.ts";
import { type LogFields, log } from "../../shared/platform/log.ts";
import { type RateLimitResult, SlidingLog } from "../../shared/platform/sliding-log.ts";
import { type AccountCommandValue, lockedResources } from "./account-command.ts";
import type { AccountDependencies, Preparation } from "./account-dependencies.ts";
import type {
  AccountPort,
  Acted,
  ActionEntry,
  ActionReply,
  ActionRequest,
  ActionsOf,
  CommandRefusal,
  IdempotencyKey,
} from "./account-port.ts";
import { ActionLog } from "./action-log.ts";
import { answerTo, endingOf, resultOf } from "./action-outcomes.ts";
import { ActionReconciler } from "./action-reconciler.ts";
import { CommandQueue } from "./command-queue.ts";
import type { Answered } from "./journal.ts";
import { type JournalRow, JournalRows } from "./journal-rows.ts";

/** Nobody waits longer for a turn. */
const PATIENCE_MS = 10_000;
/** What could not be looked after is tried again after this. */
const RETRY_MS = 60_000;
const BILLING_UNAVAILABLE: CommandRefusal = { code: "billing_unavailable", retryAfter: 5 };

/** One account: what is done on it, once per key and one at a time. A Worker hands in what it takes from the world. */
export class AccountObject<Bindings = unknown> extends DurableObject<Bindings> implements AccountPort {
  readonly #dependencies: AccountDependencies;
  readonly #now: () => number;
  readonly #journal: JournalRows;
  readonly #log: ActionLog;
  readonly #queue: CommandQueue;
  /** Keys on their way to a turn, with what they came with. */
  readonly #coming = new Map<string, string>();
  readonly #reconciler: ActionReconciler;

  constructor(state: DurableObjectState, bindings: Bindings, dependencies: AccountDependencies) {
    super(state, bindings);
    const { sql } = state.storage;
    this.#dependencies = dependencies;
    this.#now = dependencies.now;
    this.#journal = new JournalRows(sql, dependencies.timing);
    this.#log = new ActionLog(sql);
    this.#queue = new CommandQueue((concerns) => this.#journal.isOpenOn(concerns));
    this.#reconciler = new ActionReconciler({
      journal: this.#journal,
      log: this.#log,
      dependencies,
      atOnce: (write) => state.storage.transactionSync(write),
      inBackground: (work) => state.waitUntil(work),
      changed: () => {
        this.#arm();
        this.#queue.next();
      },
    });
    for (const table of [JournalRows, ActionLog]) table.createTable(sql);
    this.#reconciler.clearUp();
  }

  async act(actionRequest: ActionRequest): Promise<Acted> {
    const { key, waited = 0 } = actionRequest;
    const admittedAt = this.#now() - waited;
    const known = key && this.#knownBy(key);
    if (known) return known;
    if (this.#rate(limitOf(actionRequest)).remaining === 0) return this.#said({ outcome: "too_many" }, actionRequest);
    if (key) this.#coming.set(key.id, key.fingerprint);
    try {
      if (!(await this.#queue.take(lockedResources(actionRequest.command), PATIENCE_MS)))
        return this.#said({ outcome: "busy" }, actionRequest);
    } finally {
      if (key) this.#coming.delete(key.id);
    }
    try {
      if (this.#rate(limitOf(actionRequest)).remaining === 0) return this.#said({ outcome: "too_many" }, actionRequest);
      if (!key) return await this.#change(actionRequest, admittedAt);
      return await this.#order(actionRequest, key, admittedAt);
    } finally {
      this.#queue.giveBack();
    }
  }

  async hour(limit: HourlyLimit): Promise<RateLimitResult> {
    return this.#rate(limit);
  }

  async entries(of: ActionsOf, before: LogKey | null, limit: number): Promise<ActionEntry[]> {
    return this.#log.older(of, before, limit, this.#now());
  }

  /** Finds out what nobody heard, and forgets what is old. A failure is tried again, since a failing alarm is dropped. */
  override async alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    try {
      for (const row of this.#journal.dueBy(this.#now())) await this.#reconciler.search(row, runId);
      this.#reconciler.alertOperator();
      const now = this.#now();
      for (const { key, reference } of this.#journal.settledBy(now - this.#dependencies.timing.kept)) {
        this.#journal.apply(key, reference, { type: "aged", at: now });
      }
      this.#log.prune(now);
      this.#arm();
    } catch (cause) {
      log("account_alarm", { request_id: runId, cause });
      void this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
    }
  }

  /** What became of a key before, or becomes of it now; null where it is free. */
  #knownBy({ id, fingerprint }: IdempotencyKey): Acted | null {
    const coming = this.#coming.get(id);
    const row = this.#active(id);
    if (coming === undefined && !row) return null;
    const said = (answer: ActionReply): Acted => {
      const isReplayed = answer.outcome !== "in_progress" && answer.outcome !== "reused";
      return { ...answer, rate: this.#rate("orders"), isRecorded: false, isReplayed };
    };
    if ((coming ?? row?.fingerprint) !== fingerprint) return said({ outcome: "reused" });
    return said(row ? answerTo(row, this.#now()) : { outcome: "in_progress", retryAfter: 1 });
  }

  /** The row of a key, unless its time is over. */
  #active(key: string): JournalRow | null {
    const row = this.#journal.get(key);
    if (!row) return null;
    return this.#journal.apply(key, row.reference, { type: "aged", at: this.#now() }) === null ? null : row;
  }

  /** Does what needs no key: it sets something to a value, and whoever did not hear the answer does it again. */
  async #change(actionRequest: ActionRequest, admittedAt: number): Promise<Acted> {
    const entryId = this.#log.open(actionRequest, this.#now());
    this.#arm();
    const prepared = await this.#prepare(actionRequest, admittedAt);
    if ("refused" in prepared) return this.#ended(this.#reconciler.refuse(entryId, prepared.refused), "settings");
    const answering = prepared.ready({ ...queryOf(actionRequest), reference: entryId });
    const late = resultOf(answering, fieldsOf(actionRequest));
    const answer = await this.#heard(late, fieldsOf(actionRequest));
    if (answer.kind === "unknown") {
      this.#log.close(entryId, endingOf(BILLING_UNAVAILABLE));
      // An answer after all is still one: the log says what was done.
      this.ctx.waitUntil(late.then((result) => this.#closeChange(actionRequest, entryId, result)));
      return this.#ended({ outcome: "refused", problem: BILLING_UNAVAILABLE }, "settings");
    }
    this.#closeChange(actionRequest, entryId, answer);
    if (answer.kind === "refused") return this.#ended({ outcome: "refused", problem: answer.problem }, "settings");
    return this.#ended({ outcome: "done", value: answer.value }, "settings");
  }

  #closeChange(
    { command, target, requestId }: ActionRequest,
    entryId: string,
    answer: Answered<AccountCommandValue, CommandRefusal>,
  ): void {
    if (answer.kind === "unknown") return;
    if (answer.kind === "refused") {
      this.#reconciler.refuse(entryId, answer.problem);
      return;
    }
    this.#log.close(entryId, { outcome: "succeeded", status: 200, code: null });
    this.ctx.waitUntil(this.#dependencies.done(command.name, target, requestId));
  }

  async #order(
    actionRequest: ActionRequest,
    { id: key, fingerprint }: IdempotencyKey,
    admittedAt: number,
  ): Promise<Acted> {
    const { entryId, reference } = this.#claim(actionRequest, key, fingerprint);
    const prepared = await this.#prepare(actionRequest, admittedAt);
    if ("refused" in prepared) {
      this.#journal.apply(key, reference, { type: "withdrawn" });
      return this.#ended(this.#reconciler.refuse(entryId, prepared.refused), "orders");
    }

    // Written and sent in one tick: the runtime lets the call out once the write is durable, and never if it is not.
    const sent = this.#journal.apply(key, reference, { type: "sent", at: this.#now() });
    if (sent?.state !== "SENDING") return this.#ended({ outcome: "in_progress", retryAfter: 1 }, "orders");
    this.#reconciler.await(reference);
    this.#arm();
    const answering = prepared.ready({ ...queryOf(actionRequest), reference });

    const late = resultOf(answering, fieldsOf(actionRequest));
    const answer = await this.#heard(late, fieldsOf(actionRequest));
    if (answer.kind === "unknown") {
      // An answer after all is still one.
      this.ctx.waitUntil(late.then((result) => this.#reconciler.settle(sent, result)));
    }
    this.#reconciler.settle(sent, answer);
    if (answer.kind === "refused") return this.#ended({ outcome: "refused", problem: answer.problem }, "orders");
    const row = this.#journal.get(key);
    const said: ActionReply = row ? answerTo(row, this.#now()) : { outcome: "unknown", retryAfter: 1 };
    if (said.outcome === "in_progress") return this.#ended({ ...said, outcome: "unknown" }, "orders");
    return this.#ended(said, "orders");
  }

  /** Key and log entry in one transaction: without either there is neither, and nothing is done. */
  #claim(actionRequest: ActionRequest, key: string, fingerprint: string): { entryId: string; reference: string } {
    const { accountId, loginId, command, target } = actionRequest;
    const now = this.#now();
    const reference = `${key.slice(0, 40)}.${now.toString(36)}`;
    return this.ctx.storage.transactionSync(() => {
      const entryId = this.#log.open(actionRequest, now);
      const concerns = lockedResources(command);
      this.#journal.claim({
        key,
        fingerprint,
        operation: command.name,
        loginId,
        accountId,
        concerns,
        target,
        entryId,
        reference,
      });
      return { entryId, reference };
    });
  }

  async #prepare(actionRequest: ActionRequest, admittedAt: number): Promise<Preparation> {
    const { prepare, timing } = this.#dependencies;
    try {
      return await inTime(prepare(actionRequest.command, queryOf(actionRequest), admittedAt), timing.preparation);
    } catch (cause) {
      log("action_not_prepared", { ...fieldsOf(actionRequest), cause });
      return { refused: BILLING_UNAVAILABLE };
    }
  }

  /** What was answered in time. */
  async #heard(
    answer: Promise<Answered<AccountCommandValue, CommandRefusal>>,
    fields: LogFields,
  ): Promise<Answered<AccountCommandValue, CommandRefusal>> {
    try {
      return await inTime(answer, this.#dependencies.timing.answer);
    } catch (cause) {
      log("billing_unreachable", { ...fields, cause });
      return { kind: "unknown" };
    }
  }

  #ended(answer: ActionReply, limit: HourlyLimit): Acted {
    const isRecorded = answer.outcome !== "refused" || answer.problem.code !== "access_lost";
    return { ...answer, rate: this.#rate(limit), isRecorded, isReplayed: false };
  }

  #said(answer: ActionReply, actionRequest: ActionRequest): Acted {
    return { ...answer, rate: this.#rate(limitOf(actionRequest)), isRecorded: false, isReplayed: false };
  }

  /** What is left of the hour: an action counts when it is sent. */
  #rate(limit: HourlyLimit): RateLimitResult {
    const now = this.#now();
    const policy = limit === "orders" ? ORDER_POLICY : this.#dependencies.settingPolicy;
    const from = now - policy.windowSeconds * 1000;
    const instants = limit === "orders" ? this.#journal.sentAfter(from) : this.#log.settingsAfter(from);
    return new SlidingLog(instants).look(policy, now);
  }

  #arm(): void {
    const dues = [this.#journal.nextDue(), this.#log.nextDue()].filter((at) => at !== null);
    if (dues.length > 0) void this.ctx.storage.setAlarm(Math.min(...dues));
  }
}

/** What sets something to a value needs no key; everything else is an order-type action. */
function limitOf({ key }: ActionRequest): HourlyLimit {
  return key ? "orders" : "settings";
}

function queryOf({ accountId, loginId, permissions, connectionId: connection, requestId }: ActionRequest) {
  return { accountId, loginId, permissions, connection, requestId };
}

function fieldsOf({ accountId, command, requestId }: ActionRequest): LogFields {
  return { request_id: requestId, account: accountId, operation: command.name };
}
